// Part numbers: how the nodes of a model and of its animations refer to those of the supermodel.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/nwn/decode.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Finds nodes by name and place: below the node that belongs to their parent. The roots belong together, whatever their
// names.
template <class = when_used> class node_matcher {
public:
    static constexpr std::uint32_t is_below_other = npos - 1; // the parent belongs to no node

    explicit node_matcher(std::pmr::memory_resource* memory) : numbers_(memory), found_(memory) {}

    // Adds the next node. `parent`: its number; npos: none.
    void add(std::uint32_t parent, std::string_view name) {
        const node_key at{parent, name};
        if (size_ != 0 && !numbers_.contains(at)) {
            numbers_.add(at, size_);
        }
        ++size_;
    }
    // Returns, for each node of a list, the number of the added node with its name and place; npos, if there is none;
    // is_below_other, if there is none for its parent. Valid until the next call.
    [[nodiscard]] const pool<std::uint32_t>& match(std::span<const owned_node> nodes) {
        found_.clear();
        for (const owned_node& node : nodes) {
            std::uint32_t number = size_ != 0 ? 0 : is_below_other;
            if (node.parent != npos) {
                const std::uint32_t above = node.parent < found_.size() ? found_[node.parent] : npos;
                number = above < size_ ? numbers_.find(node_key{above, node.name.view()}) : is_below_other;
            }
            found_.push_back(number);
        }
        return found_;
    }

private:
    struct node_key {
        std::uint32_t parent = npos;
        std::string_view name;
    };
    struct compare_node_keys {
        [[nodiscard]] int operator()(const node_key& a, const node_key& b) const noexcept {
            return a.parent != b.parent ? (a.parent < b.parent ? -1 : 1) : compare_any_case(a.name, b.name);
        }
    };
    numbers_by_key<node_key, compare_node_keys> numbers_;
    std::uint32_t size_ = 0;
    pool<std::uint32_t> found_;
};

// Gives the nodes of all animations the numbers of the model's nodes of the same name and place. Others keep theirs.
template <class = when_used> void number_animations(owned_model& model) {
    const std::span<const owned_node> nodes = std::as_const(model).get(model.nodes);
    node_matcher<> matcher{model.all<char>().resource()};
    for (const owned_node& node : nodes) {
        matcher.add(node.parent, node.name.view());
    }
    for (const owned_animation& clip : model.get(model.animations)) {
        const std::span<owned_node> moved = model.get(clip.nodes);
        const pool<std::uint32_t>& found = matcher.match(moved);
        for (std::size_t i = 0; i < moved.size(); ++i) {
            moved[i].part_number = found[i] < nodes.size() ? nodes[found[i]].part_number : moved[i].part_number;
        }
    }
}

// Numbers the nodes of a model, see number_parts().
template <class = when_used> void number_by_supermodel(owned_model& model, const nwn::model& supermodel) {
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    pool<tree_entry> entries{memory};
    const node_index above = supermodel.index(entries.append(supermodel.nodes().size()));
    node_matcher<> matcher{memory};
    for (std::uint32_t i = 0; i < above.size(); ++i) {
        matcher.add(above.at(i).parent(), above.name(i));
    }
    const std::span<owned_node> nodes = model.get(model.nodes);
    const pool<std::uint32_t>& found = matcher.match(nodes);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const nwn::node other = found[i] < above.size() ? above.at(found[i]) : nwn::node{};
        nodes[i].part_number = above.empty() ? static_cast<std::int32_t>(i)
                               : other       ? std::int32_t{other.record()->part_number}
                                             : -1;
    }
    const auto own = static_cast<std::uint32_t>(nodes.size());
    const model_header* const header = supermodel.record();
    model.geometry.node_count =
        above.empty() ? own : (header != nullptr ? header->geometry.node_count.get() : 0U) + 1 + own;
    const auto set_root = [](basic_geometry_header<form::host>& of, const pool_slice<owned_node>& list) {
        of.root = list.empty() ? pool_handle<owned_node>{} : pool_handle<owned_node>{list.first};
    };
    set_root(model.geometry, model.nodes);
    for (owned_animation& clip : model.get(model.animations)) {
        set_root(clip.geometry, clip.nodes);
    }
    number_animations(model);
}

}}}} // namespace effigy::v0::nwn::impl
