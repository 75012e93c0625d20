// All hostile test files, to run the tool on.
#pragma once

#include "grimrock/fixtures.hpp"
#include "grimrock/hostile.hpp"
#include "m2/hostile.hpp"
#include "nwn/hostile.hpp"
#include "nwn/hostile_texts.hpp"
#include "p3d/hostile.hpp"

#include <functional>

namespace hostile {

struct file {
    std::string name; // with the extension of its format
    std::function<support::byte_builder()> make;
};

[[nodiscard]] inline std::vector<file> grimrock_files() {
    namespace from = fixtures::grimrock::hostile;
    return {
        {"segments_alike.model", [] { return from::segments(2000, std::string(1000, 'm')); }},
        {"names_alike.model", [] { return from::alike_names(2000, 1000); }},
        {"vertices_without_arrays.model", [] { return from::vertices_without_arrays(); }},
        {"items_alike.animation", [] { return from::items(2000, 1000); }},
    };
}

[[nodiscard]] inline std::vector<file> nwn_files() {
    namespace from = fixtures::nwn::hostile;
    return {
        {"one_mesh.mdl", [] { return from::one_mesh_for_all(1); }},
        {"one_mesh_for_all.mdl", [] { return from::one_mesh_for_all(500); }},
        {"vertices_for_one.mdl", [] { return from::vertices_for_all(1, 60'000); }},
        {"vertices_for_all.mdl", [] { return from::vertices_for_all(2, 60'000); }},
        {"index_lists.mdl", [] { return from::index_lists_for_all(1, 50'000); }},
        {"index_lists_for_all.mdl", [] { return from::index_lists_for_all(1000, 200); }},
        {"own_child.mdl", [] { return from::own_child(2'000'000); }},
        {"many_ways.mdl", [] { return from::many_ways(41); }},
        {"chain.mdl", [] { return from::chain(257); }},
        {"deep_chain.mdl", [] { return from::chain(75'000); }},
        {"one_animation_for_all.mdl", [] { return from::one_animation_for_all(3, 1000); }},
        {"too_many_animations.mdl", [] { return from::one_animation_for_all(65'000, 1); }},
        {"null_children.mdl", [] { return from::null_children_for_all(10'000); }},
        {"name_for_few.mdl", [] { return from::name_for_all(3, 1'000'000); }},
        {"name_for_all.mdl", [] { return from::name_for_all(100'000, 1'000'000); }},
        {"rows_for_few.mdl", [] { return from::rows_for_all(3, 10'000); }},
        {"rows_for_all.mdl", [] { return from::rows_for_all(60'000, 10'000); }},
        {"boxes.mdl", [] { return from::boxes_to_one(2); }},
        {"boxes_to_one.mdl", [] { return from::boxes_to_one(50'000); }},
    };
}

[[nodiscard]] inline std::vector<file> m2_files() {
    namespace from = fixtures::m2::hostile;
    return {
        {"empty_pairs_for_few.m2", [] { return from::empty_pairs_for_all(3, 100); }},
        {"empty_pairs_for_all.m2", [] { return from::empty_pairs_for_all(20'000, 20'000); }},
        {"keys_for_few.m2", [] { return from::keys_for_all(3, 10'000); }},
        {"keys_for_all.m2", [] { return from::keys_for_all(60'000, 10'000); }},
        {"large_mesh_for_all.m2", [] { return from::mesh_for_all(65'536, 60'000); }},
        {"backwards.m2", [] { return from::backwards(4096, -1); }},
        {"cycle.m2", [] { return from::backwards(4096, 0); }},
        {"too_many_backwards.m2", [] { return from::backwards(4097, -1); }},
        {"name_for_few.m2", [] { return from::name_for_all(3, 1'000'000); }},
        {"long_empty_pairs_for_all.m2", [] { return from::empty_pairs_for_all(5900, 65'000); }},
        {"name_for_all.m2", [] { return from::name_for_all(65'000, 1'000'000); }},
    };
}

[[nodiscard]] inline std::vector<file> p3d_files() {
    namespace from = fixtures::p3d::hostile;
    return {
        {"claims.p3d", [] { return from::claims(0x7FFF'FFFF); }},
        {"selections_alike.p3d", [] { return from::selections(2000, 1000); }},
        {"textures_alike.p3d", [] { return from::textures(2000, 1000); }},
        {"endless_name.p3d", [] { return from::endless_name(1'000'000); }},
        {"boneless_phases.rtm", [] { return from::boneless_phases(500'000); }},
        {"motionless_bones.rtm", [] { return from::motionless_bones(100'000); }},
    };
}

// Files that the tool cannot read.
[[nodiscard]] inline std::vector<file> foreign_files() {
    using support::byte_builder;
    return {
        {"empty.model", [] { return byte_builder{}; }},
        {"one_byte.mdl", [] { return std::move(byte_builder{}.u8(0)); }},
        {"zeros.p3d", [] { return std::move(byte_builder{}.zeros(1'000'000)); }},
        {"comment_without_end.mdl", [] { return std::move(byte_builder{}.text("#").fill(1'000'000, 'c')); }},
        {"only_magic.model", [] { return std::move(byte_builder{}.text("MDL1")); }},
        {"only_magic.animation", [] { return std::move(byte_builder{}.text("ANIM")); }},
        {"only_magic.m2", [] { return std::move(byte_builder{}.text("MD20")); }},
        {"only_magic.p3d", [] { return std::move(byte_builder{}.text("MLOD")); }},
        {"only_magic.rtm", [] { return std::move(byte_builder{}.text("RTM_0101")); }},
        {"another_version.m2", [] { return std::move(byte_builder{}.text("MD20").u32(264).zeros(1000)); }},
        {"unknown_version.model", [] { return std::move(byte_builder{}.text("MDL1").u32(9).zeros(1000)); }},
        {"skin.skin", [] { return std::move(byte_builder{}.text("SKIN").zeros(1000)); }},
        {"odol.p3d", [] { return std::move(byte_builder{}.text("ODOL").u32(49).zeros(1000)); }},
    };
}

// Files whose size grows with `times`. The cost of a command must grow linearly with the size of the file.
struct growing_file {
    std::string name, ending;
    std::function<support::byte_builder(std::uint32_t times)> make;
};

[[nodiscard]] inline std::vector<growing_file> growing_files() {
    namespace grimrock = fixtures::grimrock::hostile;
    namespace nwn = fixtures::nwn::hostile;
    namespace m2 = fixtures::m2::hostile;
    namespace p3d = fixtures::p3d::hostile;
    using number = std::uint32_t;
    return {
        {"segments", ".model", [](number times) { return grimrock::segments(7500 * times, "a_material_"); }},
        {"bones_of_one_name", ".model",
         [](number times) { return grimrock::bones_of_one_name(1250 * times, std::size_t{62'500} * times); }},
        {"bones_of_their_own_mesh", ".model",
         [](number times) { return grimrock::bones_of_their_own_mesh(1250 * times, 3750 * times); }},
        {"chain", ".model", [](number times) { return grimrock::chain(static_cast<std::int32_t>(2500 * times)); }},
        {"items", ".animation", [](number times) { return grimrock::items(3125 * times, 10); }},
        {"meshes", ".mdl", [](number times) { return nwn::vertices_for_all(250 * times, 0); }},
        {"tree_for_all", ".mdl", [](number times) { return nwn::tree_for_all(1250 * times); }},
        {"controllers", ".mdl", [](number times) { return nwn::rows_for_all(3750 * times, 0); }},
        {"mesh_for_all", ".m2", [](number times) { return m2::mesh_for_all(4096 * times, 3); }},
        {"batches_of_one_mesh", ".m2", [](number times) { return m2::batches_of_one_mesh(2500 * times, 15'000); }},
        {"chain", ".m2", [](number times) { return m2::chain(std::size_t{2048} * times); }},
        {"curves", ".m2", [](number times) { return m2::curves(625 * times, 13 * times, 100); }},
        {"endless_curves", ".m2", [](number times) { return m2::curves(125 * times, 125 * times, 3.4e38F); }},
        {"still_bones", ".m2", [](number times) { return m2::still_bones(1000 * times, 1000 * times); }},
        {"cycle_of_aliases", ".m2",
         [](number times) { return m2::cycle_of_aliases(static_cast<std::uint16_t>(4000 * times)); }},
        {"properties", ".p3d", [](number times) { return p3d::properties(7500 * times); }},
        {"selections", ".p3d", [](number times) { return p3d::selections(3750 * times, 10); }},
        {"textures", ".p3d", [](number times) { return p3d::textures(1875 * times, 10); }},
        {"levels", ".p3d", [](number times) { return p3d::levels(2500 * times); }},
    };
}
inline constexpr std::uint32_t growth = 4;

[[nodiscard]] inline std::vector<file> all(std::uint32_t smallest) {
    std::vector<file> out;
    for (const auto& part : {grimrock_files(), nwn_files(), m2_files(), p3d_files(), foreign_files()}) {
        out.insert(out.end(), part.begin(), part.end());
    }
    const auto add_texts = [&](const std::string& size, std::uint32_t times) {
        for (fixtures::nwn::hostile::text& each : fixtures::nwn::hostile::texts(times)) {
            out.push_back({std::string{each.name} + size + ".mdl", [content = std::move(each.content)] {
                               return std::move(support::byte_builder{}.text(content));
                           }});
        }
    };
    add_texts("_text_small", 100 * smallest);
    add_texts("_text_large", 100 * smallest * growth);
    for (const growing_file& growing : growing_files()) {
        out.push_back({growing.name + "_small" + growing.ending, [=, make = growing.make] { return make(smallest); }});
        out.push_back(
            {growing.name + "_large" + growing.ending, [=, make = growing.make] { return make(smallest * growth); }});
    }
    return out;
}

} // namespace hostile
