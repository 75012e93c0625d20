// Models of chunks as models without: what other chunks say goes where the model can say it, or is left out.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/m2/order/roots.hpp>
#include <effigy/m2/owned/convert/losses.hpp>
#include <effigy/m2/owned/convert/options.hpp>
#include <effigy/m2/view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// Whether effigy reads a kind of chunk in a model, or in a .skel.
struct chunk_search {
    std::string_view id;
    bool found = false;

    template <class Record> void records(std::string_view known) noexcept { found = found || known == id; }
    template <class T> void numbers(std::string_view known, const char*) noexcept { found = found || known == id; }
};
[[nodiscard]] constexpr bool is_part_of_skeleton(std::string_view id) noexcept {
    return id.starts_with("SK") && id != "SKID";
}
[[nodiscard]] inline bool is_read_chunk(std::string_view id, bool is_in_skeleton) noexcept {
    if (is_in_skeleton ? !is_part_of_skeleton(id) && id != "AFID" && id != "BFID" : is_part_of_skeleton(id)) {
        return false;
    }
    chunk_search out{id, id == "MD21"};
    for_each_record_chunk(out);
    for_each_number_chunk(out);
    return out.found;
}
// What is lost with a chunk. Names say what ids of files say.
[[nodiscard]] constexpr const oddity& loss_of_chunk(std::string_view id) noexcept {
    const bool is_of_names =
        id == "SFID" || id == "AFID" || id == "SKID" || id == "TXID" || id == "RPID" || id == "GPID";
    return is_of_names ? odd::convert_files : odd::convert_chunk;
}

// What a finding names: "LDV1, 16 bytes", "0x200000".
class loss_name {
public:
    void add(std::string_view text) noexcept {
        for (const char c : text) {
            chars_[size_++] = c;
        }
    }
    void add(std::uint64_t number, std::uint64_t base) noexcept {
        std::uint64_t unit = 1;
        while (number / unit >= base) {
            unit *= base;
        }
        for (; unit != 0; unit /= base) {
            chars_[size_++] = "0123456789abcdef"[number / unit % base];
        }
    }
    [[nodiscard]] std::string_view view() const noexcept { return {chars_.data(), size_}; }

private:
    std::array<char, 40> chars_{};
    std::size_t size_ = 0;
};

// Tells each chunk of a file that is left out; refuses those that effigy does not read.
template <class = when_used>
void leave_chunks(const chunk_list& chunks, const char* path, bool is_in_skeleton, bool drop_unknown,
                  conversion_report& report) {
    std::uint32_t number = 0;
    for (const m2::chunk& one : chunks) {
        const location at = location{path, location::nowhere}.within(number);
        const std::string_view id = one.id();
        const bool is_read = is_read_chunk(id, is_in_skeleton);
        if (!is_read && !drop_unknown) {
            error why = refused(at, errc::bad_value, 0, "a chunk that effigy reads");
            why.name = id.data();
            why.need = id.size();
            report.refuse(why);
        } else if (!is_read || (number != 0 && !is_part_of_skeleton(id))) {
            loss_name name;
            name.add(id);
            name.add(", ");
            name.add(one.bytes().size(), 10);
            name.add(" bytes");
            finding found{at, loss_of_chunk(id)};
            found.name = name.view();
            report.tell(found);
        }
        ++number;
    }
}
template <class = when_used>
void leave_chunks(const model& from, const conversion_options& options, conversion_report& report) {
    const model_files files = model_files::of(from);
    leave_chunks(files.chunks, "m2.chunks[]", false, options.drop_unknown, report);
    leave_chunks(files.chunks_in(part_place::skeleton_file), "skeleton.chunks[]", true, options.drop_unknown, report);
    leave_chunks(files.chunks_in(part_place::parent_file), "parent.chunks[]", true, options.drop_unknown, report);
}

// The same for the chunks of a model that owns its data.
struct owned_chunks {
    const owned_model& of;
    const conversion_report& report;

    template <class T> void numbers(std::string_view id, const char* path, std::uint32_t owned_header::* list) const {
        tell(of.*list != 0, id, path);
    }
    template <class T, class Own> void numbers(std::string_view id, const char* path, Own owned_header::* list) const {
        tell(!(of.*list).empty(), id, path);
    }
    void tell(bool is_there, std::string_view id, const char* path) const {
        if (is_there) {
            location at{path, location::nowhere};
            at.path_prefix = "m2.";
            finding found{at, loss_of_chunk(id)};
            found.name = id;
            report.tell(found);
        }
    }
};
template <class = when_used> void leave_chunks(const owned_model& from, const conversion_report& report) {
    const owned_chunks each{from, report};
    for_each_number_chunk<owned_header>(each);
    each.tell(!from.particle_extensions.empty(), "EXP2", "particleExtensions");
    each.tell(!from.particle_geosets.empty(), "PGD1", "particleGeosets");
}

template <class = when_used> class chunk_folder {
public:
    chunk_folder(owned_model& made, const conversion_options& options, conversion_report& report) noexcept
        : made_(made), options_(options), report_(report) {}

    // Takes what the chunks of the model say into its records.
    void fold() {
        fold_skeleton();
        name_textures();
        convert_particles();
        made_.physics_file = 0;
        made_.skin_files = {};
        made_.animation_files = {};
        made_.bone_files = {};
        made_.texture_files = {};
        made_.recursion_model_files = {};
        made_.geometry_model_files = {};
        made_.blacklisted_animations = {};
        made_.particle_extensions = {};
        made_.particle_geosets = {};
        made_.is_chunked = false;
    }

private:
    // ---- .skel -----------------------------------------------------------------------------------------------------

    // The lists of a .skel are in the model already.
    void fold_skeleton() {
        const auto skeletons = std::as_const(made_).get(made_.skeletons);
        bool has_parent = false;
        std::uint32_t parent = 0;
        for (const owned_skeleton& one : skeletons) {
            has_parent = has_parent || one.place == part_place::parent_file;
            parent = one.place == part_place::skeleton_file ? one.parent.file : parent;
        }
        const bool needs_parent = made_.animations_in == part_place::model || made_.bones_in == part_place::model ||
                                  made_.attachments_in == part_place::model;
        report_.refuse_if(made_.skeleton_file != 0 && skeletons.empty(), location{"m2.skeletonFile", location::nowhere},
                          made_.skeleton_file, "the .skel to be at hand");
        report_.refuse_if(parent != 0 && !has_parent && needs_parent,
                          location{"m2.skeletons[].parent", location::nowhere}.element(0), parent,
                          "the parent's .skel to be at hand");
        made_.skeleton_file = 0;
        made_.skeletons = {};
        made_.animations_in = made_.bones_in = made_.attachments_in = part_place::model;
        made_.animation_files_in = made_.bone_files_in = part_place::model;
    }

    // ---- names -----------------------------------------------------------------------------------------------------

    [[nodiscard]] std::uint32_t file_of(const pool_slice<std::uint32_t>& files, std::uint32_t number) const {
        const auto all = std::as_const(made_).template get<std::uint32_t>(files);
        return number < all.size() ? all[number] : 0;
    }
    // Gives a part the name of its file. Returns whether it has one.
    [[nodiscard]] bool put_name(array_ref<char, form::host>& name, std::uint32_t file, const location& at) {
        constexpr std::size_t longest = 259; // of a path on Windows
        const std::string_view path = options_.path_of(file);
        if (path.empty()) {
            return !std::as_const(made_).get(name).empty();
        }
        if (path.size() > longest || path.find('\0') != std::string_view::npos) {
            report_.refuse(refused(at, errc::bad_value, file, "a path of at most 259 characters for this FileDataID"));
            return true;
        }
        std::array<char, longest + 1> stored{};
        std::size_t size = 0;
        for (const char c : path) {
            stored[size++] = c == '/' ? '\\' : c;
        }
        name = {};
        made_.set(name, std::string_view{stored.data(), size + 1}); // with its NUL
        return true;
    }
    void name_textures() {
        std::uint32_t number = 0;
        for (owned_texture& one : made_.get(made_.textures)) {
            const std::uint32_t file = file_of(made_.texture_files, number);
            const location at = place_in("m2.", "textures[].name", number++);
            const bool has_file = one.type == texture_type::file && file != 0;
            report_.refuse_if(has_file && !put_name(one.name, file, at), at, file, "a path for this FileDataID");
        }
    }

    // ---- particles -------------------------------------------------------------------------------------------------

    void convert_particles() {
        const auto extensions = std::as_const(made_).get(made_.particle_extensions);
        const auto geosets = std::as_const(made_).template get<std::uint16_t>(made_.particle_geosets);
        std::uint32_t number = 0;
        for (owned_particle& one : made_.get(made_.particles)) {
            name_model(one.recursion_model, file_of(made_.recursion_model_files, number), "recursionModel", number);
            name_model(one.model, file_of(made_.geometry_model_files, number), "model", number);
            report_.lost_if(number < geosets.size() && geosets[number] != 0, odd::convert_particle,
                            place_in("m2.", "particleGeosets[]", number));
            if (number < extensions.size()) {
                extend(one, extensions[number], number);
            }
            ++number;
        }
    }
    void name_model(array_ref<char, form::host>& name, std::uint32_t file, const char* field, std::uint32_t number) {
        const location at = place_in("m2.particles[].", field, number);
        report_.lost_if(file != 0 && !put_name(name, file, at), odd::convert_particle_model, at);
    }
    // `by`: of the chunk EXP2.
    void extend(owned_particle& one, const owned_particle_extension by, std::uint32_t number) {
        const auto lost_if = [&](bool is_lost, const char* field) {
            report_.lost_if(is_lost, odd::convert_particle, place_in("m2.particleExtensions[].", field, number));
        };
        lost_if(by.color_multiplier != 1, "colorMultiplier");
        lost_if(by.alpha_multiplier != 1, "alphaMultiplier");
        bool has_cutoff = false;
        for (const owned_opacity& each : std::as_const(made_).template get<owned_opacity>(by.cutoff.values)) {
            has_cutoff = has_cutoff || each.stored != 0;
        }
        lost_if(has_cutoff, "cutoff");
        const float height = by.z_source;
        if (height == 0 || !is_finite(height)) {
            lost_if(height != 0, "zSource");
            return;
        }
        bool is_other = false; // the record's own
        for (const float each : std::as_const(made_).template get<float>(one.z_source.values)) {
            is_other = is_other || each != height;
        }
        report_.lost_if(is_other, odd::convert_particle, place_in("m2.particles[].", "zSource", number));
        owned_keys<float> part;
        made_.template set<std::uint32_t>(part.times, {0});
        made_.template set<float>(part.values, {height});
        one.z_source = {};
        one.z_source.global_sequence = -1;
        one.z_source.times = part.times;
        one.z_source.values = part.values;
        made_.template set<owned_keys<float>>(one.z_source.parts, {part});
    }

    owned_model& made_;
    const conversion_options& options_;
    conversion_report& report_;
};

// The flags of the game's own models of a version (48 of 48) and, before 272, of those of converters that the game
// plays; without that for combiners.
[[nodiscard]] constexpr std::uint32_t known_model_flags(std::uint32_t version) noexcept {
    return version < first_version<particle_record_272> ? 0x17 : 0xF7;
}

// Removes flags that no file of the game of this version has.
template <class = when_used>
void leave_flags(const owned_model& from, owned_model& made, const conversion_report& report) {
    const std::uint32_t unknown = made.flags & ~(known_model_flags(made.version) | model_has_combiners);
    if (unknown != 0) {
        loss_name name;
        name.add("0x");
        name.add(unknown, 16);
        finding found{location{"m2.globalFlags", location::nowhere}, odd::convert_flags};
        found.name = name.view();
        report.tell(found);
    }
    made.flags &= ~unknown;
    if (from.version < first_version<model_header_264>) {
        made.flags &= ~std::uint32_t{model_has_combiners}; // it means nothing there
    }
}

}}}} // namespace effigy::v0::m2::impl
