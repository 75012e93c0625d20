// The validation in open(): every node, list, raw array and string is within its section.
#pragma once

#include <effigy/core/validation.hpp>
#include <effigy/nwn/view/model.hpp>
#include <effigy/nwn/view/references.hpp>
#include <effigy/nwn/view/signature.hpp>

namespace effigy::inline v0::nwn::impl {

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

    // Costs in addition to the bytes: at most three times the bytes, so that a file without shared data is never
    // refused.
    static constexpr std::uint64_t slot_cost = 4;  // per child pointer
    static constexpr std::uint64_t name_cost = 11; // per texture name of a flare; the name may be empty
    static constexpr std::uint64_t list_cost = 20; // per index list; the list may be empty
    static constexpr std::uint64_t box_cost = 64;  // per entry of a collision tree
    static constexpr std::uint64_t index_cost = 2; // per vertex number or slot, which verify() tests

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
        return count == 0 || validate_model_range(to.offset, count * sizeof(T), path, &to);
    }
    template <class T> bool validate(const raw_ptr<T>& to, std::uint64_t count, const char* path) noexcept {
        return to.offset == no_raw_offset || count == 0 ||
               range(sections_.raw(), to.offset, count * sizeof(T), path, &to, "where raw data ends");
    }
    // cost_of() returns the cost of validate(): `over_limit` if validate() would fail, `fallback` if there is no array.
    static constexpr std::uint64_t over_limit = std::uint64_t{1}
                                                << 58U; // above every budget; 63 of them fit in 64 bits
    template <class T> [[nodiscard]] EFFIGY_INLINE std::uint64_t cost_of(const list<T>& items) const noexcept {
        return cost_in_model(items.offset, items.used, sizeof(T));
    }
    template <class T>
    [[nodiscard]] EFFIGY_INLINE std::uint64_t cost_of(const array_ptr<T>& to, std::uint64_t count) const noexcept {
        return cost_in_model(to.offset, count, sizeof(T));
    }
    template <class T>
    [[nodiscard]] EFFIGY_INLINE std::uint64_t cost_of(const raw_ptr<T>& to, std::uint64_t count,
                                                      std::uint64_t fallback = 0) const noexcept {
        const std::uint64_t bytes = count * sizeof(T);
        return count == 0                               ? 0
               : to.offset == no_raw_offset             ? fallback
               : sections_.raw().fits(to.offset, bytes) ? bytes
                                                        : over_limit;
    }
    [[nodiscard]] EFFIGY_INLINE std::uint64_t cost_in_model(std::uint32_t first, std::uint64_t count,
                                                            std::size_t size) const noexcept {
        const std::uint64_t bytes = count * size;
        return count == 0 ? 0 : first != 0 && sections_.model().fits(first, bytes) ? bytes : over_limit;
    }

    // Visits the fields of a record and adds up the costs of its references.
    template <class Record> struct cost_sum {
        const validator& by;
        const Record& record;
        std::uint32_t vertices;
        std::uint64_t bytes = 0;

        template <class T> EFFIGY_INLINE void operator()(const field& of, T Record::* member) noexcept {
            if constexpr (std::is_array_v<T> && followed<T>) {
                for (const auto& reference : record.*member) {
                    add(of, reference);
                }
            } else if constexpr (followed<T>) {
                add(of, record.*member);
            }
        }
        template <class T> EFFIGY_INLINE void add(const field&, const list<T>& items) noexcept {
            bytes += by.cost_of(items);
        }
        template <class To> EFFIGY_INLINE void add(const field& of, const To& to) noexcept {
            bytes += by.cost_of(to, count_of(of, record, vertices));
        }
    };
    // Visits the fields of a record and validates each reference, to report the first invalid one.
    template <class Record> struct validating {
        validator& by;
        const Record& record;
        std::uint32_t vertices;
        std::size_t number = 0; // of the reference
        bool is_valid = true;

        template <class T> void operator()(const field& of, T Record::* member) noexcept {
            if constexpr (followed<T>) {
                const char* const path = reference_paths<Record>::of(number++);
                if constexpr (std::is_array_v<T>) {
                    for (std::uint32_t i = 0; is_valid && i < std::extent_v<T>; ++i) {
                        is_valid = validate(of, (record.*member)[i], path) || by.fail_within(i);
                    }
                } else {
                    is_valid = is_valid && validate(of, record.*member, path);
                }
            }
        }
        template <class T> bool validate(const field&, const list<T>& items, const char* path) noexcept {
            return by.validate(items, path);
        }
        template <class To> bool validate(const field& of, const To& to, const char* path) noexcept {
            return by.validate(to, count_of(of, record, vertices), path);
        }
    };
    // Validates all references of a part of a node. `vertices`: the vertex count of the node's mesh.
    template <class Record> bool validate_references(const Record& record, std::uint32_t vertices = 0) noexcept {
        cost_sum<Record> costs{*this, record, vertices};
        description<Record>::template fields<Record>(costs);
        return charge(costs.bytes) || validate_each(record, vertices);
    }
    template <class Record> bool validate_each(const Record& record, std::uint32_t vertices = 0) noexcept {
        validating<Record> visitor{*this, record, vertices};
        description<Record>::template fields<Record>(visitor);
        return visitor.is_valid;
    }

    // ---- the file --------------------------------------------------------------------------------------------------

    bool validate_header() noexcept {
        const byte_view all = file();
        const bool is_text = all.value_at<scalar<char>>(0) != '\0';
        if (is_text && begins_ascii_model(start_of(all))) {
            return fail(errc::unsupported, "Neverwinter Nights ASCII MDL", 0, -1, 0, "effigy reads the binary form");
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
            const bool has_parts = (here.flags & parts) != 0;
            if (!validate_node(here) || (has_parts && !validate_parts(walk.node(here)))) [[unlikely]] {
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

    // ---- nodes -----------------------------------------------------------------------------------------------------

    using step = typename tree_walk::step;

    // Validates the header of a node, its list of children and its controllers. Nearly all nodes are valid, so the
    // first pass makes one test and one payment. If it fails, a second pass finds the invalid field.
    EFFIGY_INLINE bool validate_node(const step& here) noexcept {
        const auto& keys = here.header->controller_keys;
        const auto& data = here.header->controller_data;
        const std::uint32_t key_count = keys.used;
        const std::uint32_t keys_at = keys.offset;
        const std::uint32_t pool = data.used;
        const std::uint32_t pool_at = data.offset;
        sums_.keys += key_count;
        sums_.numbers += pool;
        std::uint64_t bytes =
            here.size + here.slots * (sizeof(u32<>) + slot_cost) + std::uint64_t{pool} * sizeof(f32<>);
        bool is_valid =
            here.slots == here.header->children.used &&
            (pool == 0 || (pool_at != 0 && sections_.model().fits(pool_at, std::uint64_t{pool} * sizeof(f32<>))));
        if (key_count != 0) {
            const auto found = sections_.model().array_at<controller_key>(keys_at, key_count);
            is_valid = is_valid && keys_at != 0 && !found.empty() && all_regular(found, pool, bytes);
        }
        return (is_valid && charge(bytes)) || validate_one_by_one(here);
    }
    bool validate_one_by_one(const step& here) noexcept {
        const node_header& header = *here.header;
        return charge(here.size, "nodes[]", offset_of(&header)) && validate_each(header) &&
               charge(here.slots * slot_cost, "nodes[].children", offset_of(&header.children)) &&
               validate_controllers(header);
    }
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
            if (columns - 1 >= most_columns || rows <= 0 ||
                columns != columns_of(key.id, static_cast<std::uint32_t>(columns))) [[unlikely]] {
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
    // Returns the number of columns that a controller of this id must have; `fallback` for ids without a rule.
    [[nodiscard]] static constexpr std::uint32_t columns_of(std::int32_t id, std::uint32_t fallback) noexcept {
        return id == controls_position ? 3 : id == controls_orientation ? 4 : id == controls_scale ? 1 : fallback;
    }
    bool validate_controller(const controller_key& key, std::uint64_t pool) noexcept {
        constexpr const char* path = "nodes[].controllers[]";
        const std::uint8_t columns = key.columns;
        const bool has_values = columns != no_values;
        if (has_values && (columns & 0xE0U) != 0) {
            return fail(errc::bad_value, "nodes[].controllers[].columns", offset_of(&key.columns), columns, 0,
                        "0 .. 15, plus 16 for bezier, or 255");
        }
        const std::int16_t stored = key.rows;
        const std::uint64_t rows = stored > 0 ? static_cast<std::uint64_t>(stored) : 0;
        const std::uint32_t count = has_values ? columns & 0x0FU : 0;
        const std::uint64_t width = std::uint64_t{count} * ((columns & bezier_bit) != 0 ? 3U : 1U);
        if (!charge(sizeof(f32<>) * rows * (1 + width), path, offset_of(&key))) {
            return false;
        }
        if (rows == 0 || count == 0) {
            return true; // an event: its times are optional
        }
        if (count != columns_of(key.id, count)) {
            return fail(errc::bad_value, "nodes[].controllers[].columns", offset_of(&key.columns), columns, 0,
                        "3 for a position, 4 for an orientation, 1 for a scale");
        }
        const std::uint64_t times_end = key.time_index + rows;
        const std::uint64_t values_end = key.value_index + rows * width;
        const std::uint64_t end = times_end > values_end ? times_end : values_end;
        return end <= pool || fail(errc::out_of_bounds, path, offset_of(&key), static_cast<std::int64_t>(end), pool,
                                   "where the node's controllerData ends");
    }

    // Validates the parts that the node's flags indicate.
    bool validate_parts(const nwn::node& node) noexcept {
        samples_meshes_ = samples_meshes_ || node.in_animation();
        return (!node.has(has_light) || validate_light(node)) &&
               (!node.has(has_emitter) || node.emitter() != nullptr || part_may_be_missing(node, has_emitter)) &&
               (!node.has(has_reference) || node.reference() != nullptr || part_may_be_missing(node, has_reference)) &&
               ((!node.has(has_mesh) && !node.has(has_animmesh)) || validate_mesh(node)) &&
               (!node.has(has_skin) || validate_skin(node)) && (!node.has(has_animmesh) || validate_animmesh(node)) &&
               (!node.has(has_dangly) || validate_dangly(node)) && (!node.has(has_aabb) || validate_aabb(node));
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
    bool validate_light(const nwn::node& node) noexcept {
        const auto* const light = node.light();
        if (light == nullptr) {
            return part_may_be_missing(node, has_light);
        }
        if (!validate_references(*light)) {
            return false;
        }
        constexpr const char* path = "nodes[].light.flareTextures[]";
        std::uint32_t number = 0;
        for (const auto& pointer : sections_.get(light->flare_textures)) {
            const std::string_view name = node.flare_texture(pointer);
            if (name.data() == nullptr) {
                fail_text(path, pointer);
                return fail_within(number);
            }
            if (!charge(name.size() + 1 + name_cost, path, offset_of(&pointer))) {
                return fail_within(number);
            }
            ++number;
        }
        return true;
    }

    // Called for a part that a flag indicates but the view does not contain. Returns true if the part may be missing:
    // in animations, or without the mesh that the part needs. In all other cases the section is too short for the part,
    // which is an error.
    bool part_may_be_missing(const nwn::node& node, node_flags flag) noexcept {
        const bool is_needed = !node.in_animation() && (flag < has_skin || node.has(has_mesh));
        return !is_needed || fail(errc::out_of_bounds, "nodes[]", offset_of(node.record()),
                                  std::int64_t{node.offset()} + static_cast<std::int64_t>(node.size()),
                                  sections_.model().size(), end_in_model_data);
    }

    bool validate_mesh(const nwn::node& node) noexcept {
        const nwn::mesh mesh = node.mesh();
        if (!mesh) {
            return part_may_be_missing(node, has_mesh);
        }
        const mesh_header& header = *mesh.record();
        return validate_references(header, mesh.vertex_count()) && validate_index_lists(mesh, header);
    }
    // The first pass tests all lists together. If it fails, a second pass finds the invalid list.
    bool validate_index_lists(const nwn::mesh& mesh, const mesh_header& header) noexcept {
        const auto counts = sections_.get(header.index_counts);
        const auto lists = sections_.get(header.index_lists);
        if (counts.size() != lists.size()) {
            return fail(errc::bad_value, "nodes[].mesh.indexLists", offset_of(&header.index_lists),
                        static_cast<std::int64_t>(lists.size()), 0, "one list for each count");
        }
        std::uint64_t indices = 0;
        std::uint64_t bytes = counts.size() * list_cost;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const std::uint32_t count = counts[i];
            indices += count;
            const std::uint64_t cost = cost_of(lists[i], count, over_limit);
            bytes += cost;
            if (cost == over_limit) { // adding more of them would overflow
                break;
            }
        }
        bytes += indices * index_cost;
        if (!charge(bytes) && !validate_each_index_list(counts, lists)) {
            return false;
        }
        return indices != 0 || charge(mesh.own_indices().size() * sizeof(u16<>), "nodes[].mesh.indexLists",
                                      offset_of(&header.index_lists));
    }
    bool validate_each_index_list(const array<u32<>>& counts, const array<raw_ptr<u16<>>>& lists) noexcept {
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (!validate_index_list(lists[i], counts[i])) {
                return fail_within(static_cast<std::uint32_t>(i));
            }
        }
        return true;
    }
    bool validate_index_list(const raw_ptr<u16<>>& first, std::uint32_t count) noexcept {
        constexpr const char* path = "nodes[].mesh.indexLists[]";
        if (count != 0 && first.offset == no_raw_offset) {
            return fail(errc::bad_value, path, offset_of(&first), -1, 0, "a pointer to the counted elements");
        }
        return validate(first, std::uint64_t{count}, path) &&
               charge(count * index_cost + list_cost, path, offset_of(&first));
    }

    bool validate_skin(const nwn::node& node) noexcept {
        const nwn::skin skin = node.skin();
        if (!skin) {
            return part_may_be_missing(node, has_skin);
        }
        const skin_header& header = *skin.record();
        const std::uint32_t vertices = node.mesh().vertex_count();
        const std::uint32_t mapped = header.node_to_slot_count;
        return validate_references(header, vertices) &&
               charge((4 * std::uint64_t{vertices} + mapped) * index_cost, "nodes[].skin", offset_of(&header));
    }
    bool validate_animmesh(const nwn::node& node) noexcept {
        const nwn::animmesh samples = node.animmesh();
        return samples ? validate_references(*samples.record(), node.mesh().vertex_count())
                       : part_may_be_missing(node, has_animmesh);
    }
    bool validate_dangly(const nwn::node& node) noexcept {
        const nwn::dangly dangly = node.dangly();
        return dangly ? validate_references(*dangly.record()) : part_may_be_missing(node, has_dangly);
    }

    bool validate_aabb(const nwn::node& node) noexcept {
        const aabb_tree tree = node.aabb();
        if (!tree) {
            return part_may_be_missing(node, has_aabb);
        }
        constexpr const char* path = "nodes[].aabb";
        const std::uint64_t faces = node.mesh().faces().size();
        aabb_walk walk = walks::of(tree);
        while (const nwn::aabb box = walk.next()) {
            const std::int32_t face = box.record()->face;
            if (face >= 0 && static_cast<std::uint64_t>(face) >= faces) {
                return fail(errc::out_of_bounds, "nodes[].aabb.face", offset_of(&box.record()->face), face, faces);
            }
            if (!charge(sizeof(aabb_entry) + box_cost, path, offset_of(box.record()))) {
                return false;
            }
        }
        return walk.failure() == errc::none ||
               fail_walk(walk.failure(), path, walk.offset(), sizeof(aabb_entry), walk.max_depth);
    }

    sections sections_;
    const model_header* header_ = nullptr;
    std::uint32_t root_ = 0;
    std::uint32_t node_count_ = 0;
    animation_sums sums_;
    bool samples_meshes_ = false;
};

} // namespace effigy::inline v0::nwn::impl
