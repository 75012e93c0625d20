// The vertices of levels that a new point has its selections from.
#pragma once

#include <effigy/p3d/apply/draft.hpp>
#include <effigy/scene/old_triangles.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// A vertex that joined from another level is its only source; one that an editor made on a triangle has those of this.
template <class = when_used> class point_sources {
public:
    // `mesh`: null: there are no sources. `level`: null if the level is new.
    point_sources(const paired_scenes& scenes, const level_draft& draft, const mesh_pair<>* mesh,
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
    // Calls use(joined_vertex, share) for the sources of a point that no old point became: those of one of its
    // vertices.
    template <class Use> void for_each(const draft_point& of, const Use& use) const {
        if (of.from != npos || of.vertex == npos || mesh_ == nullptr) {
            return;
        }
        if (const joined_vertex from = mesh_->joined(of.vertex); from.level != nullptr) {
            use(from, 1.0);
            return;
        }
        std::uint32_t v = places_.empty() ? npos : of.first;
        while (v != npos && places_[v] == npos) {
            v = draft_.next[v];
        }
        if (v != npos) {
            const source& found = mixtures_[places_[v]];
            for (std::size_t k = 0; k < found.of.vertices.size(); ++k) {
                use(joined_vertex{found.level, found.of.vertices[k]}, found.of.shares[k]);
            }
        }
    }
    // Whether a point is new, and has no source.
    [[nodiscard]] bool has_none(const draft_point& of) const {
        bool out = of.from == npos && of.vertex != npos;
        for_each(of, [&](const joined_vertex&, double) { out = false; });
        return out;
    }

private:
    struct source {
        const level_trace* level;
        mixture of;
    };
    // This level, or one that vertices joined from; null: another one.
    [[nodiscard]] const level_trace* level_of(std::uint32_t mesh, const level_trace* own) const noexcept {
        const level_trace* out = own != nullptr && own->mesh == mesh ? own : nullptr;
        for (const level_trace* const each : mesh_->sources()) {
            out = each->mesh == mesh ? each : out;
        }
        return out;
    }

    const level_draft& draft_;
    const mesh_pair<>* mesh_;
    pool<std::uint32_t> places_; // of each vertex's source, or npos
    pool<source> mixtures_;
};

}}}} // namespace effigy::v0::p3d::impl
