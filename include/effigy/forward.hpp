// Forward declarations of what all formats share. Each format has a forward.hpp for its own types.
#pragma once

#include <effigy/core/form.hpp>

namespace effigy { inline namespace v0 {

struct error;
struct finding;
struct location;
template <class T> class result;
class byte_view;

}} // namespace effigy::v0
