// Which origins of a changed scene are those of the original's vertices.
#pragma once

#include <effigy/scene/origins.hpp>
#include <effigy/scene/reconcile/options.hpp>

namespace effigy { inline namespace v0 { namespace impl {

class proven_origins {
public:
    proven_origins(const scene& changed, const scene& original, origin_check check, std::pmr::memory_resource* memory)
        : changed_(changed), original_(original), digests_(memory) {
        if (check != origin_check::ignored) {
            for (const scene::mesh& each : original.meshes) {
                digests_.push_back(digest(each));
            }
        }
        pool<counts> found{original.meshes.size(), memory};
        counts all;
        for (const scene::mesh& mesh : changed.meshes) {
            for (const scene::origin& each : mesh.origins) {
                const bool is_right = is_proven(each);
                has_wrong_ = has_wrong_ || !is_right;
                if (each.proof == 0) {
                    continue;
                }
                counts none;
                for (counts* const of : {&all, each.mesh < found.size() ? &found[each.mesh] : &none}) {
                    ++(is_right ? of->right : of->wrong);
                }
            }
        }
        if (check != origin_check::strict) {
            return;
        }
        if (all.is_wrong()) {
            why_ = refusal(0, all.wrong);
        }
        constexpr std::size_t few = 8, share = 8; // numbers of new vertices can look like those of others
        for (std::uint32_t i = 0; i < found.size() && !why_; ++i) {
            if (found[i].is_wrong() && found[i].wrong > few &&
                found[i].wrong * share >= original.meshes[i].positions.size()) {
                why_ = refusal(i, found[i].wrong);
            }
        }
    }

    [[nodiscard]] const error& why() const noexcept { return why_; }
    [[nodiscard]] bool has_wrong() const noexcept { return has_wrong_; }
    // Copies the changed scene without the wrong origins, which are between others. A mesh that has no right ones has
    // none.
    void correct(scene& to) const {
        to = changed_;
        for (scene::mesh& mesh : to.meshes) {
            bool has_right = false;
            for (scene::origin& each : mesh.origins) {
                each = is_proven(each)   ? each
                       : each.proof != 0 ? scene::origin{npos, npos, 0, texcoord_of(each)}
                                         : scene::origin{};
                has_right = has_right || each.vertex != npos;
            }
            if (!has_right) {
                mesh.origins.clear();
            }
        }
    }

private:
    struct counts {
        std::size_t right = 0, wrong = 0;

        // Of wrong origins, one in 4,032 is right by chance. An editor that divides all edges n times makes at most n
        // wrong ones for each right one.
        [[nodiscard]] bool is_wrong() const noexcept { return right * 16 < wrong; }
    };
    [[nodiscard]] bool is_proven(const scene::origin& tested) const {
        if (tested.proof == 0) {
            return original_.meshes.size() == digests_.size();
        }
        return tested.mesh < digests_.size() && tested.vertex < original_.meshes[tested.mesh].positions.size() &&
               tested.proof == proof_of(tested.mesh, tested.vertex, digests_[tested.mesh]);
    }
    [[nodiscard]] static error refusal(std::uint32_t mesh, std::size_t count) {
        error out{{"scene.meshes[].origins", location::nowhere}, errc::bad_value};
        out.found = static_cast<std::int64_t>(count);
        out.expected = "origins of the original's vertices; found wrong ones";
        return out.within(mesh);
    }

    const scene &changed_, &original_;
    pool<std::uint64_t> digests_; // per mesh of the original; none: no origin is right
    bool has_wrong_ = false;
    error why_;
};

}}} // namespace effigy::v0::impl
