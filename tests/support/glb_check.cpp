#include "support/glb_check.hpp"

#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <set>

namespace support {

namespace {

using nlohmann::json;

[[nodiscard]] std::uint32_t number_at(std::span<const std::byte> bytes, std::size_t at, std::size_t size) {
    std::uint32_t out = 0;
    for (std::size_t i = size; i > 0; --i) {
        out = out << 8U | std::to_integer<std::uint32_t>(bytes[at + i - 1]);
    }
    return out;
}

// Returns the member. If it does not exist, returns 0 or an empty array.
[[nodiscard]] std::size_t count_in(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::size_t>() : 0;
}
[[nodiscard]] const json& in(const json& object, const char* key) {
    static const json none = json::array();
    const auto found = object.find(key);
    return found != object.end() ? *found : none;
}

struct numbers {
    std::size_t offset = 0, count = 0, width = 0, size = 0, component = 0, view = 0, step = 0;

    [[nodiscard]] std::size_t stride() const { return std::max(step, width * size); }
};

class checker {
public:
    explicit checker(const glb_parts& parts) : bin_(parts.bin) {
        std::vector<std::set<std::string>> keys(1);
        bool is_repeated = false;
        document_ = json::parse(
            parts.json,
            [&](int, json::parse_event_t event, json& parsed) {
                if (event == json::parse_event_t::object_start) {
                    keys.emplace_back();
                } else if (event == json::parse_event_t::object_end) {
                    keys.pop_back();
                } else if (event == json::parse_event_t::key) {
                    is_repeated |= !keys.back().insert(parsed.get<std::string>()).second;
                }
                return true;
            },
            false);
        expect(document_.is_object(), "JSON object");
        expect(!is_repeated, "no key twice in an object");
    }

    [[nodiscard]] std::string run() {
        if (problem_.empty()) {
            for (const auto& [key, value] : document_.items()) {
                expect(!value.is_array() || !value.empty(), "no empty array: " + key);
            }
            check_buffer();
            check_accessors();
        }
        if (problem_.empty()) { // the other checks rely on valid accessors
            check_nodes();
            check_meshes();
            check_skins();
            check_animations();
            check_materials();
        }
        return problem_;
    }

private:
    bool expect(bool holds, const std::string& what) {
        if (!holds && problem_.empty()) {
            problem_ = what;
        }
        return holds;
    }
    // Whether the member does not exist or is the number of a part.
    bool refers(const json& from, const char* key, const char* parts) {
        const auto found = from.find(key);
        return found == from.end() ||
               expect(found->is_number_unsigned() && found->get<std::size_t>() < in(document_, parts).size(),
                      std::string(key) + " of " + parts);
    }

    void check_buffer() {
        expect(in(in(document_, "asset"), "version") == "2.0", "version 2.0");
        const json& buffers = in(document_, "buffers");
        expect(buffers.size() <= 1 && buffers.empty() == bin_.empty(), "one buffer for the binary chunk");
        const std::size_t size = buffers.empty() ? 0 : count_in(buffers[0], "byteLength");
        if (!expect(size <= bin_.size() && bin_.size() - size < 4, "the buffer's size")) {
            return;
        }
        for (std::size_t i = size; i < bin_.size(); ++i) {
            expect(bin_[i] == std::byte{}, "padding of zeros");
        }
        std::size_t end = 0; // of the previous view
        for (const json& view : in(document_, "bufferViews")) {
            const std::size_t offset = count_in(view, "byteOffset");
            const std::size_t length = count_in(view, "byteLength");
            expect(offset % 4 == 0 && offset >= end && offset - end < 4, "views in order, without gaps");
            expect(length != 0 && offset <= size && length <= size - offset, "a view in the buffer");
            end = offset + length;
        }
    }

    void check_accessors() {
        static const std::map<std::size_t, std::size_t> sizes{{5121, 1}, {5123, 2}, {5125, 4}, {5126, 4}};
        static const std::map<std::string, std::size_t> widths{
            {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
        for (const json& each : in(document_, "accessors")) {
            const auto size = sizes.find(count_in(each, "componentType"));
            const auto width = widths.find(each.value("type", ""));
            if (!refers(each, "bufferView", "bufferViews") || !expect(each.contains("bufferView"), "a view") ||
                !expect(size != sizes.end() && width != widths_.end(), "types of accessors")) {
                return;
            }
            numbers& n = accessors_.emplace_back();
            n.view = count_in(each, "bufferView");
            const json& view = document_["bufferViews"][n.view];
            const std::size_t offset = count_in(each, "byteOffset");
            const std::size_t length = count_in(view, "byteLength");
            n.count = count_in(each, "count");
            n.width = width->second;
            n.size = size->second;
            n.component = size->first;
            n.step = count_in(view, "byteStride");
            n.offset = count_in(view, "byteOffset") + offset;
            if (!expect(n.count != 0 && offset <= length && n.count <= (length - offset) / n.stride(),
                        "an accessor in its view") ||
                !expect(offset % n.size == 0, "aligned numbers")) {
                return;
            }
            check_bounds(each, n);
        }
    }
    void check_bounds(const json& stored, const numbers& n) {
        if (n.component != 5126) {
            expect(!stored.contains("min"), "bounds only for floats");
            return;
        }
        std::vector<float> min(n.width, INFINITY), max(n.width, -INFINITY);
        for (std::size_t i = 0; i < n.count; ++i) {
            for (std::size_t k = 0; k < n.width; ++k) {
                const float v = real(n, i, k);
                expect(std::isfinite(v), "finite numbers");
                min[k] = std::fmin(min[k], v);
                max[k] = std::fmax(max[k], v);
            }
        }
        for (std::size_t k = 0; k < n.width && stored.contains("min") && stored.contains("max"); ++k) {
            expect(in(stored, "min").size() == n.width && in(stored, "min")[k].get<float>() == min[k], "the minimum");
            expect(in(stored, "max").size() == n.width && in(stored, "max")[k].get<float>() == max[k], "the maximum");
        }
    }

    [[nodiscard]] std::uint32_t whole(const numbers& n, std::size_t i, std::size_t k) const {
        return number_at(bin_, n.offset + i * n.stride() + k * n.size, n.size);
    }
    [[nodiscard]] float real(const numbers& n, std::size_t i, std::size_t k) const {
        return std::bit_cast<float>(whole(n, i, k));
    }
    // Returns the accessor that a member refers to.
    [[nodiscard]] const numbers* accessor(const json& from, const std::string& key) {
        return expect(from.contains(key), key) && refers(from, key.c_str(), "accessors")
                   ? &accessors_[count_in(from, key.c_str())]
                   : nullptr;
    }

    void check_nodes() {
        const json& nodes = in(document_, "nodes");
        std::vector<int> parents(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (const json& child : in(nodes[i], "children")) {
                if (!expect(child.get<std::size_t>() < nodes.size() && child.get<std::size_t>() > i,
                            "children after their parents")) {
                    return;
                }
                ++parents[child.get<std::size_t>()];
            }
            refers(nodes[i], "mesh", "meshes");
            refers(nodes[i], "skin", "skins");
            refers(nodes[i], "camera", "cameras");
            if (nodes[i].contains("extensions")) {
                expect(count_in(nodes[i]["extensions"]["KHR_lights_punctual"], "light") <
                           document_["extensions"]["KHR_lights_punctual"]["lights"].size(),
                       "the light of a node");
            }
        }
        expect(in(document_, "scenes").size() == 1 && count_in(document_, "scene") == 0, "one scene");
        for (const json& root : in(document_["scenes"][0], "nodes")) {
            if (expect(root.get<std::size_t>() < nodes.size(), "roots")) {
                parents[root.get<std::size_t>()] += 1;
            }
        }
        for (const int count : parents) {
            expect(count == 1, "each node once, in the scene or below a node");
        }
    }

    void check_meshes() {
        for (const json& mesh : in(document_, "meshes")) {
            const json& primitives = in(mesh, "primitives");
            expect(!primitives.empty(), "primitives of a mesh");
            for (const json& primitive : primitives) {
                check_primitive(primitive);
                expect(in(primitive, "targets").size() == in(primitives[0], "targets").size(),
                       "the same number of targets in all primitives");
            }
            const json* before = nullptr; // primitives over the same vertices follow each other
            for (const json& primitive : primitives) {
                const json& attributes = in(primitive, "attributes");
                if (before == nullptr || attributes != *before) {
                    check_weights(attributes);
                }
                before = &attributes;
            }
        }
    }
    // Returns the highest index of an accessor. Hostile files have many primitives over the same triangles.
    [[nodiscard]] std::uint32_t highest_of(const numbers& indices) {
        const auto [found, is_new] = highest_.try_emplace(std::array{indices.offset, indices.count}, 0);
        for (std::size_t i = 0; i < indices.count && is_new; ++i) {
            found->second = std::max(found->second, whole(indices, i, 0));
        }
        return found->second;
    }
    void check_primitive(const json& primitive) {
        refers(primitive, "material", "materials");
        const numbers* const positions = accessor(in(primitive, "attributes"), "POSITION");
        const numbers* const indices = accessor(primitive, "indices");
        if (positions == nullptr || indices == nullptr) {
            return;
        }
        expect(indices->count % 3 == 0 && indices->width == 1 && indices->component != 5126, "whole triangles");
        expect(in(document_["bufferViews"][indices->view], "target") == 34963, "the target of indices");
        expect(highest_of(*indices) < positions->count, "indices of vertices");
        expect(in(document_["accessors"][count_in(primitive["attributes"], "POSITION")], "max").size() == 3,
               "bounds of positions");
        check_attributes(in(primitive, "attributes"), *positions);
        for (const json& target : in(primitive, "targets")) {
            check_attributes(target, *positions);
        }
    }
    void check_attributes(const json& attributes, const numbers& positions) {
        for (const auto& [name, number] : attributes.items()) {
            const numbers* const n = accessor(attributes, name);
            if (n != nullptr) {
                expect(n->count == positions.count, "one value per position: " + name);
                expect(n->stride() % 4 == 0, "aligned vertices: " + name);
                expect(in(document_["bufferViews"][n->view], "target") == 34962, "the target of vertices");
            }
        }
    }
    void check_weights(const json& attributes) {
        std::vector<float> sums;
        for (std::size_t set = 0; attributes.contains("JOINTS_" + std::to_string(set)); ++set) {
            const numbers* const joints = accessor(attributes, "JOINTS_" + std::to_string(set));
            const numbers* const weights = accessor(attributes, "WEIGHTS_" + std::to_string(set));
            if (joints == nullptr || weights == nullptr ||
                !expect(joints->count == weights->count && joints->width == 4 && weights->width == 4, "four joints")) {
                return;
            }
            sums.resize(weights->count);
            for (std::size_t i = 0; i < weights->count; ++i) {
                for (std::size_t k = 0; k < 4; ++k) {
                    expect(real(*weights, i, k) != 0 || whole(*joints, i, k) == 0, "joint 0 where the weight is 0");
                    sums[i] += real(*weights, i, k);
                }
            }
        }
        for (const float sum : sums) {
            expect(std::fabs(sum - 1) < 1e-5F, "weights with the sum 1");
        }
    }

    void check_skins() {
        for (const json& skin : in(document_, "skins")) {
            const numbers* const matrices = accessor(skin, "inverseBindMatrices");
            expect(!in(skin, "joints").empty(), "joints of a skin");
            for (const json& joint : in(skin, "joints")) {
                expect(joint.get<std::size_t>() < in(document_, "nodes").size(), "the node of a joint");
            }
            if (matrices == nullptr || !expect(matrices->width == 16, "matrices") ||
                !expect(matrices->count == in(skin, "joints").size(), "one matrix per joint")) {
                return;
            }
            for (std::size_t i = 0; i < matrices->count; ++i) {
                for (std::size_t k = 0; k < 4; ++k) {
                    expect(real(*matrices, i, 4 * k + 3) == (k == 3 ? 1.0F : 0.0F), "the last row of a matrix");
                }
            }
        }
    }

    void check_animations() {
        const auto pointer_of = [&](const json& target) {
            const std::string pointer = in(in(target, "extensions"), "KHR_animation_pointer").value("pointer", "");
            std::size_t end = 0;
            const std::string start = "/materials/";
            if (!pointer.starts_with(start) || !(end = pointer.find('/', start.size())) || end == std::string::npos ||
                std::strtoul(pointer.c_str() + start.size(), nullptr, 10) >= in(document_, "materials").size()) {
                return widths_.end();
            }
            return widths_.find(pointer.substr(end));
        };
        for (const json& animation : in(document_, "animations")) {
            const json& samplers = in(animation, "samplers");
            expect(samplers.size() == in(animation, "channels").size(), "one sampler per channel");
            for (const json& channel : in(animation, "channels")) {
                const std::size_t sampler = count_in(channel, "sampler");
                const json& target = in(channel, "target");
                const bool is_pointer = target.value("path", "") == "pointer";
                const auto width = is_pointer ? pointer_of(target) : widths_.find(target.value("path", ""));
                if (!expect(sampler < samplers.size() && width != widths_.end(), "a channel") ||
                    (!is_pointer && !refers(target, "node", "nodes"))) {
                    return;
                }
                const numbers* const input = accessor(samplers[sampler], "input");
                const numbers* const output = accessor(samplers[sampler], "output");
                if (input != nullptr && output != nullptr) {
                    const std::size_t values = width->first == "weights" ? targets_of(target) : 1;
                    expect(output->width == width->second && output->count == input->count * values,
                           "one value per time");
                    expect(in(document_["accessors"][count_in(samplers[sampler], "input")], "max").size() == 1,
                           "bounds of times");
                    times_.insert(input);
                }
            }
        }
        for (const numbers* const input : times_) {
            for (std::size_t i = 1; i < input->count; ++i) {
                expect(real(*input, i, 0) > real(*input, i - 1, 0), "increasing times");
            }
            expect(real(*input, 0, 0) >= 0, "times of at least 0");
        }
    }
    [[nodiscard]] std::size_t targets_of(const json& target) {
        const json& mesh = in(document_, "meshes")[count_in(document_["nodes"][count_in(target, "node")], "mesh")];
        return in(mesh["primitives"][0], "targets").size();
    }

    void check_materials() {
        for (const json& texture : in(document_, "textures")) {
            refers(texture, "source", "images");
            refers(texture, "sampler", "samplers");
        }
        for (const json& material : in(document_, "materials")) {
            for (const char* const key : {"normalTexture", "occlusionTexture", "emissiveTexture"}) {
                if (material.contains(key)) {
                    refers(material[key], "index", "textures");
                }
            }
            if (in(material, "pbrMetallicRoughness").contains("baseColorTexture")) {
                refers(material["pbrMetallicRoughness"]["baseColorTexture"], "index", "textures");
            }
        }
    }

    std::span<const std::byte> bin_;
    json document_;
    std::string problem_;
    // Of channels' values, by path or by the end of a pointer.
    const std::map<std::string, std::size_t> widths_{
        {"translation", 3},
        {"rotation", 4},
        {"scale", 3},
        {"weights", 1},
        {"/pbrMetallicRoughness/baseColorFactor", 4},
        {"/emissiveFactor", 3},
        {"/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset", 2},
        {"/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/rotation", 1},
        {"/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/scale", 2}};
    std::vector<numbers> accessors_;
    std::map<std::array<std::size_t, 2>, std::uint32_t> highest_; // by offset and count of indices
    std::set<const numbers*> times_;
};

} // namespace

glb_parts split_glb(std::span<const std::byte> file) {
    constexpr std::uint32_t glb = 0x46546C67, json_chunk = 0x4E4F534A, bin_chunk = 0x004E4942;
    if (file.size() < 20 || number_at(file, 0, 4) != glb || number_at(file, 4, 4) != 2 ||
        number_at(file, 8, 4) != file.size()) {
        return {.problem = "the header"};
    }
    const std::size_t json_size = number_at(file, 12, 4);
    if (number_at(file, 16, 4) != json_chunk || json_size % 4 != 0 || json_size > file.size() - 20) {
        return {.problem = "the JSON chunk"};
    }
    glb_parts out;
    out.json = {reinterpret_cast<const char*>(file.data()) + 20, json_size};
    if (out.json.find_last_not_of(' ') + 4 < json_size) {
        return {.problem = "padding of spaces"};
    }
    if (const auto rest = file.subspan(20 + json_size); !rest.empty()) {
        if (rest.size() <= 8 || number_at(rest, 0, 4) != rest.size() - 8 || rest.size() % 4 != 0 ||
            number_at(rest, 4, 4) != bin_chunk) {
            return {.problem = "the binary chunk"};
        }
        out.bin = rest.subspan(8);
    }
    return out;
}

std::string check_glb(std::span<const std::byte> file) {
    const glb_parts parts = split_glb(file);
    return parts.problem.empty() ? checker{parts}.run() : parts.problem;
}

} // namespace support
