#include "parts.hpp"

#include <algorithm>

namespace gltf_files {

namespace {

class tree_reader {
public:
    tree_reader(source& from, node_tree& to) : from_(from), to_(to), skins_(from.parts("skins")) {}

    bool run() {
        to_.nodes = from_.parts("nodes");
        if (!find_parents() || !find_order()) {
            return false;
        }
        find_roots();
        std::vector<bool> is_wanted(to_.nodes.size()); // per root
        if (!choose_scene(is_wanted)) {
            return false;
        }
        return choose(is_wanted);
    }

private:
    bool find_parents() {
        to_.parents.assign(to_.nodes.size(), npos);
        for (std::uint32_t i = 0; i < to_.nodes.size(); ++i) {
            std::uint32_t k = 0;
            for (json_value each = to_.nodes[i].find("children").first(); each; each = each.next(), ++k) {
                std::uint32_t child = npos;
                const auto place = at("nodes[].children[]", i, k);
                if (!from_.index(each, place, to_.nodes.size(), child)) {
                    return false;
                }
                if (to_.parents[child] != npos) {
                    return from_.bad(place, "a node without another parent", child);
                }
                to_.parents[child] = i;
            }
        }
        return true;
    }
    // Keeps the order of the file, except that parents come before their children.
    bool find_order() {
        enum class mark : std::uint8_t { none, open, placed };
        std::vector<mark> marks(to_.nodes.size(), mark::none);
        std::vector<std::uint32_t> open;
        for (std::uint32_t i = 0; i < to_.nodes.size(); ++i) {
            for (std::uint32_t up = i; up != npos && marks[up] != mark::placed; up = to_.parents[up]) {
                if (marks[up] == mark::open) {
                    return from_.fail(at("nodes[].children", up), errc::cycle, 0, up, "");
                }
                marks[up] = mark::open;
                open.push_back(up);
            }
            for (; !open.empty(); open.pop_back()) {
                marks[open.back()] = mark::placed;
                order_.push_back(open.back());
            }
        }
        return true;
    }
    void find_roots() {
        roots_.resize(to_.nodes.size());
        for (const std::uint32_t node : order_) {
            roots_[node] = to_.parents[node] != npos ? roots_[to_.parents[node]] : node;
        }
    }
    // A file without scenes is read as a whole.
    bool choose_scene(std::vector<bool>& is_wanted) {
        const std::vector<json_value> scenes = from_.parts("scenes");
        std::uint32_t chosen = npos;
        if (!from_.reference(from_.root(), "scene", at("scene"), scenes.size(), chosen)) {
            return false;
        }
        if (scenes.empty()) {
            is_wanted.assign(is_wanted.size(), true);
            return true;
        }
        chosen = chosen != npos ? chosen : 0;
        to_.scene = scenes[chosen];
        std::uint32_t i = 0;
        for (json_value each = to_.scene.find("nodes").first(); each; each = each.next(), ++i) {
            std::uint32_t root = npos;
            const auto place = at("scenes[].nodes[]", chosen, i);
            if (!from_.index(each, place, to_.nodes.size(), root)) {
                return false;
            }
            if (to_.parents[root] != npos) {
                return from_.bad(place, "a node without a parent", root);
            }
            is_wanted[root] = true;
        }
        if (scenes.size() > 1) {
            from_.left_out("scene", to_.scene.find("name").text(), "other scenes than the default one",
                           scenes.size() - 1);
        }
        return true;
    }
    bool choose(std::vector<bool>& is_wanted) {
        // The joints of skins that the scene uses belong to it, wherever they are.
        std::vector<bool> is_used(skins_.size());
        for (std::uint32_t i = 0; i < to_.nodes.size(); ++i) {
            std::uint32_t skin = npos;
            if (!from_.reference(to_.nodes[i], "skin", at("nodes[].skin", i), skins_.size(), skin)) {
                return false;
            }
            if (skin != npos && is_wanted[roots_[i]]) {
                is_used[skin] = true;
            }
        }
        for (std::uint32_t i = 0; i < skins_.size(); ++i) {
            if (is_used[i] && !for_each_joint(i, [&](std::uint32_t joint) { is_wanted[roots_[joint]] = true; })) {
                return false;
            }
        }
        to_.numbers.assign(to_.nodes.size(), npos);
        for (const std::uint32_t node : order_) {
            if (is_wanted[roots_[node]]) {
                to_.numbers[node] = static_cast<std::uint32_t>(to_.order.size());
                to_.order.push_back(node);
            }
        }
        if (const std::size_t rest = to_.nodes.size() - to_.order.size(); rest != 0) {
            from_.left_out("node", "", "nodes that are not in the default scene", rest);
        }
        return choose_skins() && choose_meshes();
    }
    bool choose_skins() {
        to_.skins.assign(skins_.size(), npos);
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < skins_.size(); ++i) {
            bool is_here = true;
            if (!for_each_joint(i, [&](std::uint32_t joint) { is_here = is_here && to_.numbers[joint] != npos; })) {
                return false;
            }
            to_.skins[i] = is_here ? count++ : npos;
        }
        return true;
    }
    // All meshes but those that only other scenes use.
    bool choose_meshes() {
        const std::size_t count = from_.parts("meshes").size();
        to_.wanted_meshes.assign(count, true);
        for (const bool is_here : {false, true}) {
            for (std::uint32_t i = 0; i < to_.nodes.size(); ++i) {
                std::uint32_t mesh = npos;
                if (!from_.reference(to_.nodes[i], "mesh", at("nodes[].mesh", i), count, mesh)) {
                    return false;
                }
                if (mesh != npos && (to_.numbers[i] != npos) == is_here) {
                    to_.wanted_meshes[mesh] = is_here;
                }
            }
        }
        return true;
    }
    template <class Visit> bool for_each_joint(std::uint32_t skin, const Visit& visit) {
        std::uint32_t i = 0;
        for (json_value each = skins_[skin].find("joints").first(); each; each = each.next(), ++i) {
            std::uint32_t joint = npos;
            if (!from_.index(each, at("skins[].joints[]", skin, i), to_.nodes.size(), joint)) {
                return false;
            }
            visit(joint);
        }
        return true;
    }

    source& from_;
    node_tree& to_;
    std::vector<json_value> skins_;
    std::vector<std::uint32_t> order_, roots_; // of all nodes of the file
};

} // namespace

bool read_tree(source& from, node_tree& out) { return tree_reader{from, out}.run(); }

} // namespace gltf_files
