// Writing a model as new files.
#pragma once

#include <effigy/m2/owned/writing.hpp>
#include <effigy/m2/owned/written_files.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// A file of chunks, in the order of an original, with the chunks that effigy does not know; then what it does not have.
class chunk_writer {
public:
    explicit chunk_writer(std::pmr::memory_resource* memory) : all_(memory), out_(memory) {}

    // Leaves out what the original has of this kind.
    void drop(std::string_view id) { all_.push_back({.id = id, .bytes = {}, .is_dropped = true}); }
    // `bytes` must remain until finish(). Without bytes, the chunk is written only where the original has it. `id` has
    // four characters.
    void add(std::string_view id, std::span<const std::byte> bytes, bool always = false) {
        all_.push_back({.id = id, .bytes = bytes, .is_needed = always || !bytes.empty()});
    }

    [[nodiscard]] file_bytes finish(const chunk_list& original) {
        for (const m2::chunk& one : original) {
            own* found = nullptr;
            for (own& each : all_) {
                found = each.id == one.id() && (each.is_dropped || !each.is_written) ? &each : found;
            }
            if (found == nullptr || !found->is_dropped) {
                put(one.header()->id, found != nullptr ? found->bytes : one.bytes());
            }
            if (found != nullptr) {
                found->is_written = true;
            }
        }
        for (const own& each : all_) {
            if (!each.is_written && each.is_needed) {
                text<4> id;
                convert_block(each.id.data(), std::span{id.chars}.data(), std::size(id.chars));
                put(id, each.bytes);
            }
        }
        return std::move(out_);
    }

private:
    struct own {
        std::string_view id;
        std::span<const std::byte> bytes;
        bool is_needed = false;
        bool is_dropped = false;
        bool is_written = false;
    };

    void put(const text<4>& id, std::span<const std::byte> bytes) {
        chunk_header header{};
        header.id = id;
        header.size = u32<>::of(static_cast<std::uint32_t>(bytes.size()));
        out_.append(std::as_bytes(std::span{&header, 1}));
        out_.append(bytes);
    }

    pool<own> all_;
    file_bytes out_;
};

// Writes the files in the order of the client: every list follows the one before.
template <class = when_used> class new_files {
public:
    // `original`: whose unknown chunks are kept.
    new_files(const owned_model& from, const model_files& original, std::uint64_t most,
              std::pmr::memory_resource* memory)
        : from_(from), original_(original), to_(from, most, memory), memory_(memory), numbers_(memory) {}

    [[nodiscard]] result<written_files> run() {
        to_.begin();
        to_.require(from_.flipbooks.count == 0, "m2.flipbooks", from_.flipbooks.count,
                    "none: the size of an element is unknown");
        if (to_.why()) {
            return to_.why();
        }
        is_264_ = from_.version >= first_version<model_header_264>;
        add_anims();
        write_model();
        if (is_264_) {
            write_skeletons();
            write_skins();
        }
        to_.place_keys();
        for (space& each : to_.spaces()) {
            each.align();
        }
        for (const auto& one : to_.anims()) {
            const bool has_no_chunks = one.of[0] != npos && one.of[0] == one.of[1];
            to_.check_anim(has_no_chunks ? byte_view{bytes_of(one.of[0])} : byte_view{});
        }
        for_each_number_chunk<owned_header>(*this); // without padding
        if (to_.why()) {
            return to_.why();
        }
        return take();
    }

    // Called by for_each_number_chunk().
    template <class T, class Own> void numbers(std::string_view id, const char* name, Own owned_header::* of) {
        const bool has_any = !is_nothing(from_.*of);
        const part_place place = id == "AFID"   ? from_.animation_files_in
                                 : id == "BFID" ? from_.bone_files_in
                                                : part_place::model;
        const auto all = to_.numbers(of, name);
        space list{0, memory_};
        if (has_any && to_.charge(all.size() * sizeof(T), "m2")) {
            static_cast<void>(list.append(all.size() * sizeof(T)));
            static_cast<void>(list.template put<T>(0, all));
        }
        numbers_.push_back({.id = id, .place = place, .bytes = list.take()});
    }

private:
    struct number_chunk {
        std::string_view id;
        part_place place;
        file_bytes bytes;
    };

    std::uint32_t add_space(std::uint64_t root) {
        to_.spaces().emplace_back(root, memory_);
        return static_cast<std::uint32_t>(to_.spaces().size() - 1);
    }
    [[nodiscard]] const owned_header& header() const noexcept { return from_; }

    // ---- which files there are -------------------------------------------------------------------------------------

    void add_anims() {
        for (const auto& one : to_.keys().anims()) {
            const owned_animation& own = from_.get(from_.animations)[one.first];
            typename record_writer<>::anim_spaces spaces{{npos, npos, npos}};
            if (own.key_place == key_place::companion) {
                const std::uint32_t whole = own.key_chunks == 0 ? add_space(0) : npos;
                for (std::size_t i = 0; i < std::size(spaces.of); ++i) {
                    spaces.of[i] = (own.key_chunks >> i & 1U) != 0 ? add_space(0) : whole;
                }
            }
            to_.anims().push_back(spaces);
        }
    }

    // ---- writing ---------------------------------------------------------------------------------------------------

    void write_model() {
        const bool has_combiners = is_264_ && (from_.flags & model_has_combiners) != 0;
        model_ = add_space((is_264_ ? sizeof(model_header_264) : sizeof(model_header)) +
                           (has_combiners ? sizeof(header_combiners) : 0));
        to_.at(model_).reserve(from_.size_in_bytes()); // most models are smaller
        if (is_264_) {
            to_.template root<in_model, model_header_264>(model_, header());
        } else {
            to_.template root<in_model, model_header>(model_, header());
        }
        if (has_combiners) {
            to_.template root<in_model, header_combiners>(model_, header(), sizeof(model_header_264));
        }
        if (!from_.particle_extensions.empty()) {
            extensions_ = add_space(sizeof(extended_particles));
            to_.template root<in_model, extended_particles>(extensions_, header());
        }
        if (!from_.particle_geosets.empty()) {
            geosets_ = add_space(sizeof(particle_geosets));
            to_.template root<in_model, particle_geosets>(geosets_, header());
        }
    }
    void write_skeletons() {
        part<skeleton_sequences>(animations_, from_.animations_in, key_chunk::model);
        part<skeleton_bones>(bones_, from_.bones_in, key_chunk::bones);
        part<skeleton_attachments>(attachments_, from_.attachments_in, key_chunk::attachments);
        first_head_ = static_cast<std::uint32_t>(to_.spaces().size());
        for (const owned_skeleton& one : from_.get(from_.skeletons)) {
            const std::uint32_t first = add_space(one.has_header ? sizeof(skeleton_header) : 0);
            const std::uint32_t parent = add_space(one.has_parent ? sizeof(skeleton_parent) : 0);
            if (one.has_header) {
                to_.template root<in_skeleton, skeleton_header>(first, one.header);
            }
            if (one.has_parent) {
                to_.template root<in_skeleton, skeleton_parent>(parent, one.parent);
            }
        }
    }
    template <class Record> void part(std::uint32_t& number, part_place place, key_chunk keys) {
        if (place != part_place::model) {
            number = add_space(sizeof(Record));
            to_.template root<in_skeleton, Record>(number, header(), 0, keys);
        }
    }
    // Client files from version 272 on have a list of shadow batches, those of 264 have none (12 of 12).
    void write_skins() {
        constexpr std::uint32_t first_with_shadows = 272;
        first_skin_ = static_cast<std::uint32_t>(to_.spaces().size());
        for (const owned_skin_profile& one : from_.get(from_.skin_profiles)) {
            const bool has_shadows = from_.version >= first_with_shadows || !one.shadow_batches.empty();
            const std::uint32_t number =
                add_space(sizeof(skin_header) + (has_shadows ? sizeof(skin_header_shadows) : 0));
            const std::uint64_t size = size_of(one), most = from_.size_in_bytes(); // the counts may be wrong
            to_.at(number).reserve(size < most ? size : most);
            constexpr std::string_view magic = "SKIN";
            static_cast<void>(to_.spaces()[number].template put<char>(0, std::span<const char>{magic}));
            to_.template root<in_skin, skin_profile_header>(number, one, magic.size());
            if (has_shadows) {
                to_.template root<in_skin, skin_header_shadows>(number, one, sizeof(skin_header));
            }
        }
    }

    [[nodiscard]] static std::uint64_t size_of(const owned_skin_profile& of) noexcept {
        constexpr std::uint64_t header_and_gaps = 0x100;
        const auto bytes = [](std::uint64_t count, std::uint64_t size) { return count * size; };
        return header_and_gaps + bytes(of.vertex_lookup.count, sizeof(u16<>)) +
               bytes(of.triangles.count, sizeof(u16<>)) + bytes(of.palette_joints.count, sizeof(palette_joints)) +
               bytes(of.submeshes.count, submesh_size(newest_version)) + bytes(of.batches.count, sizeof(batch)) +
               bytes(of.shadow_batches.count, sizeof(shadow_batch));
    }

    // ---- files -----------------------------------------------------------------------------------------------------

    [[nodiscard]] std::span<const std::byte> bytes_of(std::uint32_t space) {
        return number_of_spaces() > space ? std::span<const std::byte>{to_.spaces()[space].bytes()}
                                          : std::span<const std::byte>{};
    }
    [[nodiscard]] std::size_t number_of_spaces() { return to_.spaces().size(); }
    void add_numbers(chunk_writer& to, part_place of) const {
        for (const number_chunk& one : numbers_) {
            if (one.place == of) {
                to.add(one.id, one.bytes, of != part_place::model);
            } else if (comes_before(of, one.place)) {
                to.drop(one.id);
            }
        }
    }
    // Whether what the file `a` has replaces what `b` has.
    [[nodiscard]] static bool comes_before(part_place a, part_place b) noexcept {
        return a != b && (a == part_place::skeleton_file || b == part_place::model);
    }
    [[nodiscard]] written_files take() {
        written_files out{.model = file_bytes{memory_}, .companions = pool<written_companion>{memory_}};
        if (from_.is_chunked) {
            chunk_writer chunks{memory_};
            chunks.add("MD21", bytes_of(model_));
            add_numbers(chunks, part_place::model);
            chunks.add("EXP2", bytes_of(extensions_));
            chunks.add("PGD1", bytes_of(geosets_));
            out.model = chunks.finish(original_.chunks);
        } else {
            out.model = to_.spaces()[model_].take();
        }
        if (is_264_) {
            take_companions(out.companions);
        }
        return out;
    }
    // In the order of comes_before.
    void take_companions(pool<written_companion>& out) {
        std::uint32_t number = first_skin_;
        for (const owned_skin_profile& one : from_.get(from_.skin_profiles)) {
            out.push_back(
                {companion_kind::skin_file, static_cast<std::uint16_t>(one.number), 0, to_.spaces()[number++].take()});
        }
        number = 0;
        for (const auto& one : to_.keys().anims()) {
            const auto& spaces = to_.anims()[number++];
            const owned_animation& own = from_.get(from_.animations)[one.first];
            if (own.key_place == key_place::companion) {
                out.push_back({companion_kind::animation_file, one.id, one.variation, keys_of(own, spaces.of)});
            }
        }
        number = first_head_;
        for (const owned_skeleton& one : from_.get(from_.skeletons)) {
            out.push_back({one.place == part_place::skeleton_file ? companion_kind::skeleton_file
                                                                  : companion_kind::parent_skeleton_file,
                           0, 0, skeleton(one, number)});
            number += 2;
        }
    }
    [[nodiscard]] file_bytes keys_of(const owned_animation& of, const std::uint32_t (&spaces)[3]) {
        if (of.key_chunks == 0) {
            return to_.spaces()[spaces[0]].take();
        }
        const companion* const there = original_.companions.find(companion_kind::animation_file, of.id, of.variation);
        chunk_writer chunks{memory_};
        for (const key_chunk which : {key_chunk::model, key_chunk::attachments, key_chunk::bones}) {
            const std::uint32_t number = spaces[static_cast<std::size_t>(which)];
            if (number != npos) {
                chunks.add(id_of(which), bytes_of(number), true);
            }
        }
        const bool has_chunks = there != nullptr && has_key_chunks(byte_view{there->bytes});
        return chunks.finish(has_chunks ? chunks_of(byte_view{there->bytes}) : chunk_list{});
    }
    [[nodiscard]] file_bytes skeleton(const owned_skeleton& of, std::uint32_t head) {
        chunk_writer chunks{memory_};
        chunks.add("SKL1", bytes_of(head));
        chunks.add("SKPD", bytes_of(head + 1));
        add_numbers(chunks, of.place);
        const auto add = [&](std::string_view id, part_place place, std::uint32_t number) {
            if (place == of.place) {
                chunks.add(id, bytes_of(number));
            } else if (comes_before(of.place, place)) {
                chunks.drop(id);
            }
        };
        add("SKS1", from_.animations_in, animations_);
        add("SKB1", from_.bones_in, bones_);
        add("SKA1", from_.attachments_in, attachments_);
        const chunk_list there = original_.chunks_in(of.place);
        const bool is_skeleton = !there.empty() && there.begin()->id() == "SKL1";
        return chunks.finish(is_skeleton ? there : chunk_list{});
    }

    const owned_model& from_;
    const model_files& original_;
    record_writer<> to_;
    std::pmr::memory_resource* memory_;
    bool is_264_ = false;
    // Numbers of spaces.
    std::uint32_t model_ = npos, extensions_ = npos, geosets_ = npos, animations_ = npos, bones_ = npos,
                  attachments_ = npos, first_head_ = npos, first_skin_ = npos;
    pool<number_chunk> numbers_;
};

}}}} // namespace effigy::v0::m2::impl
