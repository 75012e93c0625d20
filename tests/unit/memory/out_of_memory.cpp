// Out of memory reaches the caller: each function that allocates is called with its first allocation failing, then with
// its second, and so on. tests/source/memory compares the names here with the public functions of the headers.
#include "support/allocations.hpp"
#include "support/repetitions.hpp"
#include "support/temporary_directory.hpp"

#include <effigy/any_scene.hpp>
#include <effigy/content.hpp>
#include <effigy/file.hpp>
#include <effigy/gltf.hpp>
#include <effigy/grimrock/apply.hpp>
#include <effigy/grimrock/edit.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/grimrock/lint.hpp>
#include <effigy/grimrock/owned/derive.hpp>
#include <effigy/grimrock/regions.hpp>
#include <effigy/load_scene.hpp>
#include <effigy/m2/check_target.hpp>
#include <effigy/m2/convert_version.hpp>
#include <effigy/m2/edit.hpp>
#include <effigy/m2/encode.hpp>
#include <effigy/m2/lint.hpp>
#include <effigy/m2/load.hpp>
#include <effigy/m2/owned/derive.hpp>
#include <effigy/m2/regions.hpp>
#include <effigy/nwn/compile.hpp>
#include <effigy/nwn/decompile.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/encode_text.hpp>
#include <effigy/nwn/lint.hpp>
#include <effigy/nwn/lint_text.hpp>
#include <effigy/nwn/owned/derive.hpp>
#include <effigy/nwn/regions.hpp>
#include <effigy/nwn/scene_text.hpp>
#include <effigy/p3d/apply.hpp>
#include <effigy/p3d/edit.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/p3d/lint.hpp>
#include <effigy/p3d/owned/derive.hpp>
#include <effigy/p3d/regions.hpp>
#include <effigy/report.hpp>
#include <effigy/scene/bounds.hpp>
#include <effigy/scene/origins.hpp>
#include <effigy/scene/reconcile.hpp>
#include <effigy/scene/verify.hpp>
#include <effigy/scene/vertices.hpp>
#include <effigy/write_file.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#if defined(__cpp_exceptions) && !defined(_WIN32) // there, memory resources do not call what the tests replace
namespace {

using namespace effigy;

// These may leave a model that has changed in part, as their headers say.
constexpr std::string_view changing[] = {
    "number_vertices",
    "repair_normals",
    "scale",
    "rename_textures",
    "grimrock::compute_normals",
    "grimrock::compute_tangents",
    "nwn::complete",
    "nwn::compute_indices",
    "nwn::compute_normals",
    "nwn::compute_skin",
    "nwn::compute_tangents",
    "nwn::number_parts",
    "nwn::rename_nodes",
    "nwn::set_keys",
    "nwn::set_supermodel",
    "nwn::share_vertices",
    "nwn::unmerge",
    "m2::add_event",
    "m2::compute_ranges",
    "m2::set_keys",
    "m2::set_rotation_keys",
    "m2::set_times",
    "p3d::compute_mass",
    "p3d::compute_normals",
    "p3d::set_property",
};

// Calls call(arguments) with copies of `before`. If memory runs out, they are as before, but for the functions above.
template <class Arguments, class Call>
void starve(std::string_view name, const Arguments& before, const Call& call) {
    CAPTURE(name);
    const bool keeps = std::ranges::find(changing, name) == std::end(changing);
    bool is_whole = false; // no allocation failed
    for (std::size_t number = 0; !is_whole; number += number < support::repetitions(2000) ? 1U : 97U) {
        CAPTURE(number);
        Arguments arguments = before;
        bool is_thrown = false;
        {
            const support::failing_allocation failing{number};
            try {
                static_cast<void>(call(arguments));
            } catch (const std::bad_alloc&) {
                is_thrown = true;
            }
            is_whole = !failing.has_failed();
        }
        if (is_thrown && keeps) {
            REQUIRE(arguments == before);
        }
    }
}
template <class Call> void starve(std::string_view name, const Call& call) {
    starve(name, std::monostate{}, [&](std::monostate&) { return call(); });
}

const std::string samples = EFFIGY_SOURCE_DIR "/examples/models/";
const auto ignore = [](const auto&) {};

// What all formats have.
template <class View> auto starve_format(const View& view, std::span<const std::byte> original) {
    auto own = *decode(view);
    starve("decode", [&] { return decode(view); });
    starve("lint", [&] { lint(view, ignore); });
    starve("regions", [&] { regions(view, ignore); });
    starve("visit_content", [&] { return visit_content(own, ignore); });
    starve("differences", [&] { return differences(own, own, ignore); });
    starve("equal_content", [&] { return equal_content(own, own); });
    starve("encode", [&] { return encode(own); });
    if constexpr (requires { encode(own, original); }) {
        starve("encode", [&] { return encode(own, original); });
    }
    starve("scale", own, [](auto& model) { return scale(model, 2); });
    return own;
}
template <class Model> void starve_names(const Model& own) {
    if constexpr (requires(Model& model) { rename_textures(model, {{"*", "a"}}); }) {
        starve("rename_textures", own,
               [](Model& model) { return rename_textures(model, {{"*", "some longer name"}}); });
    }
    if constexpr (requires(Model& model) { rename_nodes(model, {{"*", "a"}}); }) {
        starve("rename_nodes", own, [](Model& model) { return rename_nodes(model, {{"head", "some longer name"}}); });
    }
}
// A scene that is `of` after an edit.
scene edited(scene of) {
    for (auto& mesh : of.meshes) {
        for (auto& position : mesh.positions) {
            position.x += 1;
        }
    }
    for (auto& material : of.materials) {
        material.name += " new";
    }
    for (auto& clip : of.clips) {
        for (auto& channel : clip.channels) {
            if (channel.path == scene::path::translation) {
                channel.values[0] += 0.5F;
            }
        }
    }
    scene::node& added = of.nodes.emplace_back();
    added.name = "new";
    added.parent = 0;
    return of;
}

} // namespace

TEST_CASE("out of memory: scenes and glTF") {
    const auto file = file::open(samples + "effigy_grimrock.model");
    const scene made = *to_scene(file->bytes());
    const scene changed = edited(made);
    const auto drop = [](std::span<const std::byte>) {};
    starve("to_scene", [&] { return to_scene(file->bytes()); });
    starve("verify", [&] { return verify(made); });
    starve("write_glb", [&] { return write_glb(made, drop); });
    starve("write_gltf", [&] { return write_gltf(made, drop, drop, "a.bin"); });
    starve("to_glb", [&] { return to_glb(made); });
    starve("reconcile", [&] { return reconcile(changed, made, ignore); });
    starve("scene", [&] { return scene{made}; });
    starve("bounds", [&] { return bounds(made); });
    starve("number_vertices", made, [](scene& of) { number_vertices(of); });
    scene without_normal = made;
    without_normal.meshes[0].normals[0] = {};
    starve("repair_normals", without_normal, [](scene& of) { repair_normals(of.meshes[0]); });
}

TEST_CASE("out of memory: texts of errors") {
    const error why{{"a.path.that.is.not.short"}, errc::truncated, 100, 7, "an expectation that is not short"};
    const finding found{{"a.path.that.is.not.short"}, {severity::note, "code", "a message that is not short"}};
    starve("to_string", [&] { return to_string(why); });
    starve("to_string", [&] { return to_string(why, "some file with a longer name"); });
    starve("to_string", [&] { return to_string(found); });
    starve("to_string", [&] { return to_string(static_cast<const location&>(why)); });
    starve("quoted_magic", [] { return quoted_magic(1); });
    starve("path_of", [] { return path_of(region{}); });
}

TEST_CASE("out of memory: files") {
    const support::temporary_directory folder;
    const std::filesystem::path path = folder.path() / "a file with a longer name.txt";
    const std::array<std::byte, 8> old{}, next{std::byte{1}};
    const auto is_whole = [&](const std::filesystem::path& of) {
        const auto now = read_file(of);
        return now && (std::ranges::equal(now->bytes(), old) || std::ranges::equal(now->bytes(), next));
    };
    REQUIRE_FALSE(write_file(path, old));
    starve("read_file", [&] { return read_file(path); });
    starve("file", [&] { return file::open(path); });
    starve("write_file", [&] { return write_file(path, next); });
    CHECK(is_whole(path));
    starve("load_scene", [&] { return load_scene(samples + "effigy_m2_wrath.m2"); });
    starve("m2::load", [&] { return m2::load(samples + "effigy_m2_wrath.m2"); });
}

TEST_CASE("out of memory: Grimrock and Druidstone") {
    for (const char* const name : {"effigy_grimrock", "effigy_shinobi"}) {
        const auto file = file::open(samples + name + ".model");
        const auto model = *grimrock::open(file->bytes());
        const grimrock::owned_model own = starve_format(model, file->bytes());
        starve_names(own);
        starve("grimrock::to_scene", [&] { return to_scene(model); });
        const auto clip_file =
            file::open(samples + name + (name == std::string_view{"effigy_shinobi"} ? ".animation" : "1.animation"));
        const auto clip = *grimrock::open_animation(clip_file->bytes());
        const grimrock::owned_animation own_clip = starve_format(clip, clip_file->bytes());
        starve_names(own_clip);

        const grimrock::named_clip named[] = {{"some name of a clip", clip}};
        starve("grimrock::begin_edit", [&] { return begin_edit(model, {.clips = named}); });
        auto session = *begin_edit(model, {.clips = named});
        const auto edits = *edits_by_names(edited(session.original()), session.original(), ignore);
        starve("edits_by_names", [&] { return edits_by_names(edits.made, session.original(), ignore); });
        starve("grimrock::apply", [&] { return apply(edits, session, ignore); });
        starve("grimrock::apply", [&] { return apply(edits, 0, session, ignore); });

        const auto mesh_of = [](auto& to) -> auto& { return to.template all<grimrock::owned_mesh>()[0]; };
        starve("grimrock::compute_bounds", own, [&](auto& to) { compute_bounds(to, mesh_of(to)); });
        starve("grimrock::compute_normals", own, [&](auto& to) { return compute_normals(to, mesh_of(to)); });
        starve("grimrock::compute_tangents", own, [&](auto& to) { return compute_tangents(to, mesh_of(to)); });
    }
}

TEST_CASE("out of memory: Neverwinter Nights") {
    constexpr nwn::producer by = nwn::producer::enhanced_edition;
    for (const char* const name : {"effigy_nwn.mdl", "effigy_nwn_ee.mdl"}) {
        const auto file = file::open(samples + name);
        const auto model = *nwn::open(file->bytes());
        const nwn::owned_model whole = starve_format(model, file->bytes());
        starve_names(whole);
        starve("nwn::to_scene", [&] { return to_scene(model); });
        starve("nwn::unmerge", whole, [](auto& to) { return unmerge(to); });
        nwn::owned_model own = whole;
        REQUIRE(unmerge(own));
        starve("nwn::rename_nodes", own, [&](auto& to) { return rename_nodes(to, {{"*", "x*"}}, model); });
        starve("nwn::set_supermodel", own, [&](auto& to) { return set_supermodel(to, "other", model); });
        starve("nwn::number_parts", own, [&](auto& to) { return number_parts(to, model); });
        starve("nwn::complete", own, [](auto& to) { return complete(to, by); });

        const auto change = [&](std::string_view what, const auto& has, const auto& call) {
            const auto nodes = own.all<nwn::owned_node>();
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                if (has(nodes[i])) {
                    return starve(what, own, [&](nwn::owned_model& to) { call(to, to.all<nwn::owned_node>()[i]); });
                }
            }
            FAIL("no node has it");
        };
        const auto is_mesh = [](const nwn::owned_node& node) { return node.mesh && !node.skin; };
        const auto with_mesh = [&](std::string_view what, const auto& call) {
            change(what, is_mesh, [&](auto& to, auto& node) { call(to, *to.get(node.mesh)); });
        };
        with_mesh("nwn::compute_adjacency", [](auto& to, auto& mesh) { compute_adjacency(to, mesh); });
        with_mesh("nwn::compute_bounds", [](auto& to, auto& mesh) { compute_bounds(to, mesh, by); });
        with_mesh("nwn::compute_indices", [](auto& to, auto& mesh) { compute_indices(to, mesh); });
        with_mesh("nwn::compute_planes", [](auto& to, auto& mesh) { compute_planes(to, mesh, by); });
        change("nwn::compute_area", is_mesh, [](auto& to, auto& node) { compute_area(to, node, by); });
        with_mesh("nwn::compute_normals", [](auto& to, auto& mesh) { compute_normals(to, mesh, by); });
        change("nwn::share_vertices", is_mesh, [](auto& to, auto& node) { return share_vertices(to, node); });
        change("nwn::compute_tangents", is_mesh, [](auto& to, auto& node) { return compute_tangents(to, node); });
        change("nwn::compute_normals", is_mesh, [](auto& to, auto& node) {
            const std::vector<std::uint32_t> smoothing(to.get(to.get(node.mesh)->faces).size(), 1);
            return compute_normals(to, node, smoothing, by);
        });
        change(
            "nwn::compute_boxes", [](const auto& node) { return node.aabb.count != 0; },
            [](auto& to, auto& node) { compute_boxes(to, node); });
        change(
            "nwn::compute_skin", [](const auto& node) { return static_cast<bool>(node.skin); },
            [](auto& to, auto& node) { return compute_skin(to, node, by); });
        change("nwn::set_keys", is_mesh, [](auto& to, auto& node) {
            constexpr std::int32_t position = 8;
            return set_keys(to, node, position, 3, std::array{0.0F}, std::array{1.0F, 2.0F, 3.0F});
        });

        starve("nwn::lint_file_name", [&] { lint_file_name(model, "another_name.mdl", ignore); });
        starve("nwn::decompile", [&] { return decompile(model, ignore); });
        const file_bytes text_file = *decompile(own, ignore);
        const auto text = *nwn::open_text(text_file);
        const nwn::owned_model of_text = *decode(text, by);
        starve("nwn::decompile", [&] { return decompile(of_text, ignore); });
        starve("nwn::decode", [&] { return decode(text, by); });
        starve("nwn::compile", [&] { return compile(text, by); });
        starve("nwn::compile", [&] { return compile(text, ignore, {.by = by}); });
        starve("nwn::lint", [&] { lint(text, ignore); });
        starve("nwn::regions", [&] { regions(text, ignore); });
        starve("nwn::to_scene", [&] { return to_scene(text); });
        starve("nwn::rewrite_text", [&] { return rewrite_text(text); });
        nwn::owned_model changed = of_text;
        REQUIRE_FALSE(scale(changed, 2));
        starve("nwn::encode", [&] { return encode(changed, text, by); });
    }
}

TEST_CASE("out of memory: World of Warcraft") {
    for (const char* const name : {"effigy_m2_256", "effigy_m2_260", "effigy_m2_wrath"}) {
        const auto loaded = *m2::load(samples + name + ".m2");
        const m2::model& model = *loaded;
        const m2::owned_model own = starve_format(model, model.file().bytes());
        starve_names(own);
        starve("m2::to_scene", [&] { return to_scene(model); });
        starve("m2::check_target", [&] { return check_target(own, 260, ignore); });
        starve("m2::check_target", [&] { return check_target(model, 264, ignore); });
        starve("m2::convert_version", [&] { return convert_version(own, 272, ignore); });
        starve("m2::convert_version", [&] { return convert_version(model, 256, ignore); });

        const auto change = [&](std::string_view what, const auto& call) { starve(what, own, call); };
        change("m2::drop_animation", [](auto& to) { return drop_animation(to, 0); });
        const std::uint32_t first_two[]{0, 1}, first_one[]{0};
        change("m2::drop_animations", [&](auto& to) { return drop_animations(to, first_two); });
        change("m2::drop_submeshes", [&](auto& to) { return drop_submeshes(to, first_one); });
        m2::owned_model with_files = own;
        with_files.set(with_files.texture_files,
                       std::span<const std::uint32_t>{std::vector<std::uint32_t>(own.textures.count)});
        starve("m2::set_texture_file", with_files, [](auto& to) { return set_texture_file(to, 0, 7); });
        change("m2::set_texture_name", [](auto& to) { return set_texture_name(to, 0, "a.blp"); });
        change("m2::set_texture_type", [](auto& to) { return set_texture_type(to, 0, m2::texture_type::body); });
        change("m2::append_animation", [&](auto& to) { return append_animation(to, own, 0); });
        change("m2::drop_submesh", [](auto& to) { return drop_submesh(to, 0); });
        change("m2::drop_batch", [](auto& to) { return drop_batch(to, 0); });
        change("m2::add_event", [](auto& to) { return add_event(to, "$XYZ", 0, {}); });
        change("m2::add_attachment", [](auto& to) { return add_attachment(to, 40, 0, {}); });
        constexpr std::array<std::uint32_t, 2> times{0, 100};
        const std::array<vec3<form::host>, 2> places{};
        const std::array<quat<form::host>, 2> turns{};
        const auto bone_of = [](auto& to) -> auto& { return to.template all<m2::owned_bone>()[1]; };
        change("m2::set_keys", [&](auto& to) { return set_keys(to, bone_of(to).translation, 0, times, places); });
        change("m2::set_rotation_keys", [&](auto& to) { return set_rotation_keys(to, bone_of(to), 0, times, turns); });
        change("m2::set_times",
               [&](auto& to) { return set_times(to, to.template all<m2::owned_event>()[0], 0, times); });
        change("m2::compute_animation_lookup", [](auto& to) { return compute_animation_lookup(to); });
        change("m2::compute_key_bone_lookup", [](auto& to) { return compute_key_bone_lookup(to); });
        change("m2::compute_attachment_lookup", [](auto& to) { return compute_attachment_lookup(to); });
        change("m2::compute_camera_lookup", [](auto& to) { return compute_camera_lookup(to); });
        change("m2::compute_replaceable_lookup", [](auto& to) { return compute_replaceable_lookup(to); });
        change("m2::compute_collision", [](auto& to) { return compute_collision(to); });
        change("m2::compute_bounds", [](auto& to) { return compute_bounds(to, 0); });
        change("m2::link_aliases", [](auto& to) { return link_aliases(to); });
        change("m2::compute_ranges", [](auto& to) { return compute_ranges(to); });
        const auto profile_of = [](auto& to) -> auto& { return to.template all<m2::owned_skin_profile>()[0]; };
        change("m2::compute_bone_flags", [](auto& to) { compute_bone_flags(to); });
        change("m2::compute_variations", [](auto& to) { compute_variations(to); });
        change("m2::compute_next_variations", [](auto& to) { compute_next_variations(to); });
        change("m2::compute_probabilities", [](auto& to) { compute_probabilities(to, 0); });
        change("m2::compute_batch_flags", [&](auto& to) { compute_batch_flags(to, profile_of(to)); });
        change("m2::compute_submesh_values", [&](auto& to) { compute_submesh_values(to, profile_of(to), 0); });
        change("m2::compute_submesh_starts", [&](auto& to) { return compute_submesh_starts(to, profile_of(to)); });
        change("m2::compute_palette_joints", [&](auto& to) { return compute_palette_joints(to, profile_of(to)); });
    }
    const m2::wanted_companion wanted{};
    starve("m2::name_of", [&] { return name_of(wanted, "a_stem_that_is_not_short"); });
    starve("m2::id_name_of", [&] { return id_name_of(wanted); });
    const auto file = file::open(samples + "effigy_m2_wrath.m2");
    starve("m2::find_companions", [&] {
        return m2::find_companions(file->bytes(), [](const auto&) { return std::optional<borrowed_bytes>{}; });
    });
}

TEST_CASE("out of memory: Arma") {
    const auto file = file::open(samples + "effigy_p3d.p3d");
    const auto model = *p3d::open(file->bytes());
    const p3d::owned_model own = starve_format(model, file->bytes());
    starve_names(own);
    starve("p3d::to_scene", [&] { return to_scene(model); });
    const auto clip_file = file::open(samples + "effigy_p3d.rtm");
    const auto clip = *p3d::open_animation(clip_file->bytes());
    const p3d::owned_animation own_clip = starve_format(clip, clip_file->bytes());
    starve_names(own_clip);

    const p3d::named_clip named[] = {{"some name of a clip", clip}};
    starve("p3d::begin_edit", [&] { return begin_edit(model, {.clips = named}); });
    auto session = *begin_edit(model, {.clips = named});
    const auto edits = *edits_by_names(edited(session.original()), session.original(), ignore);
    starve("edits_by_names", [&] { return edits_by_names(edits.made, session.original(), ignore); });
    starve("p3d::apply", [&] { return apply(edits, session, ignore); });
    starve("p3d::apply", [&] { return apply(edits, 0, session, ignore); });

    const auto level_of = [](auto& to) -> auto& { return to.template all<p3d::owned_lod>()[0]; };
    starve("p3d::set_property", own, [&](auto& to) { return set_property(to, level_of(to), "name", "value"); });
    starve("p3d::compute_normals", own, [&](auto& to) { compute_normals(to, level_of(to)); });
    starve("p3d::repair", own, [](auto& to) { return repair(to); });
    starve("p3d::compute_mass", own, [&](auto& to) { return compute_mass(to, level_of(to), 10); });
}
#else
TEST_CASE("out of memory: scenes and glTF" * doctest::skip() * doctest::description("needs exceptions")) {}
TEST_CASE("out of memory: texts of errors" * doctest::skip() * doctest::description("needs exceptions")) {}
TEST_CASE("out of memory: files" * doctest::skip() * doctest::description("needs exceptions")) {}
TEST_CASE("out of memory: Grimrock and Druidstone" * doctest::skip() * doctest::description("needs exceptions")) {}
TEST_CASE("out of memory: Neverwinter Nights" * doctest::skip() * doctest::description("needs exceptions")) {}
TEST_CASE("out of memory: World of Warcraft" * doctest::skip() * doctest::description("needs exceptions")) {}
TEST_CASE("out of memory: Arma" * doctest::skip() * doctest::description("needs exceptions")) {}
#endif
