// The points around those that a person added, whose selections they get.
#pragma once

#include <effigy/p3d/apply/draft.hpp>
#include <effigy/p3d/view/selection.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// A new point of which is not known on which triangle it was made is in a selection if all points are to which an edge
// leads from it and that are nearer to known ones.
template <class = when_used> class surroundings {
public:
    // `is_new(point)`: whether a point of the draft is none that a level had.
    template <class IsNew> surroundings(const level_draft& draft, const IsNew& is_new,
                                        std::pmr::memory_resource* memory)
        : draft_(draft), begins_(memory), ends_(memory), steps_(draft.points.size(), 0U, memory), order_(memory) {
        bool has_new = false;
        for (std::size_t i = 0; i < draft.points.size(); ++i) {
            steps_[i] = is_new(draft.points[i]) ? npos : 0;
            has_new = has_new || steps_[i] == npos;
        }
        if (has_new) {
            find_edges();
            find_order();
        }
    }
    // Sets the bytes of new points in a selection. `bytes`: of all points; `has_own(point)`: a new one has its byte.
    template <class HasOwn> void select(std::span<std::byte> bytes, const HasOwn& has_own) const {
        for (const std::uint32_t point : order_) {
            if (has_own(draft_.points[point])) {
                continue;
            }
            auto least = std::uint8_t{1}; // a whole one
            for_each_edge(point, [&](std::uint32_t other) {
                if (steps_[other] < steps_[point]) {
                    const auto byte = std::to_integer<std::uint8_t>(bytes[other]);
                    least = decode_weight(byte) < decode_weight(least) ? byte : least;
                }
            });
            bytes[point] = std::byte{least};
        }
    }

    // Tells of how many new points nothing else says in which selections they are.
    void say(const paired_scenes& scenes, std::string_view mesh) const {
        std::size_t alone = 0;
        for (const std::uint32_t each : steps_) {
            alone += each == npos ? 1U : 0U;
        }
        if (!order_.empty()) {
            scenes.say(remark_kind::guessed, "mesh", mesh, "new points are in the selections of those around them",
                       order_.size());
        }
        if (alone != 0) {
            scenes.say(remark_kind::guessed, "mesh", mesh, "new points are in no selection: nothing says in which",
                       alone);
        }
    }

private:
    template <class Use> void for_each_pair(const Use& use) const {
        for (const draft_face& face : draft_.faces) {
            const std::span<const owned_corner> corners = face.value.corners();
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const std::uint32_t a = corners[i].point, b = corners[(i + 1) % corners.size()].point;
                if (a < steps_.size() && b < steps_.size()) {
                    use(a, b);
                    use(b, a);
                }
            }
        }
    }
    template <class Use> void for_each_edge(std::uint32_t point, const Use& use) const {
        for (std::uint32_t i = begins_[point]; i < begins_[point + 1]; ++i) {
            use(ends_[i]);
        }
    }
    // Of new points.
    void find_edges() {
        begins_.assign(steps_.size() + 2, 0);
        for_each_pair([&](std::uint32_t a, std::uint32_t) { begins_[a + 2] += steps_[a] == npos ? 1U : 0U; });
        for (std::size_t i = 1; i < begins_.size(); ++i) {
            begins_[i] += begins_[i - 1];
        }
        ends_.resize(begins_.back());
        for_each_pair([&](std::uint32_t a, std::uint32_t b) {
            if (steps_[a] == npos) {
                ends_[begins_[a + 1]++] = b;
            }
        });
    }
    // Sorts new points by how many edges they are away from old ones. Points that no way leads to have no place.
    void find_order() {
        for (std::uint32_t i = 0; i < steps_.size(); ++i) {
            bool is_next = false;
            if (steps_[i] == npos) {
                for_each_edge(i, [&](std::uint32_t other) { is_next = is_next || steps_[other] == 0; });
            }
            if (is_next) {
                order_.push_back(i);
            }
        }
        for (const std::uint32_t each : order_) {
            steps_[each] = 1;
        }
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const std::uint32_t from = order_[i];
            for_each_edge(from, [&](std::uint32_t other) {
                if (steps_[other] == npos) {
                    steps_[other] = steps_[from] + 1;
                    order_.push_back(other);
                }
            });
        }
    }

    const level_draft& draft_;
    pool<std::uint32_t> begins_, ends_; // the edges of each new point
    pool<std::uint32_t> steps_;         // for each point: 0 if it is known; npos if no way leads to it
    pool<std::uint32_t> order_;
};

}}}} // namespace effigy::v0::p3d::impl
