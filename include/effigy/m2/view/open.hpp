// The validation of open(): every list that the header or a record refers to is inside its file.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/impl/validation.hpp>
#include <effigy/m2/order/references.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// For each animation, the size of the file that contains its key lists. No list may end after it.
class key_limits {
public:
    static constexpr std::uint32_t missing = 0xFFFF'FFFF; // also if the file is so large that no offset is outside it

    void fill(const context& home) noexcept {
        home_ = &home;
        const bool is_needed = home.version() >= first_version<model_header_264>;
        const std::size_t animations = is_needed ? home.animations().size() : 0;
        count_ = animations < capacity ? animations : capacity;
        for (std::uint32_t i = 0; i < count_; ++i) {
            limits_[i] = limit_of(home.keys_of(i));
        }
    }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    // The sizes for the first count() animations.
    [[nodiscard]] elements<const std::uint32_t> known() const noexcept { return {limits_, count_}; }
    // Returns how many of `lists` lists need a search; each costs cost_of_search in addition to its bytes.
    [[nodiscard]] std::uint64_t searches(std::uint64_t lists) const noexcept {
        const std::uint64_t animations = home_->animations().size();
        return (lists < animations ? lists : animations) - count_;
    }
    static constexpr std::uint64_t cost_of_search = 64;
    // Returns the size for any animation, or for a list that belongs to no animation.
    [[nodiscard]] std::uint32_t find(std::size_t i) const noexcept {
        return limit_of(home_->keys_of(static_cast<std::uint32_t>(i)));
    }

private:
    static constexpr std::size_t capacity = 1024; // files have at most 186 (measured)

    [[nodiscard]] static std::uint32_t limit_of(const key_store& store) noexcept {
        const std::uint64_t size = store.bytes.size();
        return store.is_there() && size < missing ? static_cast<std::uint32_t>(size) : missing;
    }

    const context* home_ = nullptr;
    std::size_t count_ = 0;
    std::uint32_t limits_[capacity];
};

// Validates a file and its companions in one pass.
template <class = when_used> class validator : validation {
public:
    explicit validator(std::span<const std::byte> bytes, std::span<const companion> companions = {}) noexcept
        : validation(byte_view{bytes}, size_of(companions)), companions_(companion_table::of(companions)) {}

    [[nodiscard]] result<m2::model> run() noexcept {
        key_limits limits;
        limits_ = &limits;
        skeleton_parts parts;
        if (!validate_container() || !validate_header(parts) || !validate_companions(parts)) {
            return why();
        }
        home_ = parts.timed(home_);
        home_ = is_skeleton_missing() ? home_.awaiting_skeleton() : home_;
        model_ = access::make<m2::model>(file(), chunks_, home_, parts);
        if (!validate_records(parts) || !validate_bones(parts) || !validate_particles()) {
            return why();
        }
        return model_;
    }
    [[nodiscard]] result<skin_file> run_skin() noexcept {
        if (!validate_skin(file())) {
            return why();
        }
        return access::make<skin_file>(file());
    }
    [[nodiscard]] result<skeleton> run_skeleton() noexcept {
        key_limits limits;
        limits_ = &limits;
        skeleton_parts parts;
        if (!validate_skeleton(file(), parts)) {
            return why();
        }
        home_ = parts.timed(context{file(), newest_version});
        if (!validate_skeleton_records(parts) || !validate_bones(parts)) {
            return why();
        }
        return skeleton_;
    }
    [[nodiscard]] result<chunked_file> run_chunks() noexcept {
        constexpr std::string_view first_of_bone = "BIDA";
        const byte_view all = file();
        const bool is_bone = all.text_at(4, 4) == first_of_bone; // after its version (readers)
        if (!is_bone && !has_key_chunks(all)) {
            return access_magic();
        }
        const std::uint32_t version = is_bone ? all.value_at<u32<>>(0).get() : 0;
        if (!validate_chunks(all, is_bone ? 4 : 0)) {
            return why();
        }
        return access::make<chunked_file>(all, version, chunks_);
    }

private:
    [[nodiscard]] static std::uint64_t size_of(std::span<const companion> companions) noexcept {
        std::uint64_t out = 0;
        for (const companion& one : companions) {
            out += std::span<const std::byte>{one.bytes}.size();
        }
        return out;
    }

    // ---- lists -----------------------------------------------------------------------------------------------------

    // Adds up a record's lists: their bytes, and the largest end. Views read and check the fields again whenever they
    // follow a reference.
    struct tally {
        validator<>& of;
        std::uint64_t bytes = 0;
        std::uint64_t end = 0;
        bool is_valid = true;

        template <class T> EFFIGY_INLINE void operator()(const array_ref<T>& list, const char*) {
            const std::uint64_t count = list.count;
            const std::uint64_t size = element_size(list, of.home_.version());
            const std::uint64_t list_end = count != 0 ? list.offset + count * size : 0;
            bytes += count * size;
            end = list_end > end ? list_end : end;
        }
        template <class Track> EFFIGY_INLINE void operator()(const Track& track, const char*) {
            if constexpr (is_listed_track<Track>) {
                is_valid = is_valid && of.tally_keys(track);
            } else {
                for_each_list(track, *this);
            }
        }
    };
    // Checks the lists one by one, to find the invalid one.
    struct search {
        validator<>& of;
        bool is_valid = true;

        template <class T> void operator()(const array_ref<T>& list, const char* path) {
            is_valid = is_valid && of.validate_list(list.count, list.offset, element_size(list, of.home_.version()),
                                                    &list, path, of.home_.file(), of.end_of_home());
        }
        template <class Track> void operator()(const Track& track, const char* path_prefix) {
            if (is_valid) {
                for_each_list(track, *this);
                if constexpr (is_listed_track<Track>) {
                    is_valid = is_valid && of.validate_keys(track);
                }
                is_valid = is_valid || of.fail_in(path_prefix);
            }
        }
    };
    // Offsets in a chunk count from the chunk.
    [[nodiscard]] const char* end_of_home() const noexcept {
        return home_.file().base() != 0 ? "where its chunk ends" : "where the file ends";
    }
    // `field`, in home_, refers to `count` elements of `size` bytes at `offset` in `section`.
    bool validate_list(std::uint64_t count, std::uint64_t offset, std::uint64_t size, const void* field,
                       const char* path, byte_view section, const char* limit) noexcept {
        return count == 0 || range(section, offset, count * size, path, home_.file().offset_of(field), limit);
    }

    // Validates everything that a record refers to.
    template <class File, class Record> EFFIGY_INLINE bool validate(const Record& record) noexcept {
        tally lists{*this};
        for_each_reference<File>(record, lists);
        return (lists.is_valid && lists.end <= home_.file().size() && charge(lists.bytes)) ||
               validate_one_by_one<File>(record);
    }
    template <class File, class Record> bool validate_one_by_one(const Record& record) noexcept {
        search lists{*this};
        for_each_reference<File>(record, lists);
        return lists.is_valid;
    }

    // ---- lists of lists --------------------------------------------------------------------------------------------

    template <class Track> EFFIGY_INLINE bool tally_keys(const Track& track) noexcept {
        if constexpr (requires { track.values; }) {
            return tally_lists(track.times) && tally_lists(track.values);
        } else {
            return tally_lists(track.times);
        }
    }
    template <class T> EFFIGY_INLINE bool tally_lists(const array_ref<array_ref<T>>& to) noexcept {
        return tally_lists(to.count, to.offset, sizeof(T));
    }
    // `size`: of the elements of the lists. The budget is charged before the lists are read: many tracks may share a
    // long list.
    bool tally_lists(std::uint32_t count, std::uint32_t offset, std::uint64_t size) noexcept {
        const auto lists = home_.file().array_at<unknown_list>(offset, count);
        if ((lists.empty() && count != 0) || !charge(lists.size() * sizeof(unknown_list))) {
            return false;
        }
        const std::size_t known = lists.size() < limits_->count() ? lists.size() : limits_->count();
        if (lists.size() > known && !charge(limits_->searches(lists.size()) * limits_->cost_of_search)) {
            return false;
        }
        std::uint64_t bytes = 0;
        std::uint32_t beyond = 0;
        // Without a branch: about half of the lists are empty.
        const auto add = [&](const unknown_list& list, std::uint32_t limit) {
            const std::uint64_t list_size = list.count * size;
            const std::uint64_t end = list_size != 0 ? list.offset + list_size : 0;
            bytes += limit != limits_->missing ? list_size : 0;
            beyond |= end > limit && limit != limits_->missing ? 1U : 0U;
        };
        auto limit = limits_->known().begin();
        for (const unknown_list& list : lists.part(0, known)) {
            add(list, *limit++);
        }
        std::size_t i = known;
        for (const unknown_list& list : lists.part(known, lists.size() - known)) {
            add(list, limits_->find(i++));
        }
        return beyond == 0 && charge(bytes);
    }

    template <class Track> bool validate_keys(const Track& track) noexcept {
        if constexpr (requires { track.values; }) {
            return validate_lists(track.times, "times[]") && validate_lists(track.values, "values[]");
        } else {
            return validate_lists(track.times, "times[]");
        }
    }
    template <class T> bool validate_lists(const array_ref<array_ref<T>>& to, const char* path) noexcept {
        return validate_lists(to.count, to.offset, sizeof(T), path);
    }
    bool validate_lists(std::uint32_t count, std::uint32_t offset, std::uint64_t size, const char* path) noexcept {
        std::uint32_t number = 0;
        for (const unknown_list& list : home_.file().array_at<unknown_list>(offset, count)) {
            const key_store keys = home_.keys_of(number);
            if (keys.is_there() &&
                !validate_list(list.count, list.offset, size, &list, path, keys.bytes,
                               keys.place == key_place::file ? end_of_home()
                                                             : "where the .anim of its animation ends")) {
                return fail_within(number);
            }
            ++number;
        }
        return true;
    }

    // ---- files -----------------------------------------------------------------------------------------------------

    error access_magic() noexcept {
        constexpr std::uint32_t afm2 = 0x324D'4641;
        const byte_view all = file();
        fail(errc::bad_magic, "anim.magic", 0, all.value_at<u32<>>(0).get(), afm2);
        return why();
    }
    bool validate_magic(byte_view of, std::string_view magic, const char* path, std::uint64_t size) noexcept {
        if (of.size() < size) {
            return fail(errc::truncated, path, 0, static_cast<std::int64_t>(of.size()), size);
        }
        const auto number = [](byte_view file) { return file.value_at<u32<form::little>>(0).get(); };
        return of.text_at(0, 4) == magic ||
               fail(errc::bad_magic, path, 0, number(of), number(byte_view{std::as_bytes(std::span{magic})}));
    }
    bool validate_chunks(byte_view of, std::uint64_t from = 0) noexcept {
        cursor c{of, from};
        chunks_ = read_chunks(c);
        if (!c.ok()) {
            refuse(c.error());
        }
        return c.ok();
    }

    // Validates the container: MD20, or chunks, the first of which contains MD20.
    bool validate_container() noexcept {
        byte_view md20 = file();
        if (file().text_at(0, 4) == "MD21") {
            if (!validate_chunks(file())) {
                return false;
            }
            md20 = chunks_.begin()->file();
        }
        const auto size = static_cast<std::int64_t>(md20.size());
        if (md20.size() < 8) {
            return fail(errc::truncated, "m2.header", md20.base(), size, sizeof(model_header));
        }
        if (md20.text_at(0, 4) != "MD20") {
            constexpr std::uint32_t expected = 0x3032'444D;
            const std::uint32_t found = md20.value_at<u32<form::little>>(0);
            return fail(errc::bad_magic, "m2.magic", md20.base(), found, expected);
        }
        const std::uint32_t version = md20.value_at<u32<>>(4);
        if (version < oldest_version || version > newest_version) {
            return fail(errc::bad_version, "m2.version", md20.base() + 4, version, newest_version, "256 .. 274");
        }
        if (version < first_version<model_header_264>) { // these versions have no companions
            companions_ = {};
        }
        home_ = context{md20, version, companions_};
        return true;
    }
    bool validate_header(skeleton_parts& parts) noexcept {
        const byte_view md20 = home_.file();
        const bool is_264 = home_.version() >= first_version<model_header_264>;
        const std::size_t size = is_264 ? sizeof(model_header_264) : sizeof(model_header);
        if (md20.size() < size) {
            return fail(errc::truncated, "m2.header", md20.base(), static_cast<std::int64_t>(md20.size()), size);
        }
        parts = own_parts(md20, home_.version());
        if (!is_264) {
            return validate<in_model>(*md20.record_at<model_header>(0));
        }
        const auto& header = *md20.record_at<model_header_264>(0);
        return validate<in_model>(header) && validate_combiners(md20, header);
    }
    bool validate_combiners(byte_view md20, const model_header_264& header) noexcept {
        if ((header.flags & model_has_combiners) == 0) {
            return true;
        }
        const auto* const combiners = md20.record_at<header_combiners>(sizeof(header));
        return combiners != nullptr
                   ? validate<in_model>(*combiners)
                   : fail(errc::truncated, "m2.header", md20.base(), static_cast<std::int64_t>(md20.size()),
                          sizeof(header) + sizeof(header_combiners));
    }

    [[nodiscard]] bool is_skeleton_missing() const noexcept {
        const auto* const file = find_chunk(chunks_, "SKID").record<u32<>>();
        return companions_.find(companion_kind::skeleton_file) == nullptr && file != nullptr && *file != 0U;
    }

    // ---- companions ------------------------------------------------------------------------------------------------

    // Paths of errors contain the companion's number in the caller's table.
    bool validate_companions(skeleton_parts& parts) noexcept {
        const chunk_list own_chunks = chunks_;
        const context own = home_;
        bool is_valid = validate_joined_skeletons(parts);
        home_ = own;
        for (std::uint32_t i = 0; is_valid && i < companions_.all.size(); ++i) {
            const companion& one = companions_.all[i];
            const byte_view of{one.bytes};
            const bool is_accepted = one.kind == companion_kind::skin_file        ? validate_skin(of)
                                     : one.kind == companion_kind::animation_file ? validate_animation(of)
                                                                                  : true;
            is_valid = is_accepted || fail_in_companion(i);
            home_ = own;
        }
        chunks_ = own_chunks;
        return is_valid;
    }
    bool fail_in_companion(std::uint32_t number) noexcept {
        fail_in("companions[].");
        return fail_within(number);
    }
    // Validates the parent first: the parts of the model's own .skel replace those of the parent.
    bool validate_joined_skeletons(skeleton_parts& parts) noexcept {
        for (const companion_kind kind : {companion_kind::parent_skeleton_file, companion_kind::skeleton_file}) {
            const companion* const found = companions_.find(kind);
            if (found != nullptr && !validate_skeleton(byte_view{found->bytes}, parts)) {
                return fail_in_companion(static_cast<std::uint32_t>(found - companions_.all.data()));
            }
        }
        return true;
    }
    bool validate_skin(byte_view of) noexcept {
        if (!validate_magic(of, "SKIN", "skin.magic", sizeof(skin_header))) {
            return false;
        }
        home_ = context{of, newest_version};
        const auto& header = *of.record_at<skin_header>(0);
        const auto* const shadows = has_shadows(of) ? of.record_at<skin_header_shadows>(sizeof(header)) : nullptr;
        return validate<in_skin>(header.profile) && (shadows == nullptr || validate<in_skin>(*shadows));
    }
    // Validates a .skel and replaces parts in `parts` by those that the .skel has.
    bool validate_skeleton(byte_view of, skeleton_parts& parts) noexcept {
        if (!validate_magic(of, "SKL1", "skel.magic", sizeof(chunk_header)) || !validate_chunks(of)) {
            return false;
        }
        skeleton_ = access::make<skeleton>(of, chunks_);
        skeleton_parts own;
        take_parts(own, chunks_);
        const m2::chunk start = find_chunk(chunks_, "SKL1");
        take_parts(parts, chunks_);
        return validate_lists_of(skeleton_part<skeleton_header>{start.file(), start.record<skeleton_header>()}) &&
               validate_lists_of(own.sequences) && validate_lists_of(own.bones) && validate_lists_of(own.attachments);
    }
    template <class Lists> bool validate_lists_of(const skeleton_part<Lists>& part) noexcept {
        home_ = context{part.file, newest_version};
        return part.lists == nullptr || validate<in_skeleton>(*part.lists);
    }
    // An .anim without chunks has no structure of its own: the model describes its bytes.
    bool validate_animation(byte_view of) noexcept {
        for (const std::string_view other : {"MD20", "MD21", "SKIN", "SKL1"}) {
            if (of.text_at(0, 4) == other) {
                return fail(errc::bad_value, "anim", 0, of.value_at<u32<form::little>>(0).get(), 0,
                            "keys, not a model, a .skin or a .skel");
            }
        }
        return !has_key_chunks(of) || validate_chunks(of);
    }

    // ---- the records that refer to lists ---------------------------------------------------------------------------

    // Validates the records of a header, or of a part of a skeleton. `home`: the context of their tracks.
    template <class File, class Lists> bool validate_each(const Lists& of, const context& home) noexcept {
        home_ = home;
        const std::uint64_t searched = companions_.is_sorted ? 0 : companions_.all.size();
        if (!charge(searched * home.animations().size(), "companions", 0)) {
            return false;
        }
        limits_->fill(home_);
        bool is_valid = true;
        for_each_record_range(of, home.file(), home.version(),
                              [&](const auto& records) { is_valid = is_valid && validate_range<File>(records); });
        return is_valid;
    }
    template <class File, class T> bool validate_range(const array<T>& records) noexcept {
        std::uint32_t number = 0;
        for (const T& record : records) {
            if (!validate<File>(record)) {
                return fail_within(number);
            }
            ++number;
        }
        return true;
    }
    bool validate_records(const skeleton_parts& parts) noexcept {
        const context own = home_;
        bool is_valid = true;
        model_.visit_header([&](const auto& header) { is_valid = validate_each<in_model>(header, own); });
        return is_valid && (!skeleton_ || validate_skeleton_records(parts));
    }
    bool validate_skeleton_records(const skeleton_parts& parts) noexcept {
        const context own = home_;
        return validate_part(parts.bones, own, key_chunk::bones) &&
               validate_part(parts.attachments, own, key_chunk::attachments);
    }
    template <class Lists>
    bool validate_part(const skeleton_part<Lists>& part, const context& own, key_chunk keys) noexcept {
        if (part.lists == nullptr || part.file.bytes().data() == own.file().bytes().data()) {
            return true;
        }
        return is_in_parent(part.file) ? validate_each<in_parent_skeleton>(*part.lists, own.in(part.file, keys))
                                       : validate_each<in_skeleton>(*part.lists, own.in(part.file, keys));
    }
    [[nodiscard]] bool is_in_parent(byte_view part) const noexcept {
        const companion* const parent = companions_.find(companion_kind::parent_skeleton_file);
        return parent != nullptr && byte_view{parent->bytes}.holds(part);
    }

    // ---- bones -----------------------------------------------------------------------------------------------------

    bool validate_bones(const skeleton_parts& parts) noexcept {
        if (parts.bones.lists == nullptr) {
            return true;
        }
        const context in = home_.in(parts.bones.file, key_chunk::bones);
        const auto bones = access::make<bone_list>(in, parts.bones.lists->bones);
        const char* const path = in.file().bytes().data() == home_.file().bytes().data() && !is_skeleton(file())
                                     ? "m2.bones[].parent"
                                 : is_in_parent(in.file()) ? "parentSkel.bones[].parent"
                                                           : "skel.bones[].parent";
        return bones.visit_records([&](const auto& records) { return validate_parents(in.file(), records, path); });
    }
    [[nodiscard]] static bool is_skeleton(byte_view file) noexcept { return file.text_at(0, 4) == "SKL1"; }
    template <class T> bool validate_parents(byte_view in, const array<T>& bones, const char* path) noexcept {
        const auto count = static_cast<std::int64_t>(bones.size());
        bool ordered = true; // each bone comes after its parent, so there is no cycle
        std::uint32_t number = 0;
        for (const T& bone : bones) {
            const std::int32_t parent = bone.parent;
            if (parent < -1 || parent >= count) {
                fail(errc::bad_value, path, in.offset_of(&bone.parent), parent, 0, "-1 or the number of a bone");
                return fail_within(number);
            }
            ordered = ordered && parent < static_cast<std::int64_t>(number);
            ++number;
        }
        return ordered || validate_order(in, bones, path);
    }
    template <class T> bool validate_order(byte_view in, const array<T>& bones, const char* path) noexcept {
        if (bones.size() > parent_table::capacity) {
            return fail(errc::budget, path, in.offset_of(bones.data()), static_cast<std::int64_t>(bones.size()),
                        parent_table::capacity);
        }
        parent_table parents;
        for (const T& bone : bones) {
            parents.add(bone.parent);
        }
        const std::uint32_t circular = parents.find_cycle();
        if (circular == npos) {
            return true;
        }
        const T* const found = bones.at(circular);
        fail(errc::cycle, path, found != nullptr ? in.offset_of(&found->parent) : 0, circular);
        return fail_within(circular);
    }

    // ---- references in chunks --------------------------------------------------------------------------------------

    bool validate_particles() noexcept {
        const context own = home_;
        const m2::chunk extensions = model_.chunk("EXP2");
        const m2::chunk geosets = model_.chunk("PGD1");
        const auto* const extended = extensions.record<extended_particles>();
        const auto* const parts = geosets.record<particle_geosets>();
        home_ = own.in(extensions.file(), key_chunk::model);
        bool is_valid = extended == nullptr ||
                        (validate<in_model>(*extended) && validate_each<in_model>(*extended, context{home_}));
        home_ = own.in(geosets.file(), key_chunk::model);
        is_valid = is_valid && (parts == nullptr || validate<in_model>(*parts));
        return is_valid;
    }

    companion_table companions_;
    context home_; // of the part that is being validated
    chunk_list chunks_;
    skeleton skeleton_;
    m2::model model_;
    key_limits* limits_ = nullptr; // a large table; only for files with tracks
};

}}}} // namespace effigy::v0::m2::impl
