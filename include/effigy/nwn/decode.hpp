// Models that own their data, as aligned native numbers. They contain everything that the view shows except addresses.
// The memory comes from any std::pmr::memory_resource:
// - without overlapping arrays, as in every measured file: less than twice the file's size (measured: less than the
//   file's size)
// - with overlapping arrays: at most six times the file's size plus 80 KiB; a model that needs more is an error
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Compares bit by bit, see equal().
EFFIGY_API [[nodiscard]] bool operator==(const owned_model& a, const owned_model& b);

// Returns a copy of the model that owns its data. Error: budget, if the copy would take more memory than the limit
// above, or if the bytes changed since open() and now contain more than open() found.
EFFIGY_API [[nodiscard]] result<owned_model>
decode(const model& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Declared in nwn/encode.hpp, as lint() is in lint.hpp: see view.hpp.
struct include_effigy_nwn_encode_hpp;
template <std::same_as<owned_model> Owned> include_effigy_nwn_encode_hpp encode(const Owned& from, ...);

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/order/blocks.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

using namespace effigy::impl;

// What a record becomes: its host form, or the type that extends it.
template <class Record> struct owned_as {
    using type = host_form<Record>;
};
template <> struct owned_as<mesh_header> {
    using type = owned_mesh;
};
template <> struct owned_as<skin_header> {
    using type = owned_skin;
};
template <class Record> using owned_form = typename owned_as<Record>::type;

// The member of a node that refers to a part.
template <class Own> inline constexpr pool_handle<Own> owned_node::* part_of_node = nullptr;
template <> inline constexpr auto part_of_node<owned_light> = &owned_node::light;
template <> inline constexpr auto part_of_node<owned_emitter> = &owned_node::emitter;
template <> inline constexpr auto part_of_node<owned_reference> = &owned_node::reference;
template <> inline constexpr auto part_of_node<owned_mesh> = &owned_node::mesh;
template <> inline constexpr auto part_of_node<owned_skin> = &owned_node::skin;
template <> inline constexpr auto part_of_node<owned_animmesh> = &owned_node::animmesh;
template <> inline constexpr auto part_of_node<owned_dangly> = &owned_node::dangly;

template <class = when_used> class decoder : pool_filler<owned_model> {
public:
    decoder(const model& from, std::pmr::memory_resource* memory)
        : pool_filler(memory), from_(from), in_{walks::of(from.nodes()).where()} {}

    [[nodiscard]] result<owned_model> run() {
        const model_header* const header = from_.record();
        if (header == nullptr) {
            return std::move(made);
        }
        count_nodes(walks::of(from_.nodes()), ~std::uint32_t{has_header});
        count_animations();
        expect<std::byte>(from_.trailing().size());
        return fill_expected("nwn", memory_limit(from_.file().size()), [&] {
            put_model(*header);
            return error{};
        });
    }

private:
    // ---- the visitors ----------------------------------------------------------------------------------------------

    // Counts the elements of each type.
    struct counting {
        decoder<>& by;

        static constexpr bool stopped() noexcept { return false; }
        template <class Record> owned_form<Record>* record(const char*, const Record&) const {
            by.expect<owned_form<Record>>(1);
            return nullptr;
        }
        template <class To> void block(reference_path, const To& to, std::uint64_t count, const auto&) const {
            by.expect<host_form<typename To::target>>(by.in_.follow(to, count).size());
        }
        template <class T> std::nullptr_t references(reference_path, const list<T>& items, const auto&) const {
            by.expect<host_form<T>>(by.in_.get(items).size());
            return nullptr;
        }
        void text(reference_path, const array_ptr<char>& to, const auto&) const {
            by.expect<char>(by.in_.get(to).size());
        }
        static void pointers(reference_path, const auto&, const auto&) noexcept {}
        static bool same_size(const char*, const auto&, std::size_t size, std::size_t expected) noexcept {
            return size == expected;
        }
        void own_indices(reference_path, const auto&, const array<u16<>>& found, const auto&) const {
            by.expect<std::uint16_t>(found.size());
        }
        void slot_nodes(const char*, const nwn::node& node, const auto&) const {
            by.expect<std::int16_t>(node.skin().slot_nodes().size());
        }
        void boxes(const char*, const nwn::node& node) const {
            std::size_t count = 0;
            for ([[maybe_unused]] const nwn::aabb box : node.aabb()) {
                ++count;
            }
            by.expect<owned_aabb>(count);
        }
        static void absent(const nwn::node&, node_flags) noexcept {}
    };

    // Stores the elements.
    struct putting {
        decoder<>& by;
        owned_node& here;
        bool is_full = false; // there are more records than were counted

        [[nodiscard]] bool stopped() const noexcept { return is_full; }
        template <class Record> owned_form<Record>* record(const char*, const Record& record) {
            using own = owned_form<Record>;
            const auto number = static_cast<std::uint32_t>(by.size<own>());
            own* const out = by.next<own>();
            is_full = out == nullptr;
            if (!is_full) {
                if constexpr (!std::same_as<own, host_form<Record>>) {
                    *out = own{};
                }
                convert(record, static_cast<host_form<Record>&>(*out), unset{});
                here.*part_of_node<own> = {.number = number};
            }
            return out;
        }
        void block(reference_path, const auto& to, std::uint64_t count, const auto& slot) const {
            slot() = by.put(by.in_.follow(to, count));
        }
        template <class T> host_form<T>* references(reference_path, const list<T>& items, const auto& slot) const {
            const std::size_t first = by.size<host_form<T>>();
            const auto out = by.append_counted<host_form<T>>(by.in_.get(items).size());
            for (host_form<T>& own : out) {
                own = {};
            }
            slot() = by.since<host_form<T>>(first);
            return out.data();
        }
        void text(reference_path, const array_ptr<char>& to, const auto& slot) const {
            slot() = by.put_all<char>(std::span{by.in_.get(to)});
        }
        static void pointers(reference_path, const auto&, const auto&) noexcept {}
        bool same_size(const char*, const auto&, std::size_t size, std::size_t expected) const noexcept {
            return size == expected;
        }
        void own_indices(reference_path, const auto&, const array<u16<>>& found, owned_mesh* own) const {
            own->own_indices = by.put(found);
        }
        void slot_nodes(const char*, const nwn::node& node, owned_skin* own) const {
            own->slot_nodes = by.put(node.skin().slot_nodes());
        }
        void boxes(const char*, const nwn::node& node) const { here.aabb = by.put_boxes(node.aabb()); }
        static void absent(const nwn::node&, node_flags) noexcept {}
    };
    struct unset { // block() and the walks set the references
        template <class To> constexpr host_form<To> operator()(const field&, const To&, const auto&) const noexcept {
            return {};
        }
    };

    template <class T> EFFIGY_INLINE pool_slice<host_form<T>> put(const array<T>& stored) {
        using type = host_form<T>;
        return stored.empty() ? pool_slice<type>{} : this->put_all<type>(stored);
    }

    // ---- records ---------------------------------------------------------------------------------------------------

    void put_model(const model_header& header) {
        convert(header, static_cast<basic_model_header<form::host>&>(made), unset{});
        made.producer = from_.producer();
        made.nodes = put_nodes(from_.nodes(), ~std::uint32_t{has_header});
        made.geometry.root = root_of(made.nodes);
        made.animations = put_animations();
        made.trailing = this->put_all<std::byte>(from_.trailing());
    }
    pool_slice<owned_animation> put_animations() {
        const std::size_t first = size<owned_animation>();
        for (const animation clip : from_.animations()) {
            owned_animation* const own = next<owned_animation>();
            if (own == nullptr) {
                break;
            }
            *own = {};
            if (clip) {
                convert(*clip.record(), static_cast<basic_animation_header<form::host>&>(*own), unset{});
                own->events = put(clip.events());
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

    void count_nodes(tree_walk walk, std::uint32_t parts) {
        std::size_t keys = 0;
        std::size_t numbers = 0;
        while (const auto here = walk.advance()) {
            keys += in_.get(here.header->controller_keys).size();
            numbers += in_.get(here.header->controller_data).size();
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
            count_parts(walk.node(here));
        }
    }
    void count_parts(const nwn::node& node) {
        counting visitor{.by = *this};
        visit_parts(in_, node, visitor);
    }
    // `parts`: the flags of the parts to convert.
    template <class Nodes> pool_slice<owned_node> put_nodes(const Nodes& nodes, std::uint32_t parts) {
        const std::size_t first = size<owned_node>();
        tree_walk walk = walks::of(nodes);
        while (const auto here = walk.advance()) {
            owned_node* const own = next<owned_node>();
            if (own == nullptr) {
                break;
            }
            *own = {};
            own->name = here.header->name;
            own->parent = walk.parent(here);
            own->flags = here.flags;
            own->inherit_color = here.header->inherit_color;
            own->part_number = here.header->part_number;
            own->controllers = put(in_.get(here.header->controller_keys));
            own->pool = put(in_.get(here.header->controller_data));
            if ((here.flags & parts) != 0) {
                put_parts(walk.node(here), *own);
            }
        }
        return since<owned_node>(first);
    }
    void put_parts(const nwn::node& node, owned_node& out) {
        putting visitor{.by = *this, .here = out};
        visit_parts(in_, node, visitor);
    }

    // ---- collision trees -------------------------------------------------------------------------------------------

    pool_slice<owned_aabb> put_boxes(const aabb_tree& boxes) {
        const std::size_t first = size<owned_aabb>();
        for (const nwn::aabb box : boxes) {
            if (owned_aabb* const own = next<owned_aabb>()) {
                convert(*box.record(), *own, [](const field&, const ptr<aabb_entry>& child, const auto&) {
                    constexpr std::uint32_t not_numbered = 0;
                    return pool_handle<owned_aabb>{.number = child.offset != 0U ? not_numbered : npos};
                });
            }
        }
        const pool_slice<owned_aabb> out = since<owned_aabb>(first);
        number_children(std::span{made.all<owned_aabb>()}.subspan(out.first, out.count), out.first);
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
    file_source in_;
};

} // namespace impl

EFFIGY_API_BODY bool operator==(const owned_model& a, const owned_model& b) {
    return impl::equal_with_pools<model_pools>(a, b);
}

EFFIGY_API_BODY result<owned_model> decode(const model& from, std::pmr::memory_resource* memory) {
    return impl::decoder{from, memory}.run();
}

}}} // namespace effigy::v0::nwn
#endif
