// Arma: *.p3d models in the editable form (MLOD) and *.rtm animations.
#pragma once

#include <effigy/p3d/names.hpp>
#include <effigy/p3d/records.hpp>
#include <effigy/p3d/sample.hpp>
#include <effigy/p3d/view.hpp>
#include <effigy/p3d/view/lod_kind.hpp>
#include <effigy/p3d/view/proxy.hpp>
#include <effigy/p3d/view/selection.hpp>
