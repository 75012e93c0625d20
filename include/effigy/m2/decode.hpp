// Models that own their data: host-endian, aligned, in one pool per type, with everything that the views show except
// addresses. The memory comes from a std::pmr::memory_resource:
// - without overlapping lists: about the size of the files
// - with overlapping lists, as in a few files: at most six times that size plus 80 KiB
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// Compares bit by bit, see equal().
EFFIGY_API [[nodiscard]] bool operator==(const owned_model& a, const owned_model& b);

// Returns a copy of the model that owns its data. Error: budget, if the copy would need more memory than
// stated above.
EFFIGY_API [[nodiscard]] result<owned_model>
decode(const model& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Declared in m2/encode.hpp, as lint() is in lint.hpp: see view.hpp.
struct include_effigy_m2_encode_hpp;
template <std::same_as<owned_model> Owned> include_effigy_m2_encode_hpp encode(const Owned& from, ...);

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/m2/order/roots.hpp>
#include <effigy/m2/view/key_places.hpp>

namespace effigy { inline namespace v0 { namespace impl {

template <template <form, m2::keying> class Record, form F, m2::keying K> struct in_host_form<Record<F, K>> {
    using type = Record<form::host, m2::keying::timeline>;
};

}}} // namespace effigy::v0::impl

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {
using namespace effigy::impl;

// The type that an owning model has for a record of any version.
template <class T> struct owned_of {
    using type = typename owned_form<host_form<oldest_of<T>>>::type;
};
template <class T> struct owned_of<track_header_264<T>> {
    using type = owned_track<host_form<T>>;
};

// Where the keys of animations are, and which animations share them.
template <class = when_used> class key_files {
public:
    void fill(const context& home, const animation_list& all) noexcept {
        home_ = &home;
        count_ = all.size() < capacity ? static_cast<std::uint32_t>(all.size()) : capacity;
        for (std::uint32_t i = 0; i < count_; ++i) {
            if (i < known) {
                known_[i] = home.keys_of(i).bytes;
            }
            const std::uint32_t alias_of = all.resolve_alias(i);
            const std::uint32_t first = alias_of < i ? twins_[alias_of] : i;
            twins_[i] = static_cast<std::uint16_t>(find(first).bytes().data() == find(i).bytes().data() ? first : i);
        }
    }
    [[nodiscard]] EFFIGY_INLINE byte_view find(std::uint32_t number) noexcept {
        return number < known && number < count_ ? known_[number] : places_.find(*home_, number).bytes;
    }
    [[nodiscard]] bool is_there(std::uint32_t number) noexcept { return places_.find(*home_, number).is_there(); }
    // Returns an earlier animation whose keys are in the same file: if its lists have the same offsets and counts, its
    // keys are the same. Returns `number` if there is none.
    [[nodiscard]] EFFIGY_INLINE std::uint32_t twin_of(std::uint32_t number) const noexcept {
        return number < count_ ? twins_[number] : number;
    }

private:
    static constexpr std::uint32_t capacity = 1024; // as in key_places
    static constexpr std::uint32_t known = 256;     // files have at most 186 animations (measured)

    const context* home_ = nullptr;
    std::uint32_t count_ = 0;
    key_places places_;
    byte_view known_[known];
    std::uint16_t twins_[capacity]{};
};

template <class = when_used> class decoder : pool_filler<owned_model> {
public:
    decoder(const model& from, std::pmr::memory_resource* memory) : pool_filler(memory), from_(from) {}

    [[nodiscard]] result<owned_model> run() {
        if (from_.version() == 0) {
            return result<owned_model>{std::move(made)};
        }
        return from_.version() < first_version<model_header_264> ? run_with(nullptr) : run_with_keys();
    }

private:
    [[nodiscard]] result<owned_model> run_with_keys() {
        key_files<> keys;
        return run_with(&keys);
    }
    [[nodiscard]] result<owned_model> run_with(key_files<>* keys) {
        keys_ = keys;
        return fill("m2", memory_limit(bytes_of(from_)), [&] { decode_all(); });
    }

    // ---- files -----------------------------------------------------------------------------------------------------

    void decode_all() {
        files_ = model_files::of(from_);
        for_each_root(files_, *this);
        made.is_chunked = !files_.chunks.empty();
        for_each_number_chunk<owned_header>(*this);
        made.skin_profile_count = from_.skin_profile_count();
        if (keys_ != nullptr) {
            made.skin_profiles = this->template since<owned_skin_profile>(0);
            made.animations_in = files_.place_of(files_.parts.sequences);
            made.bones_in = files_.place_of(files_.parts.bones);
            made.attachments_in = files_.place_of(files_.parts.attachments);
            made.skeletons = put_skeletons();
        }
    }

public:
    // Called by for_each_root(). The lists of a .skel replace those of the header.
    template <class File, class Lists> void root(const root_place& at, const Lists& lists) {
        if (home_.file().bytes().data() != at.file.bytes().data()) {
            home_ = access::context(from_).in(at.file, at.keys);
            if (keys_ != nullptr) {
                keys_->fill(home_, from_.animations());
            }
        }
        decode(lists, static_cast<owned_header&>(made));
    }
    void skin(byte_view file, std::uint32_t number) { push(own_profile(profile_of(file, number))); }
    // Called by for_each_number_chunk().
    template <class T, class Own> void numbers(std::string_view id, const char*, Own owned_header::* to) {
        const placed_chunk found = files_.find_numbers(id);
        const array<T> all = found.chunk.as<T>();
        if constexpr (std::is_same_v<Own, std::uint32_t>) {
            made.*to = all.empty() ? 0 : all[0].get();
        } else {
            made.*to = this->template put_all<host_form<T>>(all);
        }
        if (id == "AFID") {
            made.animation_files_in = found.place;
        } else if (id == "BFID") {
            made.bone_files_in = found.place;
        }
    }

private:
    pool_slice<owned_skeleton> put_skeletons() {
        const std::size_t first = size<owned_skeleton>();
        for (const part_place place : {part_place::skeleton_file, part_place::parent_file}) {
            if (const chunk_list chunks = files_.chunks_in(place); !chunks.empty()) {
                push(own_skeleton(place, chunks));
            }
        }
        return this->template since<owned_skeleton>(first);
    }
    [[nodiscard]] owned_skeleton own_skeleton(part_place place, const chunk_list& chunks) {
        owned_skeleton own;
        own.place = place;
        const m2::chunk first = find_chunk(chunks, "SKL1");
        if (const auto* const header = first.record<skeleton_header>()) {
            home_ = context{first.file(), newest_version};
            own.has_header = true;
            decode(*header, own.header);
        }
        if (const auto* const parent = find_chunk(chunks, "SKPD").record<skeleton_parent>()) {
            own.has_parent = true;
            decode(*parent, own.parent);
        }
        return own;
    }

    // ---- lists -----------------------------------------------------------------------------------------------------

    template <class T> pool_slice<typename owned_of<T>::type> put(const array_ref<T>& list) {
        using own_type = typename owned_of<T>::type;
        if constexpr (refers<T>) {
            const std::size_t which = declaration_of(declarations<T>{}, home_.version());
            const typename declarations<T>::array records{home_.file(), list.offset, list.count, which};
            return records.visit(which, [&](const auto& stored) { return put_records<own_type>(stored); });
        } else {
            return put_all<own_type>(home_.get(list));
        }
    }
    template <class Own, class Records> pool_slice<Own> put_records(const Records& records) {
        return put_each(records, [&](const auto& stored) {
            Own own{};
            decode(stored, own);
            complete(stored, own);
            return own;
        });
    }
    pool_slice<char> put(const array_ref<char>& name) {
        return put_all<char>(home_.file().text_at(name.offset, name.count));
    }

    // ---- keys ------------------------------------------------------------------------------------------------------

    template <class T> void take(const track_header_264<T>& from, owned_track<host_form<T>>& own) {
        using part_type = owned_keys<host_form<T>>;
        const auto times = home_.get(from.times);
        const auto values = home_.get(from.values);
        const std::size_t first_time = size<std::uint32_t>();
        const std::size_t first_value = size<host_form<T>>();
        const std::size_t first = size<part_type>();
        const auto are_same = [](const auto& a, const auto& b) {
            return a.count == b.count && (a.offset == b.offset || a.count == 0U);
        };
        is_any_missing_ = false;
        for (std::uint32_t i = 0; i < times.size() && i < values.size(); ++i) {
            const std::uint32_t twin = keys_->twin_of(i);
            const bool is_there = twin != i && are_same(times[twin], times[i]) && are_same(values[twin], values[i]);
            push(is_there ? part_at<part_type>(first + twin)
                          : part_type{.times = put_keys(times[i], i), .values = put_keys(values[i], i)});
        }
        take_start(from, own, first_time);
        own.values = since<host_form<T>>(first_value);
        own.parts = since<part_type>(first);
        if (is_any_missing_) {
            own.missing = put_missing(own.parts.count, times, values);
        }
    }
    void take(const event_track_header_264& from, owned_event_track& own) {
        const auto times = home_.get(from.times);
        const std::size_t first_time = size<std::uint32_t>();
        const std::size_t first = size<owned_event_keys>();
        is_any_missing_ = false;
        for (std::uint32_t i = 0; i < times.size(); ++i) {
            push(owned_event_keys{.times = put_keys(times[i], i)});
        }
        take_start(from, own, first_time);
        own.parts = since<owned_event_keys>(first);
        if (is_any_missing_) {
            own.missing = put_missing(own.parts.count, times, array<array_ref<u32<>>>{});
        }
    }
    void take_start(const event_track_header_264& from, owned_timeline& own, std::size_t first_time) {
        own.interpolation = from.interpolation.get();
        own.global_sequence = from.global_sequence.get();
        own.times = since<std::uint32_t>(first_time);
    }
    template <class T> pool_slice<host_form<T>> put_keys(const array_ref<T>& list, std::uint32_t number) {
        if (list.count == 0U) {
            return {};
        }
        const array<T> keys = keys_->find(number).template array_at<T>(list.offset, list.count);
        is_any_missing_ = is_any_missing_ || keys.empty();
        return put_all<host_form<T>>(keys);
    }
    template <class T> pool_slice<owned_missing_keys>
    put_missing(std::uint32_t parts, const array<array_ref<u32<>>>& times, const array<array_ref<T>>& values) {
        const auto numbers_of = [](const auto* list) {
            return list != nullptr && list->count != 0U
                       ? basic_unknown_list<form::host>{.count = list->count, .offset = list->offset}
                       : basic_unknown_list<form::host>{};
        };
        const std::size_t first = size<owned_missing_keys>();
        for (std::uint32_t i = 0; i < parts; ++i) {
            push(keys_->is_there(i)
                     ? owned_missing_keys{}
                     : owned_missing_keys{.times = numbers_of(times.at(i)), .values = numbers_of(values.at(i))});
        }
        return since<owned_missing_keys>(first);
    }
    // Returns part `i` of its pool, which was decoded before; empty in the pass that counts.
    template <class Part> [[nodiscard]] Part part_at(std::size_t i) const noexcept {
        const pool<Part>& all = made.all<Part>();
        return i < all.size() ? all[i] : Part{};
    }

    // An owned bone stores the values of packed rotations outside its track: complete() copies them.
    void take(const track_header<packed_quat>& from, owned_track<quat<form::host>>& own) { take_packed(from, own); }
    void take(const track_header_264<packed_quat>& from, owned_track<quat<form::host>>& own) { take_packed(from, own); }
    template <class Track> void take_packed(const Track& from, owned_track<quat<form::host>>& own) {
        packed_ = {};
        decode(from, packed_);
        static_cast<owned_timeline&>(own) = packed_;
        if (!packed_.parts.empty()) {
            own.times = {}; // the parts have them
        }
    }
    template <class Record> void complete(const Record&, owned_bone& own) {
        if constexpr (!std::is_same_v<Record, bone_record>) {
            own.packed_rotations = packed_.values;
            own.packed_parts = packed_.parts;
        }
    }

    // ---- differences between versions ------------------------------------------------------------------------------

    static void complete(const auto&, auto&) {}

    template <class Record> pool_slice<owned_animation> put_animations(const array_ref<Record>& list) {
        std::uint32_t number = 0;
        return put_each(home_.get(list), [&](const Record& stored) {
            owned_animation own{};
            decode(stored, own);
            if constexpr (std::is_same_v<Record, animation_record>) {
                own.duration = own.end > own.start ? own.end - own.start : 0;
            } else {
                own.end = own.duration;
            }
            const any_animation_record one = home_.animation(number);
            own.key_place = home_.keys_of(number++).place;
            if (own.key_place == key_place::companion) {
                own.key_chunks = key_chunks_in(byte_view{home_.anim_of(home_.resolve(one))->bytes});
            }
            return own;
        });
    }
    pool_slice<owned_animation> put(const array_ref<animation_record>& list) { return put_animations(list); }
    pool_slice<owned_animation> put(const array_ref<animation_record_264>& list) { return put_animations(list); }

    [[nodiscard]] strided<submesh> submeshes(const array_ref<submesh>& list) const noexcept {
        return home_.file().strided_at<submesh>(list.offset, list.count, submesh_size(home_.version()));
    }
    pool_slice<owned_submesh> put(const array_ref<submesh>& list) { return put_all<owned_submesh>(submeshes(list)); }
    pool_slice<owned_skin_profile> put(const array_ref<skin_profile_header>&) {
        return put_each(from_.skin_profiles(), [&](const skin_profile& one) { return own_profile(one); });
    }
    [[nodiscard]] owned_skin_profile own_profile(const skin_profile& one) {
        owned_skin_profile own{};
        home_ = access::context(one);
        one.visit_record([&](const auto& stored) { decode(stored, own); });
        own.submesh_sortings = put_all<owned_submesh_sorting>(one.submesh_sortings());
        own.shadow_batches = put_all<owned_shadow_batch>(one.shadow_batches());
        own.number = one.number();
        return own;
    }

    template <class Record> void complete(const Record& stored, owned_particle& own) {
        const auto emitter = access::make<particle>(home_, &stored);
        own.emits = emitter.emission();
        own.emits_by_color = emitter.emits_by_color();
        if constexpr (std::is_same_v<Record, particle_record>) {
            if (own.emits_by_color) {
                turn_bytes<stored_emission_263, basic_emission_263<form::host>>(own.emission);
            } else {
                turn_bytes<stored_emission, basic_emission<form::host>>(own.emission);
            }
        }
    }
    // Converts bytes that contain a record in some versions only.
    template <class Stored, class Own> static void turn_bytes(std::uint8_t (&bytes)[sizeof(Own)]) {
        Own own{};
        convert(std::bit_cast<Stored>(std::to_array(bytes)), own);
        keep_bytes(own, bytes);
    }
    template <class Own> static void keep_bytes(const Own& own, std::uint8_t (&bytes)[sizeof(Own)]) {
        const auto turned = std::bit_cast<std::array<std::uint8_t, sizeof(Own)>>(own);
        convert_block(std::span<const std::uint8_t>{turned}, std::span<std::uint8_t>{bytes});
    }
    void take(const stored_emission_263& from, std::uint8_t (&bytes)[sizeof(stored_emission_263)]) {
        basic_emission_263<form::host> own{};
        convert(from, own);
        keep_bytes(own, bytes);
    }

    // ---- records ---------------------------------------------------------------------------------------------------

    struct follow {
        decoder<>& to;

        template <class T, class Record>
        EFFIGY_INLINE auto operator()(const field&, const array_ref<T>& list, const Record&) const {
            return list.count != 0U ? to.put(list)
                                    : decltype(to.put(list)){}; // most lists of tracks without keys are empty
        }
        // Fields whose own type differs from the stored one.
        template <class From, class To, class Decoder = decoder>
        EFFIGY_INLINE auto convert(const From& from, To& own) const
            -> decltype(std::declval<Decoder&>().take(from, own)) {
            to.take(from, own);
        }
    };

    template <class Record, class Own> void decode(const Record& stored, Own& own) {
        convert(stored, own, follow{*this});
    }

    const model& from_;
    model_files files_;
    context home_;
    key_files<>* keys_ = nullptr;             // from version 264 on
    bool is_any_missing_ = false;             // of the keys of the track that is decoded
    owned_track<owned_packed_quat> packed_{}; // the rotation that was decoded last
};

} // namespace impl

EFFIGY_API_BODY bool operator==(const owned_model& a, const owned_model& b) {
    return impl::equal_with_pools<model_pools>(a, b);
}

EFFIGY_API_BODY result<owned_model> decode(const model& from, std::pmr::memory_resource* memory) {
    return impl::decoder{from, memory}.run();
}

}}} // namespace effigy::v0::m2
#endif
