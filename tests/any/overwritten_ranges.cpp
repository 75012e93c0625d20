// Ranges keep their size if the file's bytes change: iteration yields size() elements, and access by number is safe.
#include "grimrock/fixtures.hpp"
#include "m2/fixtures.hpp"
#include "nwn/fixtures.hpp"
#include "p3d/fixtures.hpp"
#include "support/digest.hpp"
#include "support/guarded_memory.hpp"

#include <effigy/any.hpp>
#include <effigy/grimrock/repaired_segments.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <concepts>
#include <cstring>
#include <ranges>
#include <vector>

namespace {

using namespace effigy;
using support::byte_builder;

// ---- the ranges of each view ---------------------------------------------------------------------------------------

// of(view, f) calls f with each range that the view returns.
struct ranges {
    struct none {};
    template <class View, class Function> static none of(const View&, const Function&) { return {}; }

    template <class Index, class Function> static void of_index(const Index& nodes, const Function& f) {
        f(nodes);
        for (std::size_t i = 0; i <= nodes.size(); ++i) {
            f(nodes.children(i));
        }
    }

    // Grimrock and Shinobi
    template <class Function> static void of(const grimrock::model& model, const Function& f) {
        f(model.nodes());
        std::vector<tree_entry> memory(model.nodes().size());
        of_index(model.index(memory), f);
    }
    template <class Function> static void of(const grimrock::node& node, const Function& f) {
        const auto mesh = node.mesh();
        f(mesh.positions());
        f(mesh.normals());
        f(mesh.tangents());
        f(mesh.bitangents());
        f(mesh.colors());
        f(mesh.texcoords());
        f(mesh.joints());
        f(mesh.weights());
        f(mesh.indices());
        f(mesh.segments());
        f(grimrock::repaired_segments{mesh});
        f(mesh.bones());
    }
    template <class Function> static void of(const grimrock::animation& clip, const Function& f) { f(clip.items()); }
    template <class Function> static void of(const grimrock::item& item, const Function& f) {
        f(item.positions());
        f(item.rotations());
        f(item.scales());
        f(item.keys());
    }

    // Neverwinter Nights
    template <class Function> static void of(const nwn::model& model, const Function& f) {
        f(model.nodes());
        f(model.animations());
        std::vector<tree_entry> memory(model.nodes().size());
        of_index(model.index(memory), f);
    }
    template <class Function> static void of(const nwn::animation& clip, const Function& f) {
        f(clip.events());
        f(clip.nodes());
        std::vector<tree_entry> memory(clip.count_nodes());
        of_index(clip.index(memory), f);
    }
    template <class Function> static void of(const nwn::node& node, const Function& f) {
        f(node.controllers());
        f(node.aabb());
        of(node.mesh(), f);
        of(node.skin(), f);
        f(node.dangly().constraints());
        const auto samples = node.animmesh();
        f(samples.position_samples());
        f(samples.texcoord_samples());
        f(samples.positions(0));
        f(samples.texcoords(0));
        if (const auto* const light = node.light()) {
            f(node.get(light->flare_sizes));
            f(node.get(light->flare_textures));
        }
    }
    template <class Function> static void of(const nwn::controller& controller, const Function& f) {
        f(controller.times());
        f(controller.values());
        f(controller.row(0));
    }
    template <class Function> static void of(const nwn::mesh& mesh, const Function& f) {
        f(mesh.positions());
        f(mesh.normals());
        f(mesh.colors());
        f(mesh.tangents());
        f(mesh.handedness());
        f(mesh.texcoords());
        f(mesh.faces());
        f(mesh.indices());
        f(mesh.own_indices());
    }
    template <class Function> static void of(const nwn::skin& skin, const Function& f) {
        f(skin.bones());
        f(skin.joints());
        f(skin.weights());
        f(skin.slot_nodes());
        f(skin.node_to_slot());
        f(skin.inverse_rotations());
        f(skin.inverse_translations());
        f(skin.constants());
    }

    // World of Warcraft
    template <class Function> static void of(const m2::model& model, const Function& f) {
        f(model.bones());
        model.bones().visit_records(f);
        f(model.animations());
        model.animations().visit_records(f);
        f(model.skin_profiles());
        f(model.colors());
        f(model.texture_weights());
        f(model.texture_transforms());
        f(model.attachments());
        f(model.events());
        f(model.lights());
        f(model.cameras());
        f(model.ribbons());
        f(model.particles());
        std::vector<tree_entry> memory(model.bones().size());
        of_index(model.index(memory), f);
        of_vertices(model, f);
        of_tables(model, f);
        for (const auto& profile : model.skin_profiles()) {
            for (const auto& submesh : profile.submeshes()) {
                f(model.palette(submesh));
                f(profile.indices(submesh));
                f(profile.triangles_as_stored(submesh));
            }
        }
    }
    template <class Function> static void of_vertices(const m2::model& model, const Function& f) {
        f(model.vertices());
        f(model.positions());
        f(model.weights());
        f(model.joints());
        f(model.normals());
        f(model.texcoords());
        f(model.collision_triangles());
        f(model.collision_vertices());
        f(model.collision_normals());
    }
    template <class Function> static void of_tables(const m2::model& model, const Function& f) {
        f(model.global_sequences_ms());
        f(model.animation_lookup());
        f(model.playable_lookup());
        f(model.key_bone_lookup());
        f(model.bone_lookup());
        f(model.textures());
        f(model.materials());
        f(model.texture_lookup());
        f(model.attachment_lookup());
    }
    template <class Function> static void of(const m2::skin_profile& profile, const Function& f) {
        f(profile.indices());
        f(profile.submeshes());
        f(profile.submesh_sortings());
        f(profile.batches());
        f(profile.vertex_lookup());
        f(profile.triangles_as_stored());
        f(profile.palette_joints());
    }
    template <class Function> static void of(const m2::bone& bone, const Function& f) {
        of(bone.translation(), f);
        of(bone.rotation(), f);
        of(bone.scale(), f);
    }
    template <class Function> static void of(const m2::color& color, const Function& f) {
        of(color.rgb(), f);
        of(color.alpha(), f);
    }
    template <class Function> static void of(const m2::attachment& attachment, const Function& f) {
        of(attachment.visible(), f);
    }
    template <class Function> static void of(const m2::event& event, const Function& f) {
        f(event.times().timeline().ranges());
        f(event.times().timeline().times_ms());
    }
    template <class Function> static void of(const m2::camera& camera, const Function& f) { of(camera.position(), f); }
    template <class Function> static void of(const m2::ribbon& ribbon, const Function& f) {
        f(ribbon.textures());
        f(ribbon.materials());
        of(ribbon.color(), f);
    }
    template <class Function> static void of(const m2::particle& particle, const Function& f) {
        f(particle.colors());
        f(particle.scales());
        f(particle.cells());
        f(particle.tumble());
        f(particle.spline_points());
        of(particle.enabled(), f);
    }
    template <class Track, class Function> static void of_track(const Track& track, const Function& f) {
        f(track.timeline().ranges());
        f(track.timeline().times_ms());
        const auto keys = track.keys(0);
        f(keys.times);
        f(keys.values);
    }
    template <class T, class Function> static void of(const m2::track<T>& track, const Function& f) {
        of_track(track, f);
    }
    template <class Function> static void of(const m2::rotation_track& track, const Function& f) { of_track(track, f); }

    // Arma
    template <class Function> static void of(const p3d::model& model, const Function& f) {
        f(model.lods());
        std::vector<p3d::lod_entry> memory(model.lods().size());
        f(model.index(memory));
    }
    template <class Function> static void of(const p3d::lod& lod, const Function& f) {
        f(lod.points());
        f(lod.point_records());
        f(lod.normals());
        f(lod.faces());
        f(lod.corners());
        f(lod.triangles());
        f(lod.tags());
        f(lod.selections());
        f(lod.properties());
        f(lod.uv_sets());
        f(lod.morph_frames());
        f(lod.masses());
    }
    template <class Function> static void of(const p3d::face& face, const Function& f) {
        f(face.corners());
        f(face.unused());
    }
    template <class Function> static void of(const p3d::tag& tag, const Function& f) {
        f(tag.edges());
        f(tag.masses());
        f(tag.material_index());
    }
    template <class Function> static void of(const p3d::selection& selection, const Function& f) {
        f(selection.points());
        f(selection.faces());
        f(selection.point_bytes());
        f(selection.face_bytes());
    }
    template <class Function> static void of(const p3d::uv_set& set, const Function& f) { f(set.uvs()); }
    template <class Function> static void of(const p3d::morph_frame& frame, const Function& f) { f(frame.positions()); }
    template <class Function> static void of(const p3d::animation& clip, const Function& f) {
        f(clip.bones());
        f(clip.phases());
    }
    template <class Function> static void of(const p3d::bone& bone, const Function& f) { f(bone.phases()); }
    template <class Function> static void of(const p3d::phase& phase, const Function& f) { f(phase.bones()); }
};

// ---- reading them --------------------------------------------------------------------------------------------------

template <class Range>
concept numbered_range = requires(const Range& range) {
    range[0];
    range.at(0);
};

// Reads ranges, and the ranges of their elements, while the file may be corrupted.
class range_reader {
public:
    explicit range_reader(std::size_t file_size) : file_size_(file_size) {}

    // The functions that hold iterators are not inlined: together, their iterators would not fit on the small stack.
    template <class Range> [[gnu::noinline]] void operator()(const Range& range) {
        if constexpr (std::ranges::range<const Range>) {
            between<Range>(range.begin(), range.end(), limit_of(range));
        }
        if constexpr (numbered_range<Range>) {
            by_number(range);
        }
    }

    // `limit` is the number of elements, or an upper limit if the range is not sized.
    template <class Range, class Iterator, class End>
    [[gnu::noinline]] void between(const Iterator& first, const End& end, std::size_t limit) {
        std::size_t count = 0;
        for (Iterator it = first; it != end && count <= limit; ++it, ++count) {
            const auto& element = *it;
            touch(element);
            ranges::of(element, [this](const auto& part) { (*this)(part); });
        }
        if (std::ranges::sized_range<const Range> ? count != limit : count > limit) {
            FAIL("a range of elements of " << sizeof(std::ranges::range_value_t<const Range>) << " bytes yields "
                                           << count << " of " << limit);
        }
    }

    // Each element of a range that is not sized has at least one byte in the file.
    template <class Range> [[nodiscard]] std::size_t limit_of(const Range& range) const {
        if constexpr (std::ranges::sized_range<const Range>) {
            return std::size_t{range.size()};
        } else {
            return file_size_;
        }
    }

private:
    template <class Range> [[gnu::noinline]] void by_number(const Range& range) {
        const std::size_t size = range.size();
        for (std::size_t i = 0; i < size; ++i) {
            touch(range[i]);
            touch(range.at(i));
        }
        touch(range.at(size));
        touch(range.at(npos));
        touch(range.at(~std::uint64_t{0}));
    }

    // Views are not touched, since their members were read on construction.
    template <class T> void touch(const T& element) {
        if constexpr (std::is_pointer_v<T>) {
            if (element != nullptr) {
                touch(*element);
            }
        } else if constexpr (std::has_unique_object_representations_v<T>) {
            digest_.add(std::string_view{reinterpret_cast<const char*>(&element), sizeof(T)});
        }
    }

    std::size_t file_size_;
    support::digest digest_;
};

// ---- corrupting the file -------------------------------------------------------------------------------------------

// A file that ends at protected memory.
class corruptible_file {
public:
    explicit corruptible_file(const byte_builder& built)
        : whole_(built.span().begin(), built.span().end()), memory_(whole_.size()),
          file_(memory_.place(whole_, support::edge::back)) {}

    [[nodiscard]] std::span<const std::byte> bytes() const { return file_; }

    // Calls f once for each of several corruptions of the file, then restores the file.
    template <class Function> void for_each_corruption(const Function& f) {
        for (const std::byte filler : {std::byte{0}, std::byte{0xFF}}) {
            std::ranges::fill(file_, filler);
            f();
        }
        for (std::uint32_t round = 0; round < rounds; ++round) {
            std::ranges::copy(whole_, file_.begin());
            for (std::uint32_t i = 0; i <= round % 16; ++i) {
                overwrite_number();
            }
            f();
        }
        std::ranges::copy(whole_, file_.begin());
    }

private:
    static constexpr std::uint32_t rounds = 256;

    // Writes a random number at a random offset. Half of the numbers are small, like counts.
    void overwrite_number() {
        std::uint32_t number = random();
        if (random() % 2 == 0) {
            number %= 64;
        }
        std::memcpy(&file_[random() % (file_.size() - sizeof(number) + 1)], &number, sizeof(number));
    }
    [[nodiscard]] std::uint32_t random() {
        state_ = state_ * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
        return static_cast<std::uint32_t>(state_ >> 33);
    }

    std::vector<std::byte> whole_;
    support::guarded_memory memory_;
    std::span<std::byte> file_;
    std::uint64_t state_ = 1;
};

// Obtains views and ranges from the valid file, and reads them while the file is corrupted.
class corrupted_reading {
public:
    explicit corrupted_reading(const byte_builder& built) : file_(built), read_(built.size()) {}

    [[nodiscard]] std::span<const std::byte> bytes() const { return file_.bytes(); }
    [[nodiscard]] std::size_t checked() const { return checked_; } // number of ranges that are not empty

    template <class View> [[gnu::noinline]] void check_view(const View& view) {
        const auto read_each = [&] { return ranges::of(view, [this](const auto& range) { this->read_(range); }); };
        if constexpr (!std::same_as<decltype(read_each()), ranges::none>) {
            file_.for_each_corruption(read_each);
            ranges::of(view, [this](const auto& range) { this->check_range(range); });
        }
    }

    template <class Range> [[gnu::noinline]] void check_range(const Range& range) {
        if (range.empty()) {
            return;
        }
        ++checked_;
        file_.for_each_corruption([&] { read_(range); });
        if constexpr (std::ranges::range<const Range>) {
            check_iterators(range);
            for (const auto& element : range) {
                check_view(element);
            }
        }
        if constexpr (requires(std::span<std::uint32_t> memory) { range.index(memory); }) {
            std::vector<std::uint32_t> memory(range.size());
            check_range(range.index(memory));
        }
    }

private:
    // Not inlined, so that its iterators are not on the stack while elements are checked.
    template <class Range> [[gnu::noinline]] void check_iterators(const Range& range) {
        const auto first = range.begin();
        const auto end = range.end();
        const std::size_t limit = read_.limit_of(range);
        file_.for_each_corruption([&] { read_.template between<Range>(first, end, limit); });
    }

    corruptible_file file_;
    range_reader read_;
    std::size_t checked_ = 0;
};

// Returns how many ranges of the file were checked.
[[nodiscard]] std::size_t check_ranges(const byte_builder& built) {
    corrupted_reading reading{built};
    CHECK_FALSE(visit(reading.bytes(), [&](const auto& view) { reading.check_view(view); }));
    return reading.checked();
}

} // namespace

TEST_CASE("ranges of Grimrock and Shinobi: keep their size in corrupted files") {
    CHECK(check_ranges(fixtures::write(fixtures::everything(2), 2)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::everything(4), 4)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::moves(), 1)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::moves(), 2)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::moves(), 3)) > 0);
}

TEST_CASE("ranges of Neverwinter Nights: keep their size in corrupted files") {
    CHECK(check_ranges(fixtures::nwn::write(fixtures::nwn::bioware())) > 0);
    CHECK(check_ranges(fixtures::nwn::write(fixtures::nwn::enhanced())) > 0);
    CHECK(check_ranges(fixtures::nwn::write(fixtures::nwn::nwnmdlcomp())) > 0);
}

TEST_CASE("ranges of World of Warcraft: keep their size in corrupted files") {
    CHECK(check_ranges(fixtures::m2::write(fixtures::m2::small(256))) > 0);
    CHECK(check_ranges(fixtures::m2::write(fixtures::m2::small(260))) > 0);
}

TEST_CASE("ranges of Arma: keep their size in corrupted files") {
    for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
        const fixtures::p3d::model model{{fixtures::p3d::everything(format), fixtures::p3d::triangle(1, format)}};
        CHECK(check_ranges(fixtures::p3d::write(model)) > 0);
    }
    CHECK(check_ranges(fixtures::p3d::write(fixtures::p3d::moves())) > 0);
}
