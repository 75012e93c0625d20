// The meaning of each byte of a file.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/view.hpp>
#include <effigy/regions.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// Calls sink(region) for all parts of a file in the order of offsets: headers field by field, each list as one region,
// and bytes that belong to no record. The memory is proportional to the number of lists. For a model, reports only its
// own file: the overloads below report the key lists in its companions.
EFFIGY_API void regions(const model& from, region_sink sink);

// Calls sink(region) for the parts of the .anim of an animation (for an alias, of its target), if it has one. If
// several animations share the .anim, reports the keys of all of them.
EFFIGY_API void regions(const model& from, std::uint32_t number, region_sink sink);

// Calls sink(region) for the parts of a .skel, including the keys in it.
EFFIGY_API void regions(const skeleton& from, region_sink sink);

// Calls sink(region) for the parts of a .skin.
EFFIGY_API void regions(const skin_file& from, region_sink sink);

// Calls sink(region) for the parts of a file of chunks. The content of a chunk is reported as bytes: only a model
// describes the keys in it.
EFFIGY_API void regions(const chunked_file& from, region_sink sink);

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/m2/order/roots.hpp>
#include <effigy/m2/view/key_places.hpp>
#include <effigy/regions/collect.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {
using namespace effigy::impl;

// Claims the lists of a model that are in one file: the model itself, or a companion.
template <class = when_used> class list_claims {
public:
    // `timed`: with the animations and global sequences of the model.
    list_claims(byte_view file, const context& timed, std::uint64_t companion_bytes = 0)
        : all_(file, companion_bytes), file_(file), timed_(timed) {}

    // Claims everything that a header, or a part of one, and its records refer to. Called by for_each_root().
    template <class File, class Lists> void root(const root_place& of, const Lists& lists) {
        home_ = timed_.in(of.file, of.keys);
        is_home_ = file_.holds(of.file);
        places_ = {};
        at_ = {};
        for_each_reference<File>(lists, *this);
        for_each_record_range(lists, home_.file(), home_.version(), [&](const auto& records) {
            std::uint32_t number = 0;
            for (const auto& one : records) {
                at_ = location{}.within(number++);
                for_each_reference<File>(one, *this);
            }
        });
    }
    static constexpr void skin(byte_view, std::uint32_t) noexcept {} // has a function of its own
    // Claims the headers of chunks, and their contents. Leaves out the content of a chunk if is_followed(chunk) is
    // true: root() claims the references in it.
    template <class Followed>
    void of_chunks(const char* path, const chunk_list& chunks, const Followed& is_followed) {
        std::uint32_t number = 0;
        for (const m2::chunk& one : chunks) {
            const location at = location{path}.within(number++);
            all_.add_record(at, *one.header());
            if (!is_followed(one) && !of_content(at, one)) {
                region whole = region_of(at, one.as<u8>());
                whole.fields[0] = "bytes";
                all_.add(whole);
            }
        }
    }
    [[nodiscard]] region_collector& all() noexcept { return all_; }

    // Called by for_each_reference().
    template <class T> void operator()(const array_ref<T>& list, const char* path) {
        if (is_home_) {
            at_.path = path;
            all_.add(at_, home_.file().strided_at<T>(list.offset, list.count,
                                                     static_cast<std::uint32_t>(element_size(list, home_.version()))));
        }
    }
    void operator()(const array_ref<char>& text, const char* path) {
        if (is_home_) {
            at_.path = path;
            all_.add_text(at_, home_.file().bytes_at(text.offset, text.count));
        }
    }
    // Claims one list per animation, in the file with the keys of the animation. Lists after the last animation are in
    // the file of the track.
    template <class T> void operator()(const array_ref<array_ref<T>>& to, const char* path) {
        const array<array_ref<T>> lists = home_.get(to);
        at_.path = path;
        if (is_home_) {
            all_.add(region_of(at_, lists, role::reference));
        }
        at_.path = std::string_view{path} == "times" ? "times[]" : "values[]";
        std::uint32_t number = 0;
        for (const array_ref<T>& list : lists) {
            if (list.count != 0U) {
                of_keys(list, number, places_.find(home_, number));
            }
            ++number;
        }
    }
    template <class Track>
        requires(is_track<Track>)
    void operator()(const Track& track, const char* path_prefix) {
        at_.path_prefix = path_prefix;
        for_each_list(track, *this);
        at_.path_prefix = "";
    }

private:
    template <class T> void of_keys(const array_ref<T>& list, std::uint32_t number, const key_store& store) {
        if (!store.is_there() || !file_.holds(store.bytes)) {
            return;
        }
        location at = at_;
        at.index[at.depth++] = number;
        all_.add(at, store.bytes.array_at<T>(list.offset, list.count));
    }
    // Returns one region for an array. Each reference in an array of references is counted as two numbers.
    template <class T> [[nodiscard]] region region_of(const location& path, const array<T>& of,
                                                      role what = role::value) const noexcept {
        region one;
        one.where = path;
        one.where.offset = of.empty() ? 0 : file_.offset_of(of.data());
        one.type = type_name<T>;
        one.length = of.size() * sizeof(T);
        one.count = reference_to_records<T> ? one.length / sizeof(std::uint32_t) : of.size();
        one.role = what;
        return one;
    }

    // ---- contents of chunks ----------------------------------------------------------------------------------------

    // Claims the content of a chunk of a known kind, as a visitor of the kinds.
    struct content_claim {
        list_claims& to;
        const location& path;
        const m2::chunk& of;
        bool is_known = false;

        template <class T> void numbers(std::string_view id, const char* name) {
            if (of.id() == id) {
                region whole = to.region_of(path, of.as<T>());
                whole.fields[0] = name;
                to.all_.add(whole);
                is_known = true;
            }
        }
        template <class Record> void records(std::string_view id) {
            const Record* const record = of.record<Record>();
            if (of.id() == id && record != nullptr) {
                to.all_.add_record(path, *record);
            }
            is_known = is_known || of.id() == id;
        }
    };
    bool of_content(const location& path, const m2::chunk& one) {
        content_claim claim{*this, path, one};
        for_each_number_chunk<>(claim);
        for_each_record_chunk(claim);
        return claim.is_known;
    }

    region_collector all_;
    byte_view file_;
    context timed_;
    context home_;
    bool is_home_ = false; // whether home_ is in file_
    key_places places_;
    location at_;
};

// Returns the .anim with the keys of an animation; empty if the keys are in another file or missing.
template <class = when_used> [[nodiscard]] byte_view keys_file(const model& from, std::uint32_t number) noexcept {
    const animation_list all = from.animations();
    const animation played = all.at(number);
    if (!played || played.key_place() != key_place::companion) {
        return {};
    }
    const animation one = all.at(all.resolve_alias(number));
    const companion* const found =
        access::context(from).companions().find(companion_kind::animation_file, one.id(), one.variation());
    return found != nullptr ? byte_view{found->bytes} : byte_view{};
}
// A region of four bytes at the start of a file.
[[nodiscard]] constexpr region start_of(const char* path, const char* type, std::uint64_t count, role what) noexcept {
    region out;
    out.where.path = path;
    out.type = type;
    out.count = count;
    out.length = 4;
    out.role = what;
    return out;
}

} // namespace impl

EFFIGY_API_BODY void regions(const model& from, region_sink sink) {
    impl::list_claims found{from.file(), impl::access::context(from)};
    found.of_chunks("m2.chunks[]", from.chunks(), [](const m2::chunk& one) { return one.id() == "MD21"; });
    from.visit_header([&](const auto& header) { found.all().add_record({"m2"}, header); });
    if (const auto* const combiners = impl::combiners_in(from.md20(), from.version(), from.flags())) {
        found.all().add_record({"m2"}, *combiners);
    }
    impl::for_each_root(impl::model_files::of(from), found);
    found.all().report(sink);
}

EFFIGY_API_BODY void regions(const model& from, std::uint32_t number, region_sink sink) {
    const byte_view file = impl::keys_file(from, number);
    impl::list_claims found{file, impl::access::context(from), impl::bytes_of(from)};
    if (impl::has_key_chunks(file)) {
        found.of_chunks("anim.chunks[]", impl::chunks_of(file), [](const m2::chunk& one) {
            return one.id() == "AFM2" || one.id() == "AFSB" || one.id() == "AFSA";
        });
    }
    impl::for_each_root(impl::model_files::of(from), found);
    found.all().report(sink);
}

EFFIGY_API_BODY void regions(const skeleton& from, region_sink sink) {
    const impl::skeleton_parts& parts = impl::access::parts_of(from);
    impl::list_claims found{from.file(), parts.timed(impl::context{from.file(), newest_version})};
    found.of_chunks("skel.chunks[]", from.chunks(), [](const auto&) { return false; });
    const m2::chunk name = from.chunk("SKL1");
    if (const auto* const header = name.record<skeleton_header>()) {
        found.root<impl::in_skeleton>({name.file()}, *header);
    }
    impl::for_each_root(parts, found);
    found.all().report(sink);
}

EFFIGY_API_BODY void regions(const skin_file& from, region_sink sink) {
    impl::list_claims found{from.file(), impl::context{from.file(), newest_version}};
    if (const auto* const header = from.file().record_at<skin_header>(0)) {
        found.all().add(impl::start_of("skin.magic", "char", 4, role::constant));
        found.all().add_record({"skin"}, header->profile);
        found.root<impl::in_skin>({from.file()}, header->profile);
        if (impl::has_shadows(from.file())) {
            const auto& shadows = *from.file().record_at<skin_header_shadows>(sizeof(*header));
            found.all().add_record({"skin"}, shadows);
            found.root<impl::in_skin>({from.file()}, shadows);
        }
    }
    found.all().report(sink);
}

EFFIGY_API_BODY void regions(const chunked_file& from, region_sink sink) {
    impl::list_claims found{from.file(), {}};
    if (from.version() != 0) {
        found.all().add(impl::start_of("bone.version", "u32", 1, role::value));
    }
    found.of_chunks("chunks[]", from.chunks(), [](const auto&) { return false; });
    found.all().report(sink);
}

}}} // namespace effigy::v0::m2
#endif
