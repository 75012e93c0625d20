// Which origins of a changed scene are those of the original's vertices.
#pragma once

#include <effigy/scene/origins.hpp>
#include <effigy/scene/reconcile/options.hpp>

namespace effigy { inline namespace v0 { namespace impl {

class proven_origins {
public:
    proven_origins(const scene& changed, const scene& original, origin_check check, std::pmr::memory_resource* memory)
        : changed_(changed), original_(original), digests_(memory), is_numbered_(changed.meshes.size(), memory) {
        if (check == origin_check::ignored) {
            return;
        }
        for (const scene::mesh& each : original.meshes) {
            digests_.push_back(digest(each));
        }
        pool<counts> found{original.meshes.size(), memory};
        counts all;
        for (std::uint32_t number = 0; number < changed.meshes.size(); ++number) {
            const scene::mesh& mesh = changed.meshes[number];
            for (std::uint32_t i = 0; i < mesh.origins.size(); ++i) {
                const bool is_right = is_proven(mesh.origins[i]);
                is_numbered_[number] = is_numbered_[number] || is_right;
                if (!is_right && mesh.origins[i].proof == 0) {
                    continue;
                }
                counts none;
                const std::uint32_t of = mesh.origins[i].mesh;
                counts& in_mesh = of < found.size() ? found[of] : none;
                for (counts* const each : {&all, &in_mesh}) {
                    ++(is_right ? each->right : each->wrong);
                }
            }
        }
        if (check == origin_check::lenient) {
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
    // Whether a mesh of the changed scene has an origin that at() returns.
    [[nodiscard]] bool is_numbered(std::uint32_t mesh) const { return is_numbered_[mesh]; }
    // Returns the origin of a vertex of the changed scene; one of npos if the original has no such vertex.
    [[nodiscard]] scene::origin at(std::uint32_t mesh, std::uint32_t vertex) const {
        const scene::list<scene::origin>& in = changed_.meshes[mesh].origins;
        return !in.empty() && is_proven(in[vertex]) ? in[vertex] : scene::origin{};
    }

private:
    struct counts {
        std::size_t right = 0, wrong = 0;

        // Of wrong origins, one in 4,032 is right by chance. An editor that divides all edges n times makes at most n
        // wrong ones for each right one.
        [[nodiscard]] bool is_wrong() const noexcept { return right * 16 < wrong; }
    };
    [[nodiscard]] bool is_proven(const scene::origin& tested) const {
        return tested.mesh < digests_.size() && tested.vertex < original_.meshes[tested.mesh].positions.size() &&
               (tested.proof == 0 || tested.proof == proof_of(tested.mesh, tested.vertex, digests_[tested.mesh]));
    }
    [[nodiscard]] static error refusal(std::uint32_t mesh, std::size_t count) {
        error out{{"scene.meshes[].origins", location::nowhere}, errc::bad_value};
        out.found = static_cast<std::int64_t>(count);
        out.expected = "origins of the original's vertices; found wrong ones";
        return out.within(mesh);
    }

    const scene &changed_, &original_;
    pool<std::uint64_t> digests_; // per mesh of the original; none: no origin is right
    pool<bool> is_numbered_;      // per mesh of the changed scene
    error why_;
};

}}} // namespace effigy::v0::impl
