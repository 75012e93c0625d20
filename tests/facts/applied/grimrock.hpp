// Scenes of Grimrock's and Shinobi's files, brought back.
#pragma once

#include "facts/applied/differing.hpp"
#include "support/bring_back.hpp"

#include <effigy/file.hpp>
#include <effigy/grimrock/lint.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <vector>

namespace applied {

namespace grimrock = effigy::grimrock;

class grimrock_check {
public:
    // Returns what is wrong with bringing the scene of a model back, or "".
    std::string operator()(const grimrock::model& view, std::span<const std::byte> file) {
        const auto before = decode(view);
        auto shown =
            before ? timed([&] { return to_scene(view); }, scene_time_) : effigy::result<effigy::scene>{before.error()};
        if (!shown) {
            return to_string(shown.error());
        }
        ++models_;
        number_vertices(*shown);
        std::string said;
        auto model = *before;
        if (const effigy::error why =
                timed([&] { return support::bring_back(*shown, model, note(said)); }, apply_time_)) {
            return to_string(why);
        }
        const auto again = encode(model, file);
        if (!said.empty() || !(model == *before) || !again || !std::ranges::equal(again->bytes, file)) {
            return "an equal scene changes the model: " + said;
        }
        if (const effigy::error why = support::bring_back(*shown, model, silent, {.rewrite_all = true})) {
            return to_string(why);
        }
        const auto anew = scene_of(model);
        if (!anew || !has_same_meshes(*shown, *anew, true)) {
            return "all written anew is another scene";
        }
        auto own = std::map<std::string, std::size_t>{};
        count_differences(*before, model, own);
        same_ += own.empty() ? 1U : 0U;
        for (const auto& [field, count] : own) {
            different_[field] += count;
        }
        return check_edit(*before, *shown);
    }
    // The same for an animation and the first of `models` that has the most of its nodes.
    std::string operator()(const grimrock::animation& view, std::span<const std::byte> file,
                           const std::vector<grimrock::model>& models) {
        const grimrock::model* best = nullptr;
        std::size_t most = 0;
        std::set<std::string_view> wanted;
        for (const auto& item : view.items()) {
            wanted.insert(item.name());
        }
        for (const grimrock::model& each : models) {
            std::size_t found = 0;
            for (const auto& node : each.nodes()) {
                found += wanted.contains(node.name()) ? 1U : 0U;
            }
            if (found > most) {
                most = found;
                best = &each;
            }
        }
        if (best == nullptr) {
            return "";
        }
        for (const auto mode : {effigy::playback::once, effigy::playback::loop}) {
            const grimrock::named_clip clips[] = {{"clip", view}};
            const support::grimrock_bringing options{.made_with = {.clips = clips, .mode = mode}};
            const auto before = decode(view);
            const auto of = decode(*best);
            const auto shown = to_scene(*best, options.made_with);
            if (!before || !of || !shown) {
                return "cannot be read";
            }
            std::string said;
            auto clip = *before;
            if (const effigy::error why = support::bring_back(*shown, "clip", *of, clip, note(said), options)) {
                return to_string(why);
            }
            const auto again = encode(clip, file);
            if (!said.empty() || !(clip == *before) || !again || !std::ranges::equal(again->bytes, file)) {
                return "an equal scene changes the animation: " + said;
            }
            auto all = options;
            all.rewrite_all = true;
            if (const effigy::error why = support::bring_back(*shown, "clip", *of, clip, silent, all)) {
                return to_string(why);
            }
            auto own = std::map<std::string, std::size_t>{};
            count_differences(*before, clip, own);
            ++clips_;
            same_clips_ += own.empty() ? 1U : 0U;
            for (const auto& [field, count] : own) {
                different_[field] += count;
            }
        }
        return "";
    }

    // Bounds, tangents and keys: docs/grimrock.md, "Bringing a scene back".
    [[nodiscard]] std::string unexpected() const {
        return unexpected_in(different_,
                             {"items[].rotationKeys", "nodes[].mesh.bounds.boundCenter", "nodes[].mesh.bounds.boundMax",
                              "nodes[].mesh.bounds.boundMin", "nodes[].mesh.bounds.boundRadius",
                              "nodes[].mesh.vertexArrays[].rawVertexData"});
    }

    friend std::ostream& operator<<(std::ostream& to, const grimrock_check& of) {
        to << of.models_ << " models, " << of.clips_ << " clips, once and in a loop: unchanged; all written anew, "
           << of.same_ << " models and " << of.same_clips_ << " clips are the same; " << of.edited_
           << " with a moved vertex are as the scene; to_scene " << of.scene_time_ << " s, apply " << of.apply_time_
           << " s";
        for (const auto& [field, count] : of.different_) {
            to << "\n    other values in " << count << " files: " << field;
        }
        return to;
    }

private:
    [[nodiscard]] static effigy::result<effigy::scene> scene_of(const grimrock::owned_model& model) {
        const auto bytes = encode(model);
        const auto view =
            bytes ? grimrock::open(std::span<const std::byte>{*bytes}) : effigy::result<grimrock::model>{bytes.error()};
        return view ? to_scene(*view) : effigy::result<effigy::scene>{view.error()};
    }
    // The joints of a vertex in the order of their numbers, with their weights.
    [[nodiscard]] static std::map<std::uint16_t, float> influences_of(const effigy::scene::mesh& mesh,
                                                                      std::size_t vertex) {
        std::map<std::uint16_t, float> out;
        for (std::size_t set = 0; set < mesh.joints.size(); ++set) {
            for (std::size_t k = 0; k < 4; ++k) {
                if (const float weight = mesh.weights[set][vertex][k]; weight != 0) {
                    out[mesh.joints[set][vertex][k]] = weight;
                }
            }
        }
        return out;
    }
    // But for tangents, which follow from the others. `anew`: joints without a weight may have changed their places.
    [[nodiscard]] static bool has_same_meshes(const effigy::scene& before, const effigy::scene& after, bool anew) {
        bool out = before.meshes.size() == after.meshes.size();
        for (std::size_t i = 0; out && i < before.meshes.size(); ++i) {
            const effigy::scene::mesh &a = before.meshes[i], &b = after.meshes[i];
            out = a.positions == b.positions && a.texcoords == b.texcoords && a.normals == b.normals &&
                  a.indices == b.indices && a.primitives == b.primitives && a.joints.size() == b.joints.size() &&
                  (anew || (a.joints == b.joints && a.weights == b.weights));
            for (std::size_t vertex = 0; out && vertex < a.positions.size(); ++vertex) {
                out = influences_of(a, vertex) == influences_of(b, vertex);
            }
        }
        return out;
    }
    // A vertex that moved changes what follows from it, and nothing else.
    std::string check_edit(const grimrock::owned_model& before, const effigy::scene& shown) {
        if (shown.meshes.empty()) {
            return "";
        }
        effigy::scene edited = shown;
        effigy::scene::mesh& mesh = edited.meshes.back();
        mesh.positions.back().y += 0.5F;
        auto model = before;
        if (const effigy::error why = support::bring_back(edited, model, silent)) {
            return to_string(why);
        }
        const auto again = scene_of(model);
        if (!again) {
            return to_string(again.error());
        }
        if (!has_same_meshes(edited, *again, false)) {
            return "a moved vertex changes more than itself";
        }
        ++edited_;
        return "";
    }

    std::size_t models_ = 0, clips_ = 0, same_ = 0, same_clips_ = 0, edited_ = 0;
    double scene_time_ = 0, apply_time_ = 0;
    std::map<std::string, std::size_t> different_; // after all was written anew
};

} // namespace applied
