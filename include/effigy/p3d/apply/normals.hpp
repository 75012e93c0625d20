// The normals of a level after its mesh changed.
#pragma once

#include <effigy/p3d/apply/draft.hpp>
#include <effigy/p3d/scene/mesh.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// A normal that changes at all of its corners changes in its place; else the corners that differ get a new one. Normals
// that were used and no longer are go. Corners of the draft get their numbers.
template <class = when_used> class normal_editor {
public:
    // `mesh`: null if the level has none. `corners`: of all old faces.
    normal_editor(const paired_scenes& scenes, std::span<const vec3<form::host>> old, const level_mesh<>* mesh,
                  const pool<owned_corner>& corners, level_draft& draft)
        : memory_(scenes.memory), old_(old), mesh_(mesh), corners_(corners), draft_(draft), normals_(memory_) {}

    [[nodiscard]] pool<vec3<form::host>> make() {
        normals_.append(old_);
        const auto old_count = static_cast<std::uint32_t>(old_.size());
        enum : std::uint8_t { unused, kept, changed };
        pool<std::uint8_t> use{old_count, memory_};
        const bool lacks_all = old_count == 0 && adds_normals();
        const auto changes = [&](const draft_face& face, std::size_t k) {
            const std::uint32_t vertex = face.vertices[k], normal = face.value.slots.corner[k].normal;
            return vertex != npos && !mesh_->now().normals.empty() && (lacks_all || mesh_->has_new_normal(vertex)) &&
                   !(normal < old_count && old_[normal] == mesh_->normal(vertex));
        };
        for (const draft_face& face : draft_.faces) {
            for (std::size_t k = 0; k < face.value.corners().size(); ++k) {
                const std::uint32_t normal = face.value.slots.corner[k].normal;
                if (normal < old_count && !face.is_deleted && !changes(face, k)) {
                    use[normal] = kept;
                }
            }
        }
        using key = std::array<std::uint32_t, 3>;
        numbers_by_key<key> known{memory_};
        const auto add = [&](const vector3<float>& value) {
            const key bits{bits_of(value.x), bits_of(value.y), bits_of(value.z)};
            std::uint32_t number = known.find(bits);
            if (number == npos) {
                number = static_cast<std::uint32_t>(normals_.size());
                known.add(bits, number);
                normals_.push_back(value);
            }
            return number;
        };
        for (draft_face& face : draft_.faces) {
            for (std::size_t k = 0; k < face.value.corners().size() && !face.is_deleted; ++k) {
                std::uint32_t& normal = face.value.slots.corner[k].normal;
                if (!changes(face, k)) {
                    normal = face.from == npos && normal == npos ? 0 : normal;
                    continue;
                }
                const vector3<float> value = mesh_->normal(face.vertices[k]);
                if (normal < old_count && use[normal] == unused) {
                    use[normal] = changed;
                    normals_[normal] = value;
                } else if (!(normal < old_count && use[normal] == changed &&
                             equal(normals_[normal], vec3<form::host>{value}))) {
                    normal = add(value);
                }
            }
        }
        if (normals_.size() > old_count) {
            hide_strays(changes, old_count);
        }
        remove_normals(use, old_count);
        return std::move(normals_);
    }

private:
    // Keeps indices of normals that do not exist from becoming those of new ones.
    template <class Changes> void hide_strays(const Changes& changes, std::uint32_t old_count) {
        for (draft_face& face : draft_.faces) {
            for (std::size_t k = 0; k < face.value.corners().size(); ++k) {
                std::uint32_t& normal = face.value.slots.corner[k].normal;
                if (!changes(face, k) && normal >= old_count) {
                    normal = old_count == 0 ? 0 : npos;
                }
            }
        }
    }
    [[nodiscard]] bool adds_normals() const noexcept {
        for (std::uint32_t v = 0; mesh_ != nullptr && v < mesh_->size(); ++v) {
            if (mesh_->has_new_normal(v)) {
                return true;
            }
        }
        return false;
    }
    // `use`: of the old normals; 0: no corner has it now.
    void remove_normals(const pool<std::uint8_t>& use, std::uint32_t old_count) {
        pool<bool> was_used(old_count, memory_);
        for (const owned_corner& each : corners_) {
            if (each.normal < old_count) {
                was_used[each.normal] = true;
            }
        }
        pool<std::uint32_t> numbers{memory_};
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < normals_.size(); ++i) {
            const bool stays = i >= old_count || use[i] != 0 || !was_used[i];
            numbers.push_back(stays ? count : npos);
            if (stays) {
                normals_[count++] = normals_[i];
            }
        }
        if (count == normals_.size()) {
            return;
        }
        normals_.resize(count);
        for (draft_face& face : draft_.faces) {
            for (std::size_t k = 0; k < face.value.corners().size(); ++k) {
                std::uint32_t& normal = face.value.slots.corner[k].normal;
                normal = normal < numbers.size() && numbers[normal] != npos ? numbers[normal] : normal;
            }
        }
    }

    std::pmr::memory_resource* memory_;
    std::span<const vec3<form::host>> old_;
    const level_mesh<>* mesh_;
    const pool<owned_corner>& corners_;
    level_draft& draft_;
    pool<vec3<form::host>> normals_;
};

}}}} // namespace effigy::v0::p3d::impl
