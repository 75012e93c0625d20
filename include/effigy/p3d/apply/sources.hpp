// The vertices of levels that a new point has its selections from.
#pragma once

#include <effigy/p3d/apply/draft.hpp>
#include <effigy/p3d/apply/joined.hpp>
#include <effigy/scene/reconcile/old_triangles.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// A vertex that joined from another level is its only source; one that an editor made on a triangle has those of this.
template <class = when_used> class point_sources {
public:
    // `mesh`: null: there are no sources. `level`: null if the level is new.
    point_sources(const paired_scenes& scenes, const level_draft& draft, const level_mesh<>* mesh,
                  const level_trace* level)
        : draft_(draft), mesh_(mesh), places_(scenes.memory), mixtures_(scenes.memory) {
        if (mesh == nullptr || mesh->now().origins.size() != mesh->size()) {
            return;
        }
        places_.resize(mesh->size(), npos);
        mixture_finder<> finder{scenes.before, scenes.memory};
        for (std::uint32_t v = 0; v < mesh->size(); ++v) {
            if (mesh->origin(v) != npos || mesh->joined(v).level != nullptr) {
                continue;
            }
            const mixture found = finder.find(mesh->now().origins[v].between, mesh->now().positions[v]);
            if (const level_trace* const of = found ? level_of(found.mesh, level) : nullptr) {
                places_[v] = static_cast<std::uint32_t>(mixtures_.size());
                mixtures_.push_back({of, found});
            }
        }
    }
    // Calls use(joined_vertex) for the sources of a point that no old point became.
    template <class Use> void for_each(const draft_point& of, const Use& use) const {
        for_each_mean(of, [&](const auto& parts) {
            for (const auto& [from, part] : parts) {
                use(from);
            }
        });
    }
    // Returns the largest mean that a vertex of a point has of the shares of its sources, whose bytes byte_of()
    // returns.
    template <class ByteOf> [[nodiscard]] double share(const draft_point& of, const ByteOf& byte_of) const {
        double out = 0;
        for_each_mean(of, [&](const auto& parts) {
            double sum = 0;
            for (const auto& [from, part] : parts) {
                sum += part * share_of(byte_of(from));
            }
            out = larger(out, sum);
        });
        return out;
    }
    // Whether a point is new, and has no source.
    [[nodiscard]] bool has_none(const draft_point& of) const {
        bool out = of.from == npos && of.vertex != npos;
        for_each(of, [&](const joined_vertex&) { out = false; });
        return out;
    }

private:
    struct source {
        const level_trace* level;
        mixture of;
    };
    template <class Use> void for_each_mean(const draft_point& of, const Use& use) const {
        using joined_share = std::pair<joined_vertex, double>;
        if (of.from != npos || of.vertex == npos || mesh_ == nullptr) {
            return;
        }
        if (const joined_vertex from = mesh_->joined(of.vertex); from.level != nullptr) {
            use(std::array{joined_share{from, 1}});
            return;
        }
        for (std::uint32_t v = places_.empty() ? npos : of.first; v != npos; v = draft_.next[v]) {
            if (places_[v] != npos) {
                const auto& [level, made] = mixtures_[places_[v]];
                use(std::array{joined_share{{level, made.vertices[0]}, made.shares[0]},
                               joined_share{{level, made.vertices[1]}, made.shares[1]},
                               joined_share{{level, made.vertices[2]}, made.shares[2]}});
            }
        }
    }
    // This level, or one that vertices joined from; null: another one.
    [[nodiscard]] const level_trace* level_of(std::uint32_t mesh, const level_trace* own) const noexcept {
        const level_trace* out = own != nullptr && own->mesh == mesh ? own : nullptr;
        for (const level_trace* const each : mesh_->sources()) {
            out = each->mesh == mesh ? each : out;
        }
        return out;
    }

    const level_draft& draft_;
    const level_mesh<>* mesh_;
    pool<std::uint32_t> places_; // of each vertex's source, or npos
    pool<source> mixtures_;
};

}}}} // namespace effigy::v0::p3d::impl
