// World of Warcraft: *.m2 files of version 256 to 274, and their companions *.skin, *.anim, *.skel and *.bone.
#pragma once

#include <effigy/m2/camera.hpp>
#include <effigy/m2/companions.hpp>
#include <effigy/m2/event.hpp>
#include <effigy/m2/material.hpp>
#include <effigy/m2/names.hpp>
#include <effigy/m2/particle.hpp>
#include <effigy/m2/records.hpp>
#include <effigy/m2/sample.hpp>
#include <effigy/m2/view.hpp>
