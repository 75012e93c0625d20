// Calls everything that the views of the Grimrock and Shinobi engines' files offer; none of it may allocate.
#pragma once

#include "fuzz/promises.hpp"
#include "grimrock/walk.hpp"

#include <effigy/shinobi/decode.hpp>
#include <effigy/shinobi/lint.hpp>

#include <limits>

namespace fuzz {

namespace engine = effigy::grimrock; // its views also read Shinobi's files

inline void walk_view(sink& to, const engine::model& model) {
    std::vector<effigy::tree_entry> entries(model.nodes().size());
    walk::scratch<float> floats{model};
    walk::scratch<double> doubles{model};
    without_allocating([&] {
        promise(walk::tiled_by_regions(model), "the regions of a file cover the file");
        to.add(verify(model).code);
        to.add(model.trailing().size());
        for (const auto& node : model.nodes()) {
            walk::add(to, node);
        }
        const auto nodes = model.index(entries);
        walk::add_index(to, nodes);
        walk::add_matrices(to, nodes, floats);
        walk::add_matrices(to, nodes, doubles);
    });
}

inline void walk_view(sink& to, const engine::animation& clip) {
    using limits = std::numeric_limits<double>;
    static const walk::clip_target moved;
    std::vector<effigy::matrix4x3<float>> floats(moved.nodes.size());
    std::vector<effigy::matrix4x3<double>> doubles(moved.nodes.size());
    without_allocating([&] {
        const double times[] = {0,
                                1.0 / 7,
                                clip.duration(),
                                -3,
                                limits::max(),
                                limits::lowest(),
                                limits::infinity(),
                                -limits::infinity(),
                                limits::quiet_NaN(),
                                limits::denorm_min()};
        promise(walk::tiled_by_regions(clip), "the regions of a file cover the file");
        walk::add_items(to, clip);
        walk::add_samples(to, clip, moved, floats, times);
        walk::add_samples(to, clip, moved, doubles, times);
    });
}

} // namespace fuzz
