// The source that defines what headers only declare if EFFIGY_COMPILED is defined. One source of the program includes
// this header, before any other header of effigy:
//     #include <effigy/compiled.hpp>
#pragma once

#if defined(EFFIGY_API) && !defined(EFFIGY_HAS_BODIES)
#error "include <effigy/compiled.hpp> before any other header of effigy"
#endif
#define EFFIGY_COMPILED_SOURCE

#include <effigy/any_scene.hpp>
#include <effigy/gltf.hpp>
#include <effigy/grimrock/apply.hpp>
#include <effigy/grimrock/edit.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/grimrock/lint.hpp>
#include <effigy/grimrock/regions.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/m2/encode.hpp>
#include <effigy/m2/join.hpp>
#include <effigy/m2/lint.hpp>
#include <effigy/m2/regions.hpp>
#include <effigy/m2/scene.hpp>
#include <effigy/nwn/compile.hpp>
#include <effigy/nwn/decompile.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/encode_text.hpp>
#include <effigy/nwn/lint.hpp>
#include <effigy/nwn/lint_text.hpp>
#include <effigy/nwn/regions.hpp>
#include <effigy/nwn/scene.hpp>
#include <effigy/nwn/scene_text.hpp>
#include <effigy/p3d/apply.hpp>
#include <effigy/p3d/edit.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/p3d/lint.hpp>
#include <effigy/p3d/regions.hpp>
#include <effigy/p3d/scene.hpp>
#include <effigy/report.hpp>
#include <effigy/scene/reconcile.hpp>
