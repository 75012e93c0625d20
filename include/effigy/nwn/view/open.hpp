// The validation in open(): every node, list, raw array and string is within its section. Two visitors of the blocks of
// a node: `pricing` adds up what they cost, in one sum; if this cannot be paid, `validating` visits the same blocks
// again, to find the first invalid one.
#pragma once

#include <effigy/core/impl/validation.hpp>
#include <effigy/nwn/order/blocks.hpp>
#include <effigy/nwn/order/signature.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// What an element costs in addition to its bytes, because open() or verify() read it more slowly than a node: at most
// five times the bytes of short elements, so that a file without shared data is never refused.
template <class T> inline constexpr std::uint64_t surcharge = 0;
template <> inline constexpr std::uint64_t surcharge<ptr<node_header>> = 4;
template <> inline constexpr std::uint64_t surcharge<array_ptr<char>> = 11; // the name may be empty
template <> inline constexpr std::uint64_t surcharge<raw_ptr<u16<>>> = 20;  // the list may be empty
template <> inline constexpr std::uint64_t surcharge<aabb_entry> = 64;
template <> inline constexpr std::uint64_t surcharge<u16<>> = 2; // a number that verify() tests
template <> inline constexpr std::uint64_t surcharge<i16<>> = 2;
template <> inline constexpr std::uint64_t surcharge<nwn::joints> = 8;
template <class T> inline constexpr std::uint64_t price = sizeof(T) + surcharge<T>;

// Validates a whole file in one pass. Each reference that the validator follows costs the bytes of its target, from a
// budget in proportion to the file's size. Data that open() or verify() read more slowly than nodes costs more: see the
// costs below. So the time stays in proportion to the file's size, even if arrays are shared or many pointers refer to
// one tree.
template <class = when_used> class validator : validation {
public:
    explicit validator(std::span<const std::byte> bytes) noexcept : validation(byte_view{bytes}) {}

    [[nodiscard]] result<nwn::model> run() noexcept {
        if (!validate_header() || !validate_nodes("nwn.", root_, false) || !validate_animations()) {
            return why();
        }
        return access::make<nwn::model>(file(), sections_, node_count_, sums_, samples_meshes_);
    }

private:
    static constexpr const char* end_in_model_data = "where model data ends";

    // Records why a walk stopped at the record at `offset` in model data: a cycle, a record outside of model data, or
    // too many levels.
    bool fail_walk(errc code, const char* path, std::uint32_t offset, std::uint64_t size,
                   std::uint64_t deepest) noexcept {
        const byte_view model = sections_.model();
        const std::uint64_t at = model.base() + (offset < model.size() ? offset : model.size());
        if (code == errc::budget) {
            return fail(code, path, at, static_cast<std::int64_t>(deepest + 1), deepest);
        }
        if (code == errc::out_of_bounds) {
            return fail(errc::out_of_bounds, path, at, static_cast<std::int64_t>(offset + size), model.size(),
                        end_in_model_data);
        }
        return fail(code, path, at, offset, 0, "a record that begins where the previous one ends, or later");
    }

    // ---- references ------------------------------------------------------------------------------------------------

    bool validate_model_range(std::uint32_t first, std::uint64_t bytes, const char* path, const void* field) noexcept {
        if (first == 0) {
            return fail(errc::bad_value, path, offset_of(field), 0, 0, "a pointer to the counted elements");
        }
        return range(sections_.model(), first, bytes, path, field, end_in_model_data);
    }
    template <class T> bool validate(const list<T>& items, const char* path) noexcept {
        return items.used == 0U ||
               validate_model_range(items.offset, std::uint64_t{items.used} * sizeof(T), path, &items);
    }
    template <class T> bool validate(const array_ptr<T>& to, std::uint64_t count, const char* path) noexcept {
        return validate_model_range(to.offset, count * sizeof(T), path, &to);
    }
    template <class T> bool validate(const list<T>& to, std::uint64_t count, const char* path) noexcept {
        return validate_model_range(to.offset, count * sizeof(T), path, &to);
    }
    template <class T> bool validate(const raw_ptr<T>& to, std::uint64_t count, const char* path) noexcept {
        if (to.offset == no_raw_offset) {
            return fail(errc::bad_value, path, offset_of(&to), -1, 0, "a pointer to the counted elements");
        }
        return range(sections_.raw(), to.offset, count * sizeof(T), path, &to, "where raw data ends");
    }
    // Records the error of a text whose pointer is null or outside of model data, or which has no NUL.
    bool fail_text(const char* path, const array_ptr<char>& pointer) noexcept {
        const std::uint32_t first = pointer.offset;
        const std::uint64_t size = sections_.model().size();
        if (first == 0) {
            return fail(errc::bad_value, path, offset_of(&pointer), 0, 0, "a pointer to a name");
        }
        const std::uint64_t least_end = (first < size ? size : first) + 1;
        return fail(errc::out_of_bounds, path, offset_of(&pointer), static_cast<std::int64_t>(least_end), size,
                    end_in_model_data);
    }
    // ---- the visitors ----------------------------------------------------------------------------------------------

    using step = typename tree_walk::step;

    // Whether a reference to no elements is valid whatever it contains.
    template <class T>
    [[nodiscard]] static EFFIGY_INLINE bool is_null(reference_path at, const raw_ptr<T>& to,
                                                    std::uint64_t count) noexcept {
        return count == 0 || (!at.in_list && to.offset == no_raw_offset); // null pointers in a list are errors
    }
    [[nodiscard]] static EFFIGY_INLINE bool is_null(reference_path, const auto&, std::uint64_t count) noexcept {
        return count == 0;
    }
    template <class T> [[nodiscard]] EFFIGY_INLINE bool fits(const raw_ptr<T>& to, std::uint64_t bytes) const noexcept {
        return to.offset != no_raw_offset && sections_.raw().fits(to.offset, bytes);
    }
    [[nodiscard]] EFFIGY_INLINE bool fits(const auto& to, std::uint64_t bytes) const noexcept {
        return to.offset != 0U && sections_.model().fits(to.offset, bytes);
    }
    // A part that a flag indicates may be missing in animations, and without the mesh that it needs. In all other cases
    // the section is too short for it.
    [[nodiscard]] static bool may_be_absent(const nwn::node& node, node_flags flag) noexcept {
        return node.in_animation() || (flag >= has_skin && !node.has(has_mesh));
    }

    // Adds up the prices of all blocks of a node. If one of them is invalid, the sum is above every budget.
    struct pricing {
        validator& by;
        const step& here;
        std::uint64_t sum;
        static constexpr bool is_inlined = true;

        static constexpr bool stopped() noexcept { return false; }
        template <class Record> static EFFIGY_INLINE Record* record(const char*, const Record&) noexcept {
            return nullptr;
        }
        EFFIGY_INLINE void add(bool is_valid, std::uint64_t cost) noexcept {
            constexpr std::uint64_t over_limit = std::uint64_t{1} << 58U;
            sum = is_valid ? sum + cost : sum | over_limit;
        }
        template <class To> EFFIGY_INLINE void block(reference_path at, const To& to, std::uint64_t count,
                                                     const auto&) noexcept {
            using type = typename To::target;
            const bool is_empty = is_null(at, to, count);
            add(is_empty || by.fits(to, count * sizeof(type)), is_empty ? 0 : count * price<type>);
        }
        EFFIGY_INLINE void block(reference_path, const list<controller_key>& to, std::uint64_t count,
                                 const auto&) noexcept {
            const std::uint32_t pool = here.header->controller_data.used;
            by.sums_.keys += count;
            by.sums_.numbers += pool;
            if (count != 0) {
                const auto keys = by.sections_.get(to);
                add(!keys.empty() && all_regular(keys, pool, sum), 0);
            }
        }
        EFFIGY_INLINE std::nullptr_t references(reference_path at, const auto& to, const auto& slot) noexcept {
            block(at, to, to.used, slot);
            return nullptr;
        }
        EFFIGY_INLINE void pointers(reference_path, const auto& to,
                                    const auto&) noexcept { // the walk has tested the rest
            add(here.slots == to.used, here.slots * price<ptr<node_header>>);
        }
        EFFIGY_INLINE void text(reference_path, const array_ptr<char>& to, const auto&) noexcept {
            // The searches must not exceed the budget either: all texts may share one NUL.
            const std::string_view found = sum <= by.left() ? by.sections_.get(to) : std::string_view{};
            add(found.data() != nullptr, found.size() + 1);
        }
        EFFIGY_INLINE bool same_size(const char*, const auto&, std::size_t size, std::size_t expected) noexcept {
            add(size == expected, 0);
            return size == expected;
        }
        EFFIGY_INLINE void own_indices(reference_path, const auto&, const auto& found, const auto&) noexcept {
            add(true, found.size() * sizeof(u16<>));
        }
        static void slot_nodes(const char*, const auto&, const auto&) noexcept {}
        EFFIGY_INLINE void absent(const nwn::node& node, node_flags flag) noexcept {
            add(may_be_absent(node, flag), 0);
        }
        void boxes(const char*, const nwn::node& node) noexcept {
            const aabb_tree tree = node.aabb();
            if (!tree) {
                return absent(node, has_aabb);
            }
            const std::uint64_t faces = node.mesh().faces().size();
            aabb_walk walk = walks::of(tree);
            while (const nwn::aabb box = walk.next()) {
                const std::int32_t face = box.record()->face;
                add(face < 0 || static_cast<std::uint64_t>(face) < faces, price<aabb_entry>);
            }
            add(walk.failure() == errc::none, 0);
        }
    };

    // Validates and charges each block, and stops at the first that is invalid.
    struct validating {
        validator& by;
        bool failed = false;

        [[nodiscard]] bool stopped() const noexcept { return failed; }
        void check(bool is_valid, std::uint32_t index = npos) noexcept {
            failed = failed || !is_valid;
            if (!is_valid && index != npos) {
                by.fail_within(index);
            }
        }
        template <class Record> static Record* record(const char*, const Record&) noexcept { return nullptr; }
        template <class To> void block(reference_path at, const To& to, std::uint64_t count, const auto&) noexcept {
            using type = typename To::target;
            if (!is_null(at, to, count)) {
                check(by.validate(to, count, at.path) && by.charge(count * surcharge<type>, at.path, by.offset_of(&to)),
                      at.index);
            }
        }
        std::nullptr_t references(reference_path at, const auto& to, const auto& slot) noexcept {
            block(at, to, to.used, slot);
            return nullptr;
        }
        void pointers(reference_path at, const auto& to, const auto& slot) noexcept { block(at, to, to.used, slot); }
        void text(reference_path at, const array_ptr<char>& to, const auto&) noexcept {
            const std::string_view found = by.sections_.get(to);
            check(found.data() == nullptr ? by.fail_text(at.path, to)
                                          : by.charge(found.size() + 1, at.path, by.offset_of(&to)),
                  at.index);
        }
        bool same_size(const char* path, const auto& list, std::size_t size, std::size_t expected) noexcept {
            check(size == expected || by.fail(errc::bad_value, path, by.offset_of(&list),
                                              static_cast<std::int64_t>(size), 0, "one list for each count"));
            return size == expected;
        }
        void own_indices(reference_path, const auto& list, const auto& found, const auto&) noexcept {
            check(by.charge(found.size() * sizeof(u16<>), "nodes[].mesh.indexLists", by.offset_of(&list)));
        }
        static void slot_nodes(const char*, const auto&, const auto&) noexcept {}
        void absent(const nwn::node& node, node_flags flag) noexcept {
            check(may_be_absent(node, flag) ||
                  by.fail(errc::out_of_bounds, "nodes[]", by.offset_of(node.record()),
                          std::int64_t{node.offset()} + static_cast<std::int64_t>(node.size()),
                          by.sections_.model().size(), end_in_model_data));
        }
        void boxes(const char* path, const nwn::node& node) noexcept {
            const aabb_tree tree = node.aabb();
            if (!tree) {
                return absent(node, has_aabb);
            }
            const std::uint64_t faces = node.mesh().faces().size();
            aabb_walk walk = walks::of(tree);
            while (const nwn::aabb box = walk.next()) {
                const std::int32_t face = box.record()->face;
                if (face >= 0 && static_cast<std::uint64_t>(face) >= faces) {
                    return check(by.fail(errc::out_of_bounds, "nodes[].aabb.face", by.offset_of(&box.record()->face),
                                         face, faces));
                }
                if (!by.charge(price<aabb_entry>, path, by.offset_of(box.record()))) {
                    return check(false);
                }
            }
            check(walk.failure() == errc::none ||
                  by.fail_walk(walk.failure(), path, walk.offset(), sizeof(aabb_entry), walk.max_depth));
        }
    };

    // ---- the file --------------------------------------------------------------------------------------------------

    bool validate_header() noexcept {
        const byte_view all = file();
        const bool is_text = all.value_at<scalar<char>>(0) != '\0';
        if (is_text && is_ascii_model(all)) {
            return fail(errc::unsupported, "Neverwinter Nights ASCII MDL", 0, -1, 0, reads_binary);
        }
        const auto* const head = all.record_at<file_header>(0);
        if (head == nullptr) {
            return fail(errc::truncated, "nwn.file", 0, static_cast<std::int64_t>(all.size()), sizeof(*head));
        }
        if (const std::uint32_t found = all.value_at<u32<>>(0); found != 0) {
            return fail(errc::bad_magic, "nwn.file.zero", 0, found, 0, "four zero bytes at the start of binary MDL");
        }
        constexpr std::uint64_t model_at = sizeof(file_header);
        const std::uint64_t model_size = head->model_size;
        const std::uint64_t raw_size = head->raw_size;
        if (!all.fits(model_at, model_size + raw_size)) {
            return fail(errc::truncated, "nwn.file", model_at, static_cast<std::int64_t>(all.size() - model_at),
                        model_size + raw_size);
        }
        const byte_view model = all.part(model_at, model_size);
        const auto* const header = model.record_at<model_header>(0);
        if (header == nullptr) {
            return fail(errc::truncated, "nwn.model", model_at, static_cast<std::int64_t>(model_size), sizeof(*header));
        }
        if (const geometry_type type = header->geometry.type; !is_model(type)) {
            return fail(errc::bad_value, "nwn.model.type", offset_of(&header->geometry.type),
                        static_cast<std::int64_t>(type), 0, "2 (a model)");
        }
        sections_ = {model, file().part(model_at + model_size, raw_size), producer_of(header->geometry)};
        header_ = header;
        root_ = header->geometry.root.offset;
        return charge(model_at + sizeof(*header), "nwn.model", model_at);
    }

    bool validate_nodes(const char* path_prefix, std::uint32_t root, bool in_animation) noexcept {
        const std::uint32_t parts = in_animation ? std::uint32_t{has_animmesh} : ~std::uint32_t{has_header};
        tree_walk walk{sections_, root, in_animation, npos};
        while (const auto here = walk.advance()) {
            pricing prices{.by = *this, .here = here, .sum = here.size};
            visit_record(file_source{sections_}, *here.header, 0, prices);
            if ((here.flags & parts) != 0) {
                samples_meshes_ = samples_meshes_ || in_animation;
                visit_parts(file_source{sections_}, walk.node(here), prices);
            }
            if (!charge(prices.sum) && !validate_again(walk, here, parts)) [[unlikely]] {
                fail_within(walk.count() - 1);
                return fail_in(path_prefix);
            }
        }
        if (in_animation) {
            sums_.nodes += walk.count();
        } else {
            node_count_ = walk.count();
            sums_ = {};
        }
        if (walk.failure() == errc::none) {
            return true;
        }
        const std::uint32_t size = access::make<nwn::node>(sections_, walk.offset(), in_animation, 0U, npos).size();
        fail_walk(walk.failure(), "nodes[]", walk.offset(), size, walk.max_depth);
        fail_within(walk.count());
        return fail_in(path_prefix);
    }

    bool validate_again(const tree_walk& walk, const step& here, std::uint32_t parts) noexcept {
        if (!charge(here.size, "nodes[]", offset_of(here.header))) {
            return false;
        }
        validating visitor{.by = *this};
        visit_record(file_source{sections_}, *here.header, 0, visitor);
        visitor.check(visitor.stopped() || validate_controllers(*here.header));
        if ((here.flags & parts) != 0 && !visitor.stopped()) {
            visit_parts(file_source{sections_}, walk.node(here), visitor);
        }
        return !visitor.stopped();
    }

    bool validate_animations() noexcept {
        const auto& animations = header_->animations;
        if (!validate(animations, "nwn.animations")) {
            return false;
        }
        std::uint32_t number = 0;
        for (const auto& pointer : sections_.get(animations)) {
            if (!validate_animation(pointer)) {
                return fail_within(number);
            }
            ++number;
        }
        return true;
    }
    bool validate_animation(const ptr<animation_header>& pointer) noexcept {
        if (!validate_model_range(pointer.offset, sizeof(animation_header), "nwn.animations[]", &pointer)) {
            return false;
        }
        const auto* const header = sections_.get(pointer);
        return header == nullptr || (validate(header->events, "nwn.animations[].events") &&
                                     validate_nodes("nwn.animations[].", header->geometry.root.offset, true));
    }

    // ---- controllers -----------------------------------------------------------------------------------------------

    bool validate_controllers(const node_header& header) noexcept {
        const std::uint64_t pool = sections_.get(header.controller_data).size();
        std::uint32_t number = 0;
        for (const auto& key : sections_.get(header.controller_keys)) {
            if (!validate_controller(key, pool)) {
                return fail_within(number);
            }
            ++number;
        }
        return true;
    }
    // Returns whether each key has at least one row, a valid number of columns (1 to 15), and its times and values in
    // the pool. If so, adds the costs of the keys and rows to `bytes`.
    [[nodiscard]] static EFFIGY_INLINE bool all_regular(const array<controller_key>& keys, std::uint64_t pool,
                                                        std::uint64_t& bytes) noexcept {
        constexpr std::uint64_t most_columns = 15;
        std::uint64_t numbers = 0; // in the rows and their times
        for (const auto& key : keys) {
            const std::uint64_t columns = key.columns;
            const std::int64_t rows = key.rows;
            const std::uint64_t of_id = key.columns_of_id();
            if (columns - 1 >= most_columns || rows <= 0 || (of_id != 0 && columns != of_id)) [[unlikely]] {
                return false;
            }
            const auto times = static_cast<std::uint64_t>(rows);
            const std::uint64_t values = times * columns;
            if (std::uint64_t{key.time_index} + times > pool || std::uint64_t{key.value_index} + values > pool)
                [[unlikely]] {
                return false;
            }
            numbers += times + values;
        }
        bytes += keys.size() * sizeof(controller_key) + numbers * sizeof(f32<>);
        return true;
    }
    // A key with a wrong number of columns is valid: the view leaves it out.
    bool validate_controller(const controller_key& key, std::uint64_t pool) noexcept {
        constexpr const char* path = "nodes[].controllers[]";
        const controller_key read = key;
        const std::int16_t stored = read.rows;
        const std::uint64_t rows = stored > 0 ? static_cast<std::uint64_t>(stored) : 0;
        const std::uint64_t width = read.width();
        if (!charge(sizeof(f32<>) * rows * (1 + width), path, offset_of(&key))) {
            return false;
        }
        if (rows == 0 || width == 0 || !read.has_valid_columns()) {
            return true; // without rows, an event, whose times are optional, or left out
        }
        const std::uint64_t times_end = read.time_index + rows;
        const std::uint64_t values_end = read.value_index + rows * width;
        const std::uint64_t end = times_end > values_end ? times_end : values_end;
        return end <= pool || fail(errc::out_of_bounds, path, offset_of(&key), static_cast<std::int64_t>(end), pool,
                                   "where the node's controllerData ends");
    }

    sections sections_;
    const model_header* header_ = nullptr;
    std::uint32_t root_ = 0;
    std::uint32_t node_count_ = 0;
    animation_sums sums_;
    bool samples_meshes_ = false;
};

}}}} // namespace effigy::v0::nwn::impl
