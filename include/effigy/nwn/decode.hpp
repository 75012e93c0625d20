// Models that own their data, as aligned native numbers. They contain everything that the view shows except addresses.
// The memory comes from any std::pmr::memory_resource:
// - without overlapping arrays, as in every measured file: less than twice the file's size (measured: less than the
//   file's size)
// - with overlapping arrays: at most six times the file's size plus 80 KiB; a model that needs more is an error
//
// A model is a set of pools, one per type. Its records are those of records.hpp. They refer to each other and to their
// arrays by numbers, which get() follows:
//
//     for (const owned_node& node : owned.get(owned.nodes)) {
//         if (const owned_mesh* const mesh = owned.get(node.mesh)) {
//             use(node.name.view(), owned.get(mesh->positions));
#pragma once

#include <effigy/core/api.hpp>
#include <effigy/nwn/fields.hpp>
#include <effigy/nwn/view.hpp>
#include <effigy/pools.hpp>

namespace effigy::inline v0::nwn {

// ---- references ----------------------------------------------------------------------------------------------------

using effigy::pool_handle;
using effigy::pool_slice;
using owned_index_list = raw_ptr<std::uint16_t, form::host>;
using owned_name = array_ptr<char, form::host>;

// ---- records, see records.hpp --------------------------------------------------------------------------------------

using owned_event = basic_event<form::host>;
using owned_key = basic_controller_key<form::host>; // its times and rows of numbers are in its node's `pool`
using owned_light = basic_light<form::host>;
using owned_emitter = basic_emitter<form::host>;
using owned_reference = basic_reference<form::host>;
using owned_face = basic_face<form::host>;
using owned_animmesh = basic_animmesh_header<form::host>;
using owned_dangly = basic_dangly_header<form::host>;
using owned_aabb = basic_aabb_entry<form::host>;

struct owned_mesh : basic_mesh_header<form::host> {
    pool_slice<std::uint16_t> own_indices; // of a mesh that was merged away; empty for others
};
struct owned_skin : basic_skin_header<form::host> {
    pool_slice<std::int16_t> slot_nodes; // the node of each slot: 17, 64 or 128
};

// A node header without its addresses, and with the number of the parent in place of the list of children.
struct owned_node {
    text<32> name{};
    std::uint32_t parent = npos; // index in the same list of nodes
    std::uint32_t flags = 0;     // node_flags
    std::uint32_t inherit_color = 0;
    std::int32_t part_number = 0;
    pool_slice<owned_key> controllers;
    pool_slice<float> pool;
    pool_handle<owned_light> light;
    pool_handle<owned_emitter> emitter;
    pool_handle<owned_reference> reference;
    pool_handle<owned_mesh> mesh;
    pool_handle<owned_skin> skin;
    pool_handle<owned_animmesh> animmesh;
    pool_handle<owned_dangly> dangly;
    pool_slice<owned_aabb> aabb; // parents before children, left before right
};

struct owned_animation : basic_animation_header<form::host> {
    pool_slice<owned_node> nodes; // parents first
};

} // namespace effigy::inline v0::nwn

namespace effigy::inline v0 {

template <> struct description<nwn::owned_mesh> : description<nwn::basic_mesh_header<form::host>> {
    template <class... R> static constexpr void fields(auto&& visit) {
        description<nwn::basic_mesh_header<form::host>>::template fields<R...>(visit);
        visit("ownIndices", &R::own_indices...);
    }
};
template <> struct description<nwn::owned_skin> : description<nwn::basic_skin_header<form::host>> {
    template <class... R> static constexpr void fields(auto&& visit) {
        description<nwn::basic_skin_header<form::host>>::template fields<R...>(visit);
        visit("slotNodes", &R::slot_nodes...);
    }
};
template <> struct description<nwn::owned_node> {
    static constexpr const char* name = "node";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("name", &R::name...);
        visit("parent", &R::parent...);
        visit("flags", &R::flags...);
        visit("inheritColor", &R::inherit_color...);
        visit("partNumber", &R::part_number...);
        visit("controllers", &R::controllers...);
        visit("controllerData", &R::pool...);
        visit("light", &R::light...);
        visit("emitter", &R::emitter...);
        visit("reference", &R::reference...);
        visit("mesh", &R::mesh...);
        visit("skin", &R::skin...);
        visit("animmesh", &R::animmesh...);
        visit("dangly", &R::dangly...);
        visit("aabb", &R::aabb...);
    }
};
template <> struct description<nwn::owned_animation> : description<nwn::basic_animation_header<form::host>> {
    template <class... R> static constexpr void fields(auto&& visit) {
        description<nwn::basic_animation_header<form::host>>::template fields<R...>(visit);
        visit("nodes", &R::nodes...);
    }
};

} // namespace effigy::inline v0

namespace effigy::inline v0::nwn {

// ---- the model -----------------------------------------------------------------------------------------------------

using model_pools =
    owned_pools<owned_node, owned_animation, owned_event, owned_key, owned_light, owned_emitter, owned_reference,
                owned_mesh, owned_skin, owned_animmesh, owned_dangly, owned_aabb, owned_face, owned_index_list,
                owned_name, char, std::byte, std::uint16_t, std::int16_t, std::uint32_t, rgba8, float, vec2<form::host>,
                vec3<form::host>, vec4<form::host>, basic_quat_wxyz<form::host>, basic_joints<form::host>>;

struct owned_model : basic_model_header<form::host>, model_pools {
    nwn::producer producer = nwn::producer::unknown;
    pool_slice<owned_node> nodes; // parents first
    pool_slice<std::byte> trailing;

    owned_model() : owned_model(std::pmr::get_default_resource()) {}
    explicit owned_model(std::pmr::memory_resource* memory) : basic_model_header<form::host>(), model_pools(memory) {}

    // Returns the times of a controller, in seconds. Empty if the controller has none.
    [[nodiscard]] std::span<const float> times(const owned_node& owner, const owned_key& key) const noexcept {
        return part_of(get(owner.pool), key.time_index, rows_of(key));
    }
    // Returns the values of a controller, row after row. Empty if the controller has none.
    [[nodiscard]] std::span<const float> values(const owned_node& owner, const owned_key& key) const noexcept {
        return part_of(get(owner.pool), key.value_index, rows_of(key) * key.width());
    }

private:
    [[nodiscard]] static std::span<const float> part_of(std::span<const float> pool, std::size_t first,
                                                        std::size_t count) noexcept {
        return first <= pool.size() && count <= pool.size() - first ? pool.subspan(first, count)
                                                                    : std::span<const float>{};
    }
    [[nodiscard]] static constexpr std::size_t rows_of(const owned_key& key) noexcept {
        return key.rows > 0 ? static_cast<std::size_t>(key.rows) : 0U;
    }
};

// Compares bit by bit, see equal().
EFFIGY_API [[nodiscard]] bool operator==(const owned_model& a, const owned_model& b);

// Returns a copy of the model that owns its data. Error: budget, if the copy would take more memory than the limit
// above, or if the bytes changed since open() and now contain more than open() found.
EFFIGY_API [[nodiscard]] result<owned_model>
decode(const model& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

} // namespace effigy::inline v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/view/references.hpp>

namespace effigy::inline v0::nwn {

namespace impl {

using namespace effigy::impl;

template <class = when_used> class decoder : pool_filler<owned_model> {
public:
    decoder(const model& from, std::pmr::memory_resource* memory)
        : pool_filler(memory), from_(from), sections_(walks::of(from.nodes()).where()) {}

    [[nodiscard]] result<owned_model> run() {
        const model_header* const header = from_.record();
        if (header == nullptr) {
            return std::move(made);
        }
        put_model(*header); // the first pass counts
        return fill_expected("nwn", memory_limit(from_.file().size()), [&] {
            put_model(*header);
            return error{};
        });
    }

private:
    // ---- references ------------------------------------------------------------------------------------------------

    // Converts a reference and the elements that it refers to. `vertices`: the vertex count of the node's mesh.
    struct referring {
        decoder<>& by;
        std::uint32_t vertices = 0;

        template <class To, class Record> auto operator()(const field& of, const To& to, const Record& record) const {
            if constexpr (followed<To>) {
                return by.put(follow(by.sections_, of, to, record, vertices));
            } else {
                return pool_slice<u8>{}; // empty in every file
            }
        }
        pool_slice<owned_index_list> operator()(const field&, const list<raw_ptr<u16<>>>& lists,
                                                const mesh_header& record) const {
            return by.put_index_lists(by.sections_.get(lists), by.sections_.get(record.index_counts));
        }
        pool_slice<owned_name> operator()(const field&, const list<array_ptr<char>>& names, const nwn::light&) const {
            return by.put_names(by.sections_.get(names));
        }
        pool_slice<owned_animation> operator()(const field&, const list<ptr<animation_header>>&,
                                               const model_header&) const {
            return by.put_animations();
        }
        // Roots of trees: root_of() sets them after the tree is converted.
        pool_handle<owned_node> operator()(const field&, const ptr<node_header>&, const geometry_header&) const {
            return {};
        }
        pool_handle<owned_aabb> operator()(const field&, const ptr<aabb_entry>& child, const aabb_entry&) const {
            return {.number = child.offset != 0U ? not_numbered : npos};
        }
    };
    // Visits the fields of a record and counts the elements that its references refer to.
    template <class Record> struct counting {
        decoder<>& by;
        const Record& record;
        std::uint32_t vertices;

        template <class T> EFFIGY_INLINE void operator()(const field& of, T Record::* member) const {
            if constexpr (std::is_array_v<T> && followed<T>) {
                for (const auto& reference : record.*member) {
                    count(of, reference);
                }
            } else if constexpr (followed<T>) {
                count(of, record.*member);
            }
        }
        template <class T> void count(const field&, const ptr<T>&) const noexcept {}
        template <class To> EFFIGY_INLINE void count(const field& of, const To& to) const {
            using target = typename To::target;
            if constexpr (!reference_to_records<target>) {
                by.expect<host_form<target>>(follow(by.sections_, of, to, record, vertices).size());
            } else {
                referring{.by = by, .vertices = vertices}(of, to, record);
            }
        }
    };

    template <class T> EFFIGY_INLINE pool_slice<host_form<T>> put(const array<T>& stored) {
        using type = host_form<T>;
        return stored.empty() ? pool_slice<type>{} : this->put_all<type>(stored);
    }
    pool_slice<owned_index_list> put_index_lists(const array<raw_ptr<u16<>>>& lists, const array<u32<>>& counts) {
        const std::size_t first = size<owned_index_list>();
        for (std::size_t i = 0; i < lists.size(); ++i) {
            const auto* const count = counts.at(i);
            push<owned_index_list>(put(count != nullptr ? sections_.get(lists[i], *count) : array<u16<>>{}));
        }
        return since<owned_index_list>(first);
    }
    pool_slice<owned_name> put_names(const array<array_ptr<char>>& names) {
        const std::size_t first = size<owned_name>();
        for (const array_ptr<char>& pointer : names) {
            push<owned_name>(this->put_all<char>(std::span{sections_.get(pointer)}));
        }
        return since<owned_name>(first);
    }

    // ---- records ---------------------------------------------------------------------------------------------------

    // Converts a record into `own`. `own` is null in the first pass, and if there are more records than were counted.
    template <class Record, class Own> void put_fields(const Record& record, Own* own, std::uint32_t vertices = 0) {
        if (own != nullptr) {
            convert(record, *own, referring{.by = *this, .vertices = vertices});
        } else if (measuring()) {
            counting<Record> references{.by = *this, .record = record, .vertices = vertices};
            description<Record>::template fields<Record>(references);
        }
    }
    template <class Own, class Record> pool_handle<Own> put_part_of(const Record& record, std::uint32_t vertices = 0) {
        const auto number = static_cast<std::uint32_t>(size<Own>());
        put_fields(record, next<Own>(), vertices);
        return {.number = number};
    }

    void put_model(const model_header& header) {
        put_fields(header, measuring() ? nullptr : &made);
        made.producer = from_.producer();
        made.nodes = put_nodes(from_.nodes(), ~std::uint32_t{has_header});
        made.geometry.root = root_of(made.nodes);
        made.trailing = this->put_all<std::byte>(from_.trailing());
    }
    pool_slice<owned_animation> put_animations() {
        const std::size_t first = size<owned_animation>();
        if (measuring()) {
            count_animations();
            return {};
        }
        for (const animation clip : from_.animations()) {
            owned_animation* const own = next<owned_animation>();
            if (own == nullptr) {
                break;
            }
            *own = {};
            if (clip) {
                put_fields(*clip.record(), own);
            }
            own->nodes = put_nodes(clip.nodes(), has_animmesh);
            own->geometry.root = root_of(own->nodes);
        }
        return since<owned_animation>(first);
    }
    // Most nodes belong to animations; open() has counted these.
    void count_animations() {
        const animation_list clips = from_.animations();
        const animation_sums& sums = walks::sums_of(from_);
        expect<owned_animation>(clips.size());
        expect<owned_node>(to_size(sums.nodes));
        expect<owned_key>(to_size(sums.keys));
        expect<float>(to_size(sums.numbers));
        for (const animation clip : clips) {
            expect<owned_event>(clip.events().size());
            if (from_.samples_meshes()) {
                count_parts(walks::of(clip.nodes()), has_animmesh);
            }
        }
    }
    [[nodiscard]] static pool_handle<owned_node> root_of(const pool_slice<owned_node>& nodes) noexcept {
        return {.number = nodes.empty() ? npos : nodes.first};
    }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    // `parts`: the flags of the parts to convert.
    template <class Nodes> pool_slice<owned_node> put_nodes(const Nodes& nodes, std::uint32_t parts) {
        const std::size_t first = size<owned_node>();
        if (measuring()) {
            count_nodes(walks::of(nodes), parts);
        } else {
            put_nodes(walks::of(nodes), parts);
        }
        return since<owned_node>(first);
    }
    void count_nodes(tree_walk walk, std::uint32_t parts) {
        std::size_t keys = 0;
        std::size_t numbers = 0;
        while (const auto here = walk.advance()) {
            keys += sections_.get(here.header->controller_keys).size();
            numbers += sections_.get(here.header->controller_data).size();
            count_parts(walk, here, parts);
        }
        expect<owned_node>(walk.count());
        expect<owned_key>(keys);
        expect<float>(numbers);
    }
    void count_parts(tree_walk walk, std::uint32_t parts) {
        while (const auto here = walk.advance()) {
            count_parts(walk, here, parts);
        }
    }
    EFFIGY_INLINE void count_parts(const tree_walk& walk, const typename tree_walk::step& here, std::uint32_t parts) {
        if ((here.flags & parts) != 0) {
            owned_node counted;
            put_parts(counted, walk.node(here));
        }
    }
    void put_nodes(tree_walk walk, std::uint32_t parts) {
        while (const auto here = walk.advance()) {
            owned_node* const next_node = next<owned_node>();
            if (next_node == nullptr) {
                return;
            }
            owned_node& own = *next_node;
            own.name = here.header->name;
            own.parent = walk.parent(here);
            own.flags = here.flags;
            own.inherit_color = here.header->inherit_color;
            own.part_number = here.header->part_number;
            own.controllers = put(sections_.get(here.header->controller_keys));
            own.pool = put(sections_.get(here.header->controller_data));
            own.light = {};
            own.emitter = {};
            own.reference = {};
            own.mesh = {};
            own.skin = {};
            own.animmesh = {};
            own.dangly = {};
            own.aabb = {};
            if ((here.flags & parts) != 0) {
                put_parts(own, walk.node(here));
            }
        }
    }
    void put_parts(owned_node& out, const nwn::node& stored) {
        if (const auto* const light = stored.light()) {
            out.light = put_part_of<owned_light>(*light);
        }
        if (const auto* const emitter = stored.emitter()) {
            out.emitter = put_part_of<owned_emitter>(*emitter);
        }
        if (const auto* const other = stored.reference()) {
            out.reference = put_part_of<owned_reference>(*other);
        }
        const nwn::mesh surface = stored.mesh();
        const std::uint32_t vertices = surface.vertex_count();
        if (surface) {
            out.mesh = put_mesh(surface);
        }
        if (const auto binding = stored.skin()) {
            out.skin = put_skin(binding, vertices);
        }
        if (const auto samples = stored.animmesh()) {
            out.animmesh = put_part_of<owned_animmesh>(*samples.record(), vertices);
        }
        if (const auto danglymesh = stored.dangly()) {
            out.dangly = put_part_of<owned_dangly>(*danglymesh.record());
        }
        if (const auto boxes = stored.aabb()) {
            out.aabb = put_boxes(boxes);
        }
    }
    pool_handle<owned_mesh> put_mesh(const nwn::mesh& surface) {
        const auto number = static_cast<std::uint32_t>(size<owned_mesh>());
        owned_mesh* const own = next<owned_mesh>();
        put_fields(*surface.record(), own, surface.vertex_count());
        const pool_slice<std::uint16_t> own_indices = put(surface.own_indices());
        if (own != nullptr) {
            own->own_indices = own_indices;
        }
        return {.number = number};
    }
    pool_handle<owned_skin> put_skin(const nwn::skin& binding, std::uint32_t vertices) {
        const auto number = static_cast<std::uint32_t>(size<owned_skin>());
        owned_skin* const own = next<owned_skin>();
        put_fields(*binding.record(), own, vertices);
        const pool_slice<std::int16_t> slot_nodes = put(binding.slot_nodes());
        if (own != nullptr) {
            own->slot_nodes = slot_nodes;
        }
        return {.number = number};
    }

    // ---- collision trees -------------------------------------------------------------------------------------------

    static constexpr std::uint32_t not_numbered = 0; // marks a child that has no number yet

    pool_slice<owned_aabb> put_boxes(const aabb_tree& boxes) {
        const std::size_t first = size<owned_aabb>();
        for (const nwn::aabb box : boxes) {
            put_fields(*box.record(), next<owned_aabb>());
        }
        const pool_slice<owned_aabb> out = since<owned_aabb>(first);
        if (!measuring()) {
            number_children(std::span{made.all<owned_aabb>()}.subspan(out.first, out.count), out.first);
        }
        return out;
    }
    // Sets the numbers of children. The boxes are in the order of a walk, left before right. So a left child is the
    // next box, and a right child is the first box after the left child's subtree. To find the end of a subtree,
    // end_of_subtree() follows the last child of each box down to a leaf. The loop goes from the last box to the first,
    // so the children of a subtree already have their numbers. Each last child is followed once, so the time is linear.
    static void number_children(std::span<owned_aabb> boxes, std::uint32_t first) noexcept {
        const auto end_of_subtree = [&](std::size_t last) {
            while (last < boxes.size() && (boxes[last].right || boxes[last].left)) {
                last = (boxes[last].right ? boxes[last].right : boxes[last].left).number - first;
            }
            return last + 1;
        };
        const auto number_of = [&](std::size_t i) {
            return i < boxes.size() ? first + static_cast<std::uint32_t>(i) : npos;
        };
        for (std::size_t i = boxes.size(); i-- > 0;) {
            owned_aabb& here = boxes[i];
            const bool has_left{here.left};
            here.left.number = has_left ? number_of(i + 1) : npos;
            here.right.number = here.right ? number_of(has_left ? end_of_subtree(i + 1) : i + 1) : npos;
        }
    }

    const model& from_;
    sections sections_;
};

} // namespace impl

EFFIGY_API_BODY bool operator==(const owned_model& a, const owned_model& b) {
    const basic_model_header<form::host>& header_of_a = a;
    const basic_model_header<form::host>& header_of_b = b;
    const model_pools& pools_of_a = a;
    const model_pools& pools_of_b = b;
    return equal(header_of_a, header_of_b) && a.producer == b.producer && equal(a.nodes, b.nodes) &&
           equal(a.trailing, b.trailing) && pools_of_a == pools_of_b;
}

EFFIGY_API_BODY result<owned_model> decode(const model& from, std::pmr::memory_resource* memory) {
    return impl::decoder{from, memory}.run();
}

} // namespace effigy::inline v0::nwn
#endif
