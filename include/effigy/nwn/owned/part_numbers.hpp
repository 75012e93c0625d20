// Part numbers: how the nodes of a model and of its animations refer to those of the supermodel.
#pragma once

#include <effigy/nwn/decode.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

template <class = when_used> class part_numbering {
public:
    part_numbering(owned_model& model, const nwn::model& supermodel)
        : model_(model), entries_(model.all<char>().resource()), found_(model.all<char>().resource()),
          numbers_(model.all<char>().resource()) {
        above_ = supermodel.index(entries_.append(supermodel.nodes().size()));
        if (const model_header* const header = supermodel.record(); header != nullptr) {
            nodes_above_ = header->geometry.node_count;
        }
    }

    // Changes nothing if there is an error.
    [[nodiscard]] error run() {
        for (const owned_node& node : model_.all<owned_node>()) {
            numbers_.push_back(node.part_number);
        }
        const std::span<owned_node> nodes = model_.get(model_.nodes);
        const std::span<std::int32_t> numbers = numbers_of(model_.nodes);
        match(
            nodes, above_.size(), [&](std::size_t i) { return above_.name(i); },
            [&](std::size_t i) { return above_.at(i).parent(); });
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            const nwn::node found = above_.at(found_[i]);
            numbers[i] = above_.empty() ? static_cast<std::int32_t>(i)
                         : found        ? std::int32_t{found.record()->part_number}
                                        : -1;
        }
        for (const owned_animation& clip : model_.get(model_.animations)) {
            const std::span<owned_node> moved = model_.get(clip.nodes);
            match(
                moved, nodes.size(), [&](std::size_t i) { return nodes[i].name.view(); },
                [&](std::size_t i) { return nodes[i].parent; });
            for (std::size_t i = 0; i < moved.size(); ++i) {
                if (found_[i] != npos) {
                    numbers_of(clip.nodes)[i] = numbers[found_[i]];
                }
            }
        }
        if (steps_left_ == 0) {
            return {{"nodes[].partNumber", location::nowhere}, errc::budget, most_steps, 0};
        }
        apply();
        return {};
    }

private:
    void apply() noexcept {
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            model_.all<owned_node>()[i].part_number = numbers_[i];
        }
        const auto own = static_cast<std::uint32_t>(model_.get(model_.nodes).size());
        model_.geometry.node_count = above_.empty() ? own : nodes_above_ + 1 + own;
        set_root(model_.geometry, model_.nodes);
        for (owned_animation& clip : model_.get(model_.animations)) {
            set_root(clip.geometry, clip.nodes);
        }
    }
    // The numbers of the nodes in a list of the model.
    [[nodiscard]] std::span<std::int32_t> numbers_of(const pool_slice<owned_node>& nodes) noexcept {
        const std::size_t count = model_.get(nodes).size(); // 0, if they are not in the pool
        return std::span<std::int32_t>{numbers_}.subspan(count != 0 ? nodes.first : 0, count);
    }
    static void set_root(basic_geometry_header<form::host>& of, const pool_slice<owned_node>& nodes) noexcept {
        of.root = nodes.empty() ? pool_handle<owned_node>{} : pool_handle<owned_node>{nodes.first};
    }

    static constexpr std::uint64_t most_steps = std::uint64_t{1} << 24;

    // Sets found_[i] to the number of the node that has the name of node i and belongs to the node of i's parent; the
    // roots match whatever their names.
    void match(std::span<const owned_node> nodes, std::size_t count, const auto& name, const auto& parent) {
        found_.clear();
        static_cast<void>(found_.append(nodes.size()));
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            std::uint32_t found = npos;
            if (nodes[i].parent == npos) {
                found = count != 0 ? 0 : npos;
            } else if (const std::uint32_t* const above =
                           find_at(std::span<const std::uint32_t>{found_}.first(i), nodes[i].parent);
                       above != nullptr && *above != npos) {
                for (std::uint32_t other = *above + 1; other < count && found == npos && steps_left_ != 0; ++other) {
                    --steps_left_;
                    found = parent(other) == *above && compare_any_case(name(other), nodes[i].name.view()) == 0 ? other
                                                                                                                : npos;
                }
            }
            found_[i] = found;
        }
    }

    owned_model& model_;
    pool<tree_entry> entries_;
    node_index above_;
    std::uint32_t nodes_above_ = 0;
    pool<std::uint32_t> found_;
    pool<std::int32_t> numbers_; // of all nodes in the pool
    std::uint64_t steps_left_ = most_steps;
};

}}}} // namespace effigy::v0::nwn::impl
