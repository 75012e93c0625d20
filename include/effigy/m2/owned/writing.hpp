// Writing the records of an owning model.
#pragma once

#include <effigy/m2/owned/check_model.hpp>
#include <effigy/m2/owned/fields.hpp>
#include <effigy/m2/owned/key_table.hpp>
#include <effigy/m2/owned/space.hpp>
#include <effigy/m2/owned/tracks.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// Writes records and the lists that they refer to, depth first in the order of the fields. In an original, lists keep
// their places, if they keep their sizes. In new files, each list follows the one before, and the keys of animations
// follow everything else. The first error is kept.
template <class = when_used> class record_writer {
public:
    record_writer(const owned_model& from, std::uint64_t most, std::pmr::memory_resource* memory)
        : from_(from), keys_(memory), spaces_(memory), anims_(memory), pending_(memory), left_(most) {}

    [[nodiscard]] const error& why() const noexcept { return why_; }
    [[nodiscard]] pool<space>& spaces() noexcept { return spaces_; }
    [[nodiscard]] space& at(std::uint32_t number) noexcept { return spaces_[number]; }
    [[nodiscard]] const key_table<>& keys() const noexcept { return keys_; }
    // The spaces with the keys of each .anim of keys(); npos: there is none.
    struct anim_spaces {
        std::uint32_t of[3]; // by key_chunk
    };
    [[nodiscard]] pool<anim_spaces>& anims() noexcept { return anims_; }

    // Must be called first. Checks what does not depend on a place.
    void begin() {
        if (from_.version < oldest_version || from_.version > newest_version) {
            fail(errc::bad_version, "m2.version", from_.version, newest_version, "256 .. 274");
            return;
        }
        is_264_ = from_.version >= first_version<model_header_264>;
        awaits_skeleton_ = from_.skeleton_file != 0 && !has_place(from_, part_place::skeleton_file);
        const error found = keys_.fill(get(from_.animations, "m2.animations"), from_.version);
        why_ = why_ ? why_ : found;
        check_model(from_, *this);
    }

    // Writes the record at the start of a space, or at `offset`. `keys`: see root_place.
    template <class File, class Stored, class Own>
    void root(std::uint32_t number, const Own& own, std::uint64_t offset = 0, key_chunk keys = key_chunk::model) {
        space_ = number;
        key_chunk_ = keys;
        put_record<File, Stored>(own, offset);
    }

    void fail(errc code, const char* path, std::int64_t found, std::uint64_t need = 0,
              const char* expected = "") noexcept {
        if (!why_) {
            why_ = error{{path}, code, need, found, expected};
            why_.path_prefix = prefix_;
            why_ = element_ != npos ? why_.within(element_) : why_;
            why_ = number_ != npos ? why_.within(number_) : why_;
        }
    }
    void require_in(const char* prefix, bool holds, const char* path, std::uint64_t found,
                    const char* expected) noexcept {
        prefix_ = prefix;
        require(holds, path, found, expected);
        prefix_ = "";
    }
    void require(bool holds, const char* path, std::uint64_t found, const char* expected) noexcept {
        if (!holds) [[unlikely]] {
            fail(errc::bad_value, path, static_cast<std::int64_t>(found), 0, expected);
        }
    }
    // The original has no place for this model. The error only ends the writing: encode() makes new files then.
    void misfit() noexcept { fail(errc::bad_value, "m2", 0, 0, "the sizes of the original"); }

    // Nothing says whether an .anim has chunks but its first bytes. `file`: one that has none.
    void check_anim(byte_view file) noexcept {
        require(!has_key_chunks(file), "anim", 0, "keys that do not begin like a chunk");
    }

    // Returns the elements of a list. An error if they are not in the pool.
    template <class T> [[nodiscard]] std::span<const T> get(const pool_slice<T>& of, const char* path) noexcept {
        const std::span<const T> found = from_.get<T>(of);
        if (found.size() != of.count) {
            fail(errc::out_of_bounds, path, static_cast<std::int64_t>(std::uint64_t{of.first} + of.count),
                 from_.all<T>().size(), "the elements of the pool");
        }
        return found;
    }
    // Returns the numbers of a chunk: those of a list, or a single one.
    template <class T> [[nodiscard]] std::span<const T> numbers(pool_slice<T> owned_header::* of, const char* name) {
        prefix_ = "m2.";
        const std::span<const T> out = get(from_.*of, name);
        prefix_ = "";
        return out;
    }
    [[nodiscard]] std::span<const std::uint32_t> numbers(std::uint32_t owned_header::* of, const char*) const noexcept {
        return {&(from_.*of), 1};
    }
    // Lists that many records share must not multiply.
    [[nodiscard]] bool charge(std::uint64_t bytes, const char* path) noexcept {
        if (bytes > left_) {
            fail(errc::budget, path, static_cast<std::int64_t>(bytes), left_);
            return false;
        }
        left_ -= bytes;
        return !why_;
    }
    template <wire T, class Host> void put(std::uint64_t offset, std::span<const Host> records) {
        if (!why_ && !here().template put<T>(offset, records)) {
            misfit();
        }
    }
    // A list without references: numbers, characters.
    template <class Own, class T>
    void block(const pool_slice<Own>& own, array_ref<T>& stored, const char* path) {
        const std::span<const Own> all = get(own, path);
        put<T>(place(here(), stored, own.count, sizeof(T), path), all);
    }

    // Places the keys of animations in new files. Round i places those of animation i, track by track.
    void place_keys() {
        pool<std::uint32_t> unfinished{pending_.resource()};
        unfinished.reserve(pending_.size());
        for (std::uint32_t i = 0; i < pending_.size(); ++i) {
            unfinished.push_back(i);
        }
        for (std::uint32_t round = 0; !unfinished.empty() && !why_; ++round) {
            std::size_t left = 0;
            for (const std::uint32_t number : unfinished) {
                const pending_lists& lists = pending_[number];
                lists.place(*this, lists, round);
                if (round + 1 < lists.count) {
                    unfinished[left++] = number;
                }
            }
            unfinished.resize(left);
        }
        share_keys();
    }

private:
    // Refers aliases to the keys of their targets.
    void share_keys() {
        pool<std::uint32_t> aliases{pending_.resource()};
        for (std::uint32_t i = 0; i < keys_.size(); ++i) {
            if (keys_.target_of(i) != i) {
                aliases.push_back(i);
            }
        }
        for (const pending_lists& lists : pending_) {
            space& in = spaces_[lists.space];
            for (std::size_t i = 0; i < aliases.size() && aliases[i] < lists.count && !why_; ++i) {
                const std::uint64_t at = lists.at + std::uint64_t{aliases[i]} * sizeof(unknown_list);
                const std::uint64_t target =
                    lists.at + std::uint64_t{keys_.target_of(aliases[i])} * sizeof(unknown_list);
                const bool is_missing = space_of(lists.space, lists.keys, aliases[i]) == npos;
                if (!is_missing && in.template find<unknown_list>(at)->offset == shared_offset) {
                    const unknown_list keys = *in.template find<unknown_list>(target);
                    fit(in.template put<unknown_list>(at, std::span<const unknown_list>{&keys, 1}));
                }
            }
        }
    }

    // ---- places ----------------------------------------------------------------------------------------------------

    [[nodiscard]] space& here() noexcept { return spaces_[space_]; }
    // Returns the place of a list, to which `stored` refers then. An empty list of an original keeps its offset.
    template <class Reference>
    std::uint64_t place(space& in, Reference& stored, std::uint64_t count, std::uint64_t size, const char* path) {
        const std::uint64_t bytes = count * size;
        if (!charge(bytes, path)) {
            return 0;
        }
        if (!in.is_new()) {
            fit(stored.count == count && (count == 0 || in.places().fits(stored.offset, bytes)));
            return count != 0 ? std::uint64_t{stored.offset} : 0;
        }
        const std::uint64_t at = count != 0 ? in.append(bytes) : 0;
        if (at + bytes > 0xFFFF'FFFF) {
            fail(errc::budget, path, static_cast<std::int64_t>(at + bytes), 0xFFFF'FFFF);
        }
        stored.count = u32<>::of(static_cast<std::uint32_t>(count));
        stored.offset = u32<>::of(static_cast<std::uint32_t>(at));
        return at;
    }

    // ---- records ---------------------------------------------------------------------------------------------------

    template <class File, class Stored, class Own> void put_record(const Own& own, std::uint64_t offset) {
        Stored out{};
        if (!here().is_new()) {
            const Stored* const there = here().places().template record_at<Stored>(offset);
            if (there == nullptr) {
                return misfit();
            }
            out = *there;
        }
        fields<File>(own, out);
        complete<File>(own, out);
        put<Stored>(offset, std::span<const Stored>{&out, 1});
    }
    template <class File, class Own, class Stored> void fields(const Own& own, Stored& out) {
        if constexpr (is_track<Stored>) {
            track(own, out, paths_of<Stored, File>[0].chars);
        } else {
            std::size_t i = 0;
            Stored::template fields<Own, Stored>(
                [&]<class T, class A, class U, class B>(const effigy::field& of, T A::* from, U B::* to) {
                    const char* const path = paths_of<Stored, File>[i++].chars;
                    const bool is_elsewhere = std::is_same_v<Own, owned_header> && is_root<Stored> &&
                                              std::is_same_v<File, in_model> && is_replaced(from_, of.name);
                    if (!why_ && !is_elsewhere) {
                        field<File>(own, own.*from, out.*to, path);
                    }
                });
        }
    }
    template <class File, class Record, class Own, class Stored>
    void field([[maybe_unused]] const Record& in, const Own& own, Stored& out, const char* path) {
        if constexpr (is_packed_track<Stored>) {
            track(packed_rotation(in), out, path);
        } else if constexpr (is_track<Stored>) {
            track(own, out, path);
        } else if constexpr (reference_to_records<Stored>) {
            list<File>(own, out, path);
        } else if constexpr (std::is_same_v<Stored, unknown_list>) {
            fit(here().is_new() || equal(own, out));
            convert(own, out);
        } else if constexpr (!std::is_same_v<Stored, stored_emission_263>) { // see complete()
            convert(own, out);
        }
    }
    template <class File, class Own, class T>
    void list(const pool_slice<Own>& own, array_ref<T>& stored, const char* path) {
        if constexpr (std::is_same_v<T, submesh>) {
            const std::uint32_t size = submesh_size(from_.version);
            put_each<T>(get(own, path), place(here(), stored, own.count, size, path), size);
        } else if constexpr (refers<T> || !std::is_same_v<Own, host_form<T>>) {
            const std::size_t which = declaration_of(declarations<T>{}, from_.version);
            typename declarations<T>::array{}.visit(which, [&]<class Record>(const array<Record>&) {
                const std::span<const Own> all = get(own, path);
                const std::uint64_t at = place(here(), stored, own.count, sizeof(Record), path);
                for (std::uint32_t i = 0; i < all.size() && !why_; ++i) {
                    number_ = i;
                    put_record<File, Record>(all[i], at + std::uint64_t{i} * sizeof(Record));
                }
                number_ = npos;
            });
        } else {
            block(own, stored, path);
        }
    }
    template <wire T, class Own>
    void put_each(std::span<const Own> all, std::uint64_t offset, std::uint64_t stride) {
        for (const Own& one : all) {
            put<T>(offset, std::span<const Own>{&one, 1});
            offset += stride;
        }
    }

    // ---- what differs between versions -----------------------------------------------------------------------------

    // Checks what the declaration does not store, and writes what it stores in other fields.
    template <class File, class Own, class Stored> void complete(const Own& own, Stored& out) {
        if constexpr (!is_track<Stored> && !is_root<Stored>) {
            prefix_ = prefix_of<Stored, File>.chars;
            std::size_t i = 0;
            for_each_field(own, [&](const effigy::field& of, const auto& value) {
                if (is_unstored<Stored, Own>[i++] && !is_nothing(value)) [[unlikely]] {
                    fail(errc::bad_value, of.name, 1, 0, "nothing: this version does not store it");
                }
            });
            finish(own, out);
            prefix_ = "";
        }
    }
    static void finish(const auto&, const auto&) noexcept {}
    void finish(const owned_animation& own, const animation_record&) noexcept {
        require(own.duration == (own.end > own.start ? own.end - own.start : 0), "duration", own.duration,
                "the time from start to end");
        require(own.key_place == key_place::file, "keyPlace", 1, "the file");
        require(own.key_chunks == 0, "keyChunks", own.key_chunks, "no chunks");
    }
    void finish(const owned_animation& own, const animation_record_264&) noexcept {
        require(own.start == 0, "start", own.start, "0");
        require(own.end == own.duration, "end", own.end, "the duration");
    }
    void finish(const owned_bone& own, const bone_record&) noexcept {
        require(own.packed_rotations.empty() && own.packed_parts.empty(), "packedRotations", 1,
                "nothing: this version does not store it");
    }
    template <keying K> void finish(const owned_bone& own, const basic_bone_record_260<form::little, K>&) noexcept {
        require(own.rotation.values.empty() && own.rotation.parts.empty(), "rotation.values", 1,
                "packed rotations from version 260 on");
    }
    void finish(const owned_skin_profile& own, const skin_profile_header& out) {
        const bool has_sortings = from_.version >= 260;
        const auto sortings = get(own.submesh_sortings, "submeshSortings");
        require(sortings.size() == (has_sortings ? own.submeshes.count : 0), "submeshSortings", sortings.size(),
                "one per submesh from version 260 on");
        if (!why_) {
            put_each<submesh_sorting>(sortings, std::uint64_t{out.submeshes.offset} + sizeof(submesh),
                                      submesh_size(from_.version));
        }
        if (!is_264_) {
            require(own.number == number_, "number", own.number, "its place in the list");
            require(own.shadow_batches.empty(), "shadowBatches", own.shadow_batches.count,
                    "nothing: this version does not store it");
        }
    }
    template <class Stored>
        requires(std::is_base_of_v<particle_record_264, Stored> || std::is_same_v<Stored, particle_record>)
    void finish(const owned_particle& own, Stored& out) noexcept {
        if constexpr (!std::is_same_v<Stored, particle_record>) {
            out.emission = turned<basic_emission_263<form::host>, stored_emission_263>(own.emission);
        } else if (own.emits_by_color) {
            keep(turned<basic_emission_263<form::host>, stored_emission_263>(own.emission), out.emission);
        } else {
            keep(turned<basic_emission<form::host>, stored_emission>(own.emission), out.emission);
        }
        const auto written = access::make<particle>(context{{}, from_.version}, &out);
        require(own.emits_by_color == written.emits_by_color(), "emitsByColor", own.emits_by_color ? 1 : 0,
                "what the version and the bytes say");
        require(equal(own.emits, written.emission()), "emits", own.emits.blend, "what the bytes say");
    }
    // Returns the record whose host form the bytes contain.
    template <class Own, class Stored>
    [[nodiscard]] static Stored turned(const std::uint8_t (&bytes)[sizeof(Own)]) noexcept {
        Stored out{};
        convert(std::bit_cast<Own>(std::to_array(bytes)), out);
        return out;
    }
    template <class Stored> static void keep(const Stored& record, u8 (&bytes)[sizeof(Stored)]) noexcept {
        const auto turned = std::bit_cast<std::array<u8, sizeof(Stored)>>(record);
        convert_block(std::span<const u8>{turned}, std::span<u8>{bytes});
    }

    // ---- tracks ----------------------------------------------------------------------------------------------------

    template <class Track> static constexpr bool is_packed_track =
        std::is_same_v<Track, track_header<packed_quat>> || std::is_same_v<Track, track_header_264<packed_quat>>;

    template <class Own, class Track> void track(const Own& own, Track& out, const char* path) {
        prefix_ = path;
        if constexpr (is_life_track<Track>) {
            block(own.ages, out.ages, "ages");
            block(own.values, out.values, "values");
        } else {
            convert(own.interpolation, out.interpolation);
            convert(own.global_sequence, out.global_sequence);
            if constexpr (is_timeline_track<Track>) {
                timeline(own, out);
            } else {
                listed(own, out);
            }
        }
        prefix_ = "";
    }
    template <class Own, class Track> void timeline(const Own& own, Track& out) {
        block(own.ranges, out.ranges, "ranges");
        block(own.times, out.times, "times");
        if constexpr (requires { out.values; }) {
            block(own.values, out.values, "values");
        }
        require(own.parts.empty(), "parts", own.parts.count, "no lists per animation before version 264");
        require(own.missing.empty(), "missing", own.missing.count, "no missing keys before version 264");
    }
    template <class Own, class Track> void listed(const Own& own, Track& out) {
        using lists = std::remove_cvref_t<decltype(get(own.parts, "")[0])>;
        require(own.ranges.empty(), "ranges", own.ranges.count, "no ranges from version 264 on");
        require(own.times.empty() || !own.parts.empty(), "times", own.times.count, "times in lists per animation");
        const auto missing = get(own.missing, "missing");
        constexpr bool has_values = requires { out.values; };
        std::uint64_t keys = 0;
        for (const owned_missing_keys& one : missing) {
            keys += std::uint64_t{one.times.count} + one.values.count;
            require(has_values || is_nothing(one.values), "missing", one.values.count, "no values of an event");
            for (const auto& list : {one.times, one.values}) {
                require(list.count != 0 || list.offset == 0, "missing", list.offset, "offset 0 without keys");
            }
        }
        require(missing.empty() || (missing.size() == own.parts.count && keys != 0), "missing", missing.size(),
                "one per part, or none if no keys are missing");
        const auto parts = get(own.parts, "parts");
        if (why_) {
            return;
        }
        if constexpr (has_values) {
            require(own.values.empty() || !own.parts.empty(), "values", own.values.count,
                    "values in lists per animation");
            if (!here().is_new()) { // views use the lists that have both
                const std::uint32_t times = out.times.count, values = out.values.count;
                fit((times < values ? times : values) == parts.size());
            }
            key_lists<&lists::times, &owned_missing_keys::times>(own.parts, missing, out.times, "times[]");
            key_lists<&lists::values, &owned_missing_keys::values>(own.parts, missing, out.values, "values[]");
        } else {
            fit(here().is_new() || out.times.count == parts.size());
            key_lists<&lists::times, &owned_missing_keys::times>(own.parts, missing, out.times, "times[]");
        }
    }
    void fit(bool fits) noexcept {
        if (!fits) {
            misfit();
        }
    }

    // A list with one list per animation, in a new file.
    struct pending_lists {
        std::uint32_t space;
        key_chunk keys;
        std::uint64_t at;
        std::uint32_t first, count; // the parts in their pool
        void (*place)(record_writer&, const pending_lists&, std::uint32_t number);
    };
    // Means that an alias has the keys of its target. No list begins there.
    static constexpr std::uint32_t shared_offset = 0xFFFF'FFFF;

    // Writes the references to the lists of keys of all animations. In an original, also the keys.
    template <auto Keys, auto Missing, class Part, class T>
    void key_lists(const pool_slice<Part>& own, std::span<const owned_missing_keys> missing,
                   array_ref<array_ref<T>>& out, const char* path) {
        const std::span<const Part> parts = from_.get<Part>(own);
        const bool is_new = here().is_new();
        const std::uint64_t at =
            place(here(), out, is_new ? parts.size() : std::uint64_t{out.count}, sizeof(unknown_list), path);
        if (is_new && !why_) {
            here().clear(at, parts.size() * sizeof(unknown_list));
        }
        const auto there = here().places().template array_at<array_ref<T>>(at, is_new ? 0 : out.count.get());
        put<array_ref<T>>(at, std::span<const array_ref<T>>{there});
        for (std::uint32_t i = 0; i < parts.size() && !why_; ++i) {
            element_ = i;
            const auto& keys = parts[i].*Keys;
            const auto all = get(keys, path);
            const auto lost = missing.empty() ? basic_unknown_list<form::host>{} : missing[i].*Missing;
            const std::uint32_t where = space_of(space_, key_chunk_, i);
            if (where != npos) {
                require(is_nothing(missing.empty() ? owned_missing_keys{} : missing[i]), path, i,
                        "no missing keys where the file is known");
                if (!is_new) {
                    fit(there[i].count == keys.count);
                    put_keys<T>(where, there[i], all);
                }
            } else {
                require(all.empty(), path, all.size(), "no keys, since their file is missing");
                fit(is_new || (there[i].count == lost.count && (lost.count == 0 || there[i].offset == lost.offset)));
            }
            if (is_new && !is_nothing(lost)) {
                array_ref<T> pair{};
                pair.count = u32<>::of(lost.count);
                pair.offset = u32<>::of(lost.offset);
                put<array_ref<T>>(at + std::uint64_t{i} * sizeof(pair), std::span<const array_ref<T>>{&pair, 1});
            }
        }
        element_ = npos;
        if (is_new && !parts.empty()) {
            pending_.push_back({.space = space_,
                                .keys = key_chunk_,
                                .at = at,
                                .first = own.first,
                                .count = own.count,
                                .place = &place_part<Keys, Part, T>});
        }
    }
    template <class T, class Own>
    void put_keys(std::uint32_t where, const array_ref<T>& there, std::span<const Own> all) {
        space& to = spaces_[where];
        const std::uint64_t bytes = all.size() * std::uint64_t{sizeof(T)};
        if (!all.empty() && charge(bytes, "")) {
            fit(to.places().fits(there.offset, bytes) && to.template put<T>(there.offset, all));
        }
    }
    // Returns the space with the keys of an animation, for tracks in `home`; npos if they are missing.
    [[nodiscard]] std::uint32_t space_of(std::uint32_t home, key_chunk keys, std::uint32_t number) const noexcept {
        if (number >= keys_.size()) {
            return awaits_skeleton_ ? npos : home;
        }
        const std::uint32_t anim = keys_.anim_of(number);
        return anim == keys_.in_file ? home : anims_[anim].of[static_cast<std::size_t>(keys)];
    }

    template <auto Keys, class Part, class T>
    static void place_part(record_writer& by, const pending_lists& lists, std::uint32_t number) {
        const std::span<const Part> parts = std::span{by.from_.template all<Part>()}.subspan(lists.first, lists.count);
        const auto& own = parts[number].*Keys;
        const std::uint32_t where = by.space_of(lists.space, lists.keys, number);
        if (own.empty() || where == npos) {
            return;
        }
        array_ref<T> pair{};
        const std::uint32_t target = by.keys_.target_of(number);
        if (target != number && target < lists.count && where == by.space_of(lists.space, lists.keys, target) &&
            by.are_same(own, parts[target].*Keys)) {
            by.leave_hole(by.spaces_[where], own.count * std::uint64_t{sizeof(T)});
            pair.count = u32<>::of(own.count);
            pair.offset = u32<>::of(shared_offset);
        } else {
            const std::uint64_t at = by.place(by.spaces_[where], pair, own.count, sizeof(T), "m2");
            by.fit(by.why_ || by.spaces_[where].template put<T>(at, by.from_.get(own)));
        }
        const std::uint64_t at = lists.at + std::uint64_t{number} * sizeof(pair);
        by.fit(by.spaces_[lists.space].template put<array_ref<T>>(at, std::span<const array_ref<T>>{&pair, 1}));
    }
    template <class Own> [[nodiscard]] bool are_same(const pool_slice<Own>& a,
                                                     const pool_slice<Own>& b) const noexcept {
        bool same = a.count == b.count;
        if (same && a.first != b.first) {
            const auto left = from_.get<Own>(a), right = from_.get<Own>(b);
            for (std::size_t i = 0; i < left.size() && same; ++i) {
                same = equal(left[i], right[i]);
            }
        }
        return same;
    }
    // The client leaves room for the keys of an alias (all client files).
    void leave_hole(space& in, std::uint64_t size) {
        if (charge(size, "m2")) {
            in.append_zeros(size);
        }
    }

    const owned_model& from_;
    key_table<> keys_;
    pool<space> spaces_;
    pool<anim_spaces> anims_;
    pool<pending_lists> pending_;
    std::uint64_t left_;
    bool is_264_ = false, awaits_skeleton_ = false;

    // What is written.
    std::uint32_t space_ = 0;
    key_chunk key_chunk_ = key_chunk::model;
    const char* prefix_ = "";                      // of the path
    std::uint32_t number_ = npos, element_ = npos; // of the record, of the animation
    error why_;
};

}}}} // namespace effigy::v0::m2::impl
