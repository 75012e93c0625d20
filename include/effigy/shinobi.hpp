// Shinobi engine (Druidstone): its models and animations are further versions of Legend of Grimrock's, so
// grimrock::open() and grimrock::open_animation() read them.
#pragma once

#include <effigy/grimrock.hpp>

namespace effigy { inline namespace v0 {

namespace shinobi = grimrock;

}} // namespace effigy::v0
