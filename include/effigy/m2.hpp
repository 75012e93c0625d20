// World of Warcraft: *.m2 files of version 256 to 274, and their companions *.skin, *.anim, *.skel and *.bone.
#pragma once

#include <effigy/m2/names.hpp>
#include <effigy/m2/records.hpp>
#include <effigy/m2/sample.hpp>
#include <effigy/m2/sample/bind.hpp>
#include <effigy/m2/sample/camera.hpp>
#include <effigy/m2/sample/event.hpp>
#include <effigy/m2/sample/material.hpp>
#include <effigy/m2/sample/particle.hpp>
#include <effigy/m2/view.hpp>
#include <effigy/m2/view/wanted_companions.hpp>
