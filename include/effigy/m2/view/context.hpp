// The context in which views follow the references of a file.
#pragma once

#include <effigy/core/lazy_range.hpp>
#include <effigy/core/math.hpp>
#include <effigy/m2/view/companion.hpp>
#include <effigy/m2/view/versions.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// Longer chains of aliases count as broken (measured: at most 2).
inline constexpr std::uint32_t longest_alias_chain = 64;

namespace impl {
using namespace effigy::impl;

using any_animation_record = animation_versions::record;
using animation_records = animation_versions::array;

// Where the keys of an animation are, and the bytes that the offsets of their lists count from.
struct key_store {
    key_place place = key_place::missing;
    byte_view bytes;
    bool is_chunk_missing = false; // a chunked .anim without a chunk for the tracks of this file: the keys are unknown

    [[nodiscard]] constexpr bool is_there() const noexcept { return place != key_place::missing && !is_chunk_missing; }
};

// The data with which views follow references: the part of the file that offsets count from, the animations and the
// global sequences. A reference to bytes outside the file is empty.
class context {
public:
    constexpr context() = default;
    constexpr context(byte_view file, std::uint32_t version, const companion_table& companions = {}) noexcept
        : file_(file), companions_(companions.all),
          meta_(version | (companions.is_sorted ? std::uint64_t{1} << sorted_at : 0)) {}

    // Returns this context with the global sequences and animations of its model.
    [[nodiscard]] constexpr context timed(const array<u32<>>& global_sequences,
                                          const animation_records& animations) const noexcept {
        context out = *this;
        out.global_sequences_ = global_sequences;
        out.animations_ = animations;
        return out;
    }
    // Returns this context for tracks in another file or chunk, with the same animations.
    [[nodiscard]] constexpr context in(byte_view file, key_chunk keys) const noexcept {
        context out = *this;
        out.file_ = file;
        out.meta_ = (meta_ & ~(std::uint64_t{0xFF} << keys_at)) | std::uint64_t{static_cast<std::uint8_t>(keys)}
                                                                      << keys_at;
        return out;
    }
    // Returns this context for a model whose animations are unknown because they are in a .skel that was not joined.
    [[nodiscard]] constexpr context awaiting_skeleton() const noexcept {
        context out = *this;
        out.meta_ |= std::uint64_t{1} << awaits_at;
        return out;
    }

    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return static_cast<std::uint32_t>(meta_); }
    [[nodiscard]] constexpr companion_table companions() const noexcept {
        return {companions_, (meta_ >> sorted_at & 1U) != 0};
    }
    [[nodiscard]] constexpr array<u32<>> global_sequences() const noexcept { return global_sequences_; }
    [[nodiscard]] constexpr const animation_records& animations() const noexcept { return animations_; }
    [[nodiscard]] constexpr any_animation_record animation(std::uint64_t i) const noexcept {
        return animations_.at(i, which<animation_versions>());
    }
    template <class Versions> [[nodiscard]] EFFIGY_INLINE constexpr std::size_t which() const noexcept {
        return declaration_of(Versions{}, version());
    }

    template <class T> [[nodiscard]] array<T> get(const array_ref<T>& to) const noexcept {
        return file_.array_at<T>(to.offset, to.count);
    }
    // Returns the characters up to the first NUL.
    [[nodiscard]] std::string_view get(const array_ref<char>& to) const noexcept {
        const std::string_view all = file_.text_at(to.offset, to.count);
        return all.substr(0, all.find('\0'));
    }

    // Returns use(record). Precondition: there is a record.
    // NOLINTNEXTLINE(modernize-use-nodiscard)
    template <class Use> constexpr auto visit(const any_animation_record& of, const Use& use) const noexcept {
        return of.visit(which<animation_versions>(), use);
    }
    // Returns the animation at the end of the chain of aliases; none if the chain is a cycle or refers to a missing
    // animation.
    [[nodiscard]] any_animation_record resolve(any_animation_record one) const noexcept {
        for (std::uint32_t steps = 0; one && steps < longest_alias_chain; ++steps) {
            const std::uint32_t next = visit(one, [](const auto& record) -> std::uint32_t {
                const bool is_alias = (record.flags & animation_is_alias) != 0;
                return is_alias ? record.alias_next : npos;
            });
            if (next == npos) {
                return one;
            }
            one = animation(next);
        }
        return {};
    }
    [[nodiscard]] constexpr bool awaits_skeleton() const noexcept { return (meta_ >> awaits_at & 1U) != 0; }
    // Returns where the keys of animation `number`, or of a record, are. For numbers after the last animation, the keys
    // are in the file (generated files have lists for these numbers).
    [[nodiscard]] key_store keys_of(std::uint32_t number) const noexcept {
        if (version() < first_version<animation_record_264>) {
            return {key_place::file, file_};
        }
        const any_animation_record one = animation(number);
        return one ? keys_of(one) : awaits_skeleton() ? key_store{} : key_store{key_place::file, file_};
    }
    [[nodiscard]] key_store keys_of(const any_animation_record& one) const noexcept {
        const any_animation_record owner = owner_of_anim(one);
        return owner ? joined(owner) : key_store{key_place::file, file_};
    }
    // Returns the animation that the .anim with the keys of an animation belongs to; none if the keys are in the file.
    [[nodiscard]] any_animation_record owner_of_anim(const any_animation_record& one) const noexcept {
        const auto is_inside = [](const auto& record) { return (record.flags & animation_is_inside_any) != 0; };
        if (version() < first_version<animation_record_264> || visit(one, is_inside)) {
            return {};
        }
        const any_animation_record resolved = resolve(one); // an alias has no file of its own (measured: 41 of 41)
        return !resolved || visit(resolved, is_inside) ? any_animation_record{} : resolved;
    }
    // Returns where the keys in an .anim are.
    [[nodiscard]] key_store keys_of(const companion& anim) const noexcept {
        const byte_view file{anim.bytes};
        if (!has_key_chunks(file)) {
            return {key_place::companion, file};
        }
        const byte_view keys = find_chunk(file, id_of(static_cast<key_chunk>(meta_ >> keys_at & 0xFFU)));
        return {key_place::companion, keys, keys.bytes().data() == nullptr};
    }
    // Returns the .anim of an animation that is not an alias; null if it was not joined.
    [[nodiscard]] const companion* anim_of(const any_animation_record& one) const noexcept {
        return visit(one, [&](const auto& record) {
            return companions().find(companion_kind::animation_file, record.id, record.variation);
        });
    }

private:
    static constexpr unsigned keys_at = 32, awaits_at = 40, sorted_at = 41;

    [[nodiscard]] key_store joined(const any_animation_record& of) const noexcept {
        const companion* const found = anim_of(of);
        return found != nullptr ? keys_of(*found) : key_store{};
    }

    byte_view file_;
    array<u32<>> global_sequences_;
    animation_records animations_;
    std::span<const companion> companions_;
    // The version in the low 32 bits; above it the key_chunk and two flags. One wide member, because each view contains
    // a copy, and narrow stores would delay the copying.
    std::uint64_t meta_ = 0;
};

// Specialised for stored tracks: `type` is the view of one. Other fields become numbers, vectors or arrays.
template <class Stored> struct view_of {};

template <class Stored> [[nodiscard]] constexpr auto read_field(const context& in, const Stored& stored) noexcept {
    if constexpr (requires { in.get(stored); }) {
        return in.get(stored);
    } else if constexpr (std::is_array_v<Stored>) {
        return array<std::remove_extent_t<Stored>>{stored, std::extent_v<Stored>};
    } else if constexpr (requires { stored.get(); }) {
        return stored.get();
    } else if constexpr (requires { stored.view(); }) {
        return stored.view();
    } else if constexpr (std::same_as<Stored, vec3<>>) {
        return vector3<float>{stored};
    } else {
        return stored;
    }
}

// Makes views of records.
template <class View, class Versions> struct record_source {
    impl::context context;
    typename Versions::array records;

    [[nodiscard]] View get(std::size_t i) const noexcept {
        return access::make<View>(context, records.at(i, context.which<Versions>()));
    }
};

// A view of one record, as its version declares it.
template <class Versions> class record_view {
public:
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return static_cast<bool>(record_); }
    // Calls use(record) with the record as stored, including fields that only its version has, unless the view is
    // empty.
    template <class Use> void visit_record(const Use& use) const {
        if (record_) {
            record_.visit(which(), use);
        }
    }

protected:
    friend struct effigy::impl::access;
    constexpr record_view() = default;
    constexpr record_view(const impl::context& context, const typename Versions::record& record) noexcept
        : context_(context), record_(record) {}
    template <class Record>
    constexpr record_view(const impl::context& context, const Record* record) noexcept
        : context_(context), record_(record) {}

    [[nodiscard]] constexpr const impl::context& context() const noexcept { return context_; }
    [[nodiscard]] constexpr const typename Versions::record& record() const noexcept { return record_; }
    [[nodiscard]] EFFIGY_INLINE constexpr std::size_t which() const noexcept { return context_.which<Versions>(); }

    // Returns a field: get(&old::bone, &now::bone). Zero or empty if the record's declaration does not have the field.
    template <class T, class Of, class... Ts, class... Others>
    [[nodiscard]] EFFIGY_INLINE constexpr auto get(T Of::* field, Ts Others::*... others) const noexcept {
        if constexpr (requires { typename view_of<T>::type; }) {
            return track<typename view_of<T>::type>(field, others...);
        } else {
            decltype(read_field(context_, std::declval<const T&>())) out{};
            const std::size_t at = which();
            static_cast<void>(((record_.template is<Of>(at) &&
                                (out = read_field(context_, record_.template get<Of>().*field), true)) ||
                               ... ||
                               (record_.template is<Others>(at) &&
                                (out = read_field(context_, record_.template get<Others>().*others), true))));
            return out;
        }
    }

    // Returns the view of a track.
    template <class Track, class... Ts, class... Of>
    [[nodiscard]] EFFIGY_INLINE constexpr Track track(Ts Of::*... fields) const noexcept {
        typename Track::header_type header{};
        const std::size_t at = which();
        static_cast<void>(((record_.template is<Of>(at) &&
                            (header = typename Track::header_type{&(record_.template get<Of>().*fields)}, true)) ||
                           ...));
        return access::make<Track>(context_, header);
    }

private:
    impl::context context_;
    typename Versions::record record_;
};

} // namespace impl

// Views of the records of a list.
template <class View, class Versions> class view_list : public lazy_range<impl::record_source<View, Versions>> {
    using base = lazy_range<impl::record_source<View, Versions>>;

public:
    constexpr view_list() = default;

    // Returns use(array) with the records as their version declares them.
    // NOLINTNEXTLINE(modernize-use-nodiscard)
    template <class Use> auto visit_records(const Use& use) const {
        return this->source().records.visit(this->source().context.template which<Versions>(), use);
    }

protected:
    friend struct effigy::impl::access;
    // `to`: the reference to the records; its declared type may be that of another version.
    template <class Stored>
    view_list(const impl::context& context, const array_ref<Stored>& to) noexcept
        : view_list(context, typename Versions::array{context.file(), to.offset, to.count, context.which<Versions>()}) {
    }
    constexpr view_list(const impl::context& context, const typename Versions::array& records) noexcept
        : base({context, records}, records.size()) {}
    [[nodiscard]] constexpr const impl::context& context() const noexcept { return this->source().context; }
};

}}} // namespace effigy::v0::m2
