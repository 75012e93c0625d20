// What open() validates: every list that the header or a record refers to lies in the file.
#pragma once

#include <effigy/core/inline.hpp>
#include <effigy/core/validation.hpp>
#include <effigy/m2/view/references.hpp>

namespace effigy::inline v0::m2::impl {
using namespace effigy::impl;

// Goes through a whole file once.
template <form F> class validator : validation {
public:
    explicit validator(std::span<const std::byte> bytes) noexcept : validation(window{bytes}) {}

    [[nodiscard]] result<basic_model<F>> run() noexcept {
        if (!validate_header() || !validate_records()) {
            return why();
        }
        return model_;
    }

private:
    // ---- lists -----------------------------------------------------------------------------------------------------

    // Adds up a record's lists: how many bytes they have, and where the last one ends. Fields are read again, and
    // tested again, whenever a view follows them.
    struct tally {
        record_layout version;
        std::uint64_t bytes = 0;
        std::uint64_t end = 0;

        template <class T> EFFIGY_INLINE void operator()(const array_ref<T, F>& list, const char*) {
            const std::uint64_t count = list.count;
            const std::uint64_t size = element_size(list, version);
            const std::uint64_t list_end = count != 0 ? list.offset + count * size : 0;
            bytes += count * size;
            end = list_end > end ? list_end : end;
        }
        template <class Track> EFFIGY_INLINE void operator()(const Track& track, const char*) {
            for_each_list(track, *this);
        }
    };
    // The same one by one, for the sake of the one that is wrong.
    struct search {
        validation& of;
        record_layout version;
        bool sound = true;

        template <class T> void operator()(const array_ref<T, F>& list, const char* path) {
            const std::uint64_t count = read_once(list.count);
            sound =
                sound && (count == 0 || of.range(of.file(), read_once(list.offset), count * element_size(list, version),
                                                 path, &list, "where the file ends"));
        }
        template <class Track> void operator()(const Track& track, const char* path_prefix) {
            if (sound) {
                for_each_list(track, *this);
                sound = sound || of.fail_in(path_prefix);
            }
        }
    };

    // Everything that a record refers to.
    template <class Record> EFFIGY_INLINE bool validate(const Record& record) noexcept {
        tally lists{model_.layout()};
        for_each_reference<F>(record, lists);
        return (lists.end <= file().size() && pay(lists.bytes)) || validate_one_by_one(record);
    }
    template <class Record> bool validate_one_by_one(const Record& record) noexcept {
        search lists{*this, model_.layout()};
        for_each_reference<F>(record, lists);
        return lists.sound;
    }

    // ---- the header ------------------------------------------------------------------------------------------------

    bool validate_header() noexcept {
        constexpr auto header_size = sizeof(basic_header<F>);
        const auto size = static_cast<std::int64_t>(file().size());
        if (file().size() < 8) {
            return fail(errc::truncated, "m2.header", 0, size, header_size);
        }
        const std::string_view magic = file().text_at(0, 4);
        if (magic == "MD21") {
            return fail(errc::unsupported, "World of Warcraft M2 model in chunks", 0, -1, 0,
                        "effigy reads the versions 256 .. 263");
        }
        if (magic != "MD20") {
            constexpr std::uint32_t md20 = 0x3032'444D;
            const std::uint32_t found = file().template value_at<u32<form::little>>(0);
            return fail(errc::bad_magic, "m2.magic", 0, found, md20);
        }
        const std::uint32_t version = file().template value_at<u32<F>>(4);
        if (version < oldest_version || version > newest_known_version) {
            return fail(errc::bad_version, "m2.version", 4, version, newest_version, "256 .. 263");
        }
        if (version > newest_version) {
            return fail(errc::unsupported, "World of Warcraft M2 model", 4, version, 0,
                        "effigy reads the versions 256 .. 263");
        }
        if (file().size() < header_size) {
            return fail(errc::truncated, "m2.header", 0, size, header_size);
        }
        model_ = access::make<basic_model<F>>(file());
        return validate(*model_.header());
    }

    // ---- bones -----------------------------------------------------------------------------------------------------

    template <class Rotation> bool validate_bones() noexcept {
        const auto headers = model_.bones().records();
        const auto tracks = headers.template field<basic_bone_tracks<Rotation, F>>(model_.layout().bone_tracks_at);
        const auto count = static_cast<std::int64_t>(headers.size());
        bool ordered = true; // each behind its parent, so no parents lead in a circle
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::int32_t parent = read_once(headers[i].parent);
            if (parent < -1 || parent >= count) {
                fail(errc::bad_value, "m2.bones[].parent", offset_of(&headers[i].parent), parent, 0,
                     "-1 or the number of a bone");
                return fail_within(i);
            }
            ordered = ordered && parent < static_cast<std::int64_t>(i);
            if (!validate(tracks[i])) {
                return fail_within(i);
            }
        }
        return ordered || validate_order(headers);
    }
    bool validate_order(const strided<basic_bone_header<F>>& headers) noexcept {
        constexpr const char* path = "m2.bones[].parent";
        if (headers.size() > parent_table::capacity) {
            return fail(errc::budget, path, offset_of(&model_.header()->bones),
                        static_cast<std::int64_t>(headers.size()), parent_table::capacity);
        }
        parent_table parents;
        for (const basic_bone_header<F>& header : headers) {
            parents.add(read_once(header.parent));
        }
        const std::uint32_t circular = parents.find_circle();
        if (circular == npos) {
            return true;
        }
        fail(errc::cycle, path, offset_of(&headers[circular].parent), circular);
        return fail_within(circular);
    }

    // ---- the records that refer to lists ---------------------------------------------------------------------------

    struct record_lists {
        validator& of;
        bool sound = true;

        template <class T> EFFIGY_INLINE void operator()(const array_ref<T, F>& records) {
            sound = sound && of.validate_each(records);
        }
    };
    bool validate_records() noexcept {
        record_lists all{*this};
        for_each_list_of_records(*model_.header(), all);
        return all.sound;
    }
    bool validate_each(const array_ref<basic_bone_header<F>, F>&) noexcept {
        return model_.layout().packs_rotations ? validate_bones<basic_packed_quat<F>>() : validate_bones<quat<F>>();
    }
    template <class T> bool validate_each(const array_ref<T, F>& records) noexcept {
        std::uint32_t number = 0;
        for (const T& record : model_.get(records)) {
            if (!validate(record)) {
                return fail_within(number);
            }
            ++number;
        }
        return true;
    }

    basic_model<F> model_;
};

} // namespace effigy::inline v0::m2::impl
