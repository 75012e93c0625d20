// Writing a model into the files that it was decoded from.
#pragma once

#include <effigy/m2/owned/writing.hpp>
#include <effigy/m2/owned/written_files.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// Replaces all that the model holds in copies of the files, and leaves everything else. Only magics, ids of chunks,
// numbers of elements and offsets are read from the files; everything else is that of the model.
template <class = when_used> class in_places {
public:
    in_places(const owned_model& from, std::span<const std::byte> original, std::span<const companion> companions,
              std::uint64_t most, std::pmr::memory_resource* memory)
        : from_(from), companions_(companions), to_(from, most, memory), files_(memory), without_chunks_(memory) {
        files_.reserve(1 + companions.size());
        files_.emplace_back(original, memory);
        for (const companion& one : companions) {
            files_.emplace_back(std::span<const std::byte>{one.bytes}, memory);
        }
        const bool has_companions = from.version >= first_version<model_header_264>;
        places_ = model_files::in(byte_view{original}, from.version, from.flags,
                                  has_companions ? companion_table::of(companions) : companion_table{});
    }

    [[nodiscard]] result<written_files> run() {
        to_.begin();
        to_.spaces().reserve(files_.size() + most_roots);
        add_anims();
        check_places();
        for_each_root(places_, *this);
        for_each_number_chunk<owned_header>(*this);
        write_skeletons();
        fit(skins_ == from_.skin_profiles.count || from_.version < first_version<model_header_264>);
        fit(roots_ == expected_roots());
        if (to_.why()) {
            return to_.why();
        }
        std::pmr::memory_resource* const memory = files_.resource();
        written_files out{.model = files_[0].take(), .companions = pool<written_companion>{memory}, .kept_rest = true};
        out.companions.reserve(companions_.size());
        for (std::size_t i = 0; i < companions_.size(); ++i) {
            const companion& one = companions_[i];
            out.companions.push_back({one.kind, one.id, one.variation, files_[i + 1].take()});
        }
        for (const std::uint32_t anim : without_chunks_) {
            to_.check_anim(byte_view{out.companions[anim].bytes});
        }
        if (to_.why()) {
            return to_.why();
        }
        return out;
    }

    // Called by for_each_root().
    template <class File, class Record> void root(const root_place& at, const Record& record) {
        ++roots_;
        to_.template root<File, Record>(add_space(at.file), static_cast<const owned_header&>(from_),
                                        at.file.offset_of(&record) - at.file.base(), at.keys);
    }
    void skin(byte_view file, std::uint32_t number) {
        const std::span<const owned_skin_profile> all = to_.get(from_.skin_profiles, "m2.skinProfiles");
        if (skins_ >= all.size() || all[skins_].number != number) {
            return to_.misfit();
        }
        const owned_skin_profile& own = all[skins_++];
        const std::uint32_t space = add_space(file);
        constexpr std::uint64_t profile_at = 4, shadows_at = sizeof(skin_header); // after the magic
        to_.template root<in_skin, skin_profile_header>(space, own, profile_at);
        if (has_shadows(file)) {
            to_.template root<in_skin, skin_header_shadows>(space, own, shadows_at);
        } else {
            fit(own.shadow_batches.empty());
        }
    }
    // Called by for_each_number_chunk().
    template <class T, class Own> void numbers(std::string_view id, const char* name, Own owned_header::* of) {
        const placed_chunk there = places_.find_numbers(id);
        const part_place own = id == "AFID"   ? from_.animation_files_in
                               : id == "BFID" ? from_.bone_files_in
                                              : part_place::model;
        fit(there.place == own);
        const auto all = to_.numbers(of, name);
        const std::size_t size = there.chunk.as<T>().size();
        constexpr bool is_single = std::is_same_v<Own, std::uint32_t>; // 0 if there is none
        fit(is_single ? size != 0 || is_nothing(from_.*of) : size == all.size());
        if (!to_.why() && size != 0) {
            fit(to_.spaces()[add_space(there.chunk.file())].template put<T>(0, all));
        }
    }

private:
    static constexpr std::size_t most_roots = 32; // in addition to those with keys

    void fit(bool fits) noexcept {
        if (!fits) {
            to_.misfit();
        }
    }
    // Adds a part of one of the files.
    std::uint32_t add_space(byte_view part) {
        std::size_t number = 0;
        for (std::size_t i = 0; i < companions_.size(); ++i) {
            number = byte_view{companions_[i].bytes}.holds(part) ? i + 1 : number;
        }
        to_.spaces().emplace_back(files_[number], part);
        return static_cast<std::uint32_t>(to_.spaces().size() - 1);
    }
    // Only that of the last companion of a kind, id and variation is read.
    void add_anims() {
        for (const auto& one : to_.keys().anims()) {
            const owned_animation& own = from_.get(from_.animations)[one.first];
            const companion* const there =
                places_.companions.find(companion_kind::animation_file, one.id, one.variation);
            fit((there != nullptr) == (own.key_place == key_place::companion));
            typename record_writer<>::anim_spaces spaces{{npos, npos, npos}};
            if (there != nullptr) {
                const byte_view file{there->bytes};
                fit(key_chunks_in(file) == own.key_chunks);
                std::uint32_t whole = npos;
                if (own.key_chunks == 0) {
                    without_chunks_.push_back(static_cast<std::uint32_t>(there - companions_.data()));
                    to_.spaces().emplace_back(file_of(*there), file);
                    whole = static_cast<std::uint32_t>(to_.spaces().size() - 1);
                }
                for (const key_chunk which : {key_chunk::model, key_chunk::bones, key_chunk::attachments}) {
                    const auto i = static_cast<std::size_t>(which);
                    spaces.of[i] = whole;
                    if ((own.key_chunks >> i & 1U) != 0) {
                        to_.spaces().emplace_back(file_of(*there), find_chunk(file, id_of(which)));
                        spaces.of[i] = static_cast<std::uint32_t>(to_.spaces().size() - 1);
                    }
                }
            }
            to_.anims().push_back(spaces);
        }
    }
    [[nodiscard]] placed_bytes& file_of(const companion& one) noexcept {
        return files_[1 + static_cast<std::size_t>(&one - companions_.data())];
    }
    void check_places() noexcept {
        fit(from_.is_chunked == !places_.chunks.empty());
        fit(from_.animations_in == places_.place_of(places_.parts.sequences));
        fit(from_.bones_in == places_.place_of(places_.parts.bones));
        fit(from_.attachments_in == places_.place_of(places_.parts.attachments));
    }
    [[nodiscard]] std::uint32_t expected_roots() const noexcept {
        const bool has_combiners =
            from_.version >= first_version<model_header_264> && (from_.flags & model_has_combiners) != 0;
        std::uint32_t out = has_combiners ? 2 : 1;
        for (const part_place place : {from_.animations_in, from_.bones_in, from_.attachments_in}) {
            out += place != part_place::model ? 1U : 0U;
        }
        const bool has_extensions = find_chunk(places_.chunks, "EXP2").template record<extended_particles>() != nullptr;
        const bool has_geosets = find_chunk(places_.chunks, "PGD1").template record<particle_geosets>() != nullptr;
        return out + (has_extensions || !from_.particle_extensions.empty() ? 1U : 0U) +
               (has_geosets || !from_.particle_geosets.empty() ? 1U : 0U);
    }
    void write_skeletons() {
        std::uint32_t written = 0;
        const std::span<const owned_skeleton> all = to_.get(from_.skeletons, "m2.skeletons");
        for (const part_place place : {part_place::skeleton_file, part_place::parent_file}) {
            const chunk_list chunks = places_.chunks_in(place);
            if (chunks.empty() || to_.why()) {
                continue;
            }
            if (written >= all.size() || all[written].place != place) {
                return to_.misfit();
            }
            const owned_skeleton& own = all[written++];
            head<skeleton_header>(find_chunk(chunks, "SKL1"), own.has_header, own.header);
            head<skeleton_parent>(find_chunk(chunks, "SKPD"), own.has_parent, own.parent);
        }
        fit(written == all.size());
    }
    template <class Record, class Own> void head(const m2::chunk& there, bool has_any, const Own& own) {
        fit(has_any == (there.record<Record>() != nullptr));
        if (has_any && !to_.why()) {
            to_.template root<in_skeleton, Record>(add_space(there.file()), own);
        }
    }

    const owned_model& from_;
    std::span<const companion> companions_;
    model_files places_;
    record_writer<> to_;
    pool<placed_bytes> files_;           // the model, then the companions
    pool<std::uint32_t> without_chunks_; // .anim files, as numbers of companions
    std::uint32_t roots_ = 0, skins_ = 0;
};

}}}} // namespace effigy::v0::m2::impl
