#include "nwn/fixtures_text.hpp"

#include <effigy/nwn/decompile.hpp>

namespace fixtures::nwn {

support::byte_builder text_of(const support::byte_builder& binary) {
    namespace format = effigy::nwn;
    const auto model = format::open(binary.span());
    const auto text = model ? format::decompile(*model, [](const effigy::finding&) {})
                            : effigy::result<effigy::file_bytes>{model.error()};
    support::byte_builder out;
    return text ? out.text(effigy::byte_view{*text}.text_at(0, text->size())) : out;
}

support::byte_builder walk_mesh_of_figure() {
    return support::byte_builder{}.text(R"(#NWmax PWKMESH ASCII
# model: effigy_pwk
node dummy effigy_pwk_use01
  parent effigy_pwk
  position 0 1.2 0
  orientation 1 0 0 0
endnode
node dummy effigy_pwk_use02
  parent effigy_pwk
  position 0 -1.2 0
  orientation 1 0 0 0
endnode
node trimesh effigy_wg
  parent effigy_pwk
  position 0 0 0
  orientation 1 0 0 0
  bitmap NULL
  verts 4
    -0.7 -0.7 0
    0.7 -0.7 0
    0.7 0.7 0
    -0.7 0.7 0
  faces 2
    0 1 2  1  0 0 0  7
    0 2 3  1  0 0 0  7
endnode
)");
}

} // namespace fixtures::nwn
