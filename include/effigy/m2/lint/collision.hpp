// Findings in the collision mesh.
#pragma once

#include <effigy/m2/lint/report.hpp>
#include <effigy/m2/view/key_places.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// Whether the collision lists share bytes with other lists, or with each other. Ignores keys in other files.
template <class = when_used> class overlap_search {
public:
    template <class Header>
    overlap_search(const context& in, const Header& header, key_places& places) noexcept
        : context_(in), places_(places) {
        guard(header.collision_triangles);
        guard(header.collision_vertices);
        guard(header.collision_normals);
        see({0, sizeof(header), &header});
    }

    // Whether there are any collision lists.
    [[nodiscard]] bool has_any() const noexcept {
        return guarded_[0].size != 0 || guarded_[1].size != 0 || guarded_[2].size != 0;
    }
    [[nodiscard]] bool overlaps() const noexcept { return overlaps_; }

    // Called by for_each_reference().
    template <class T> void operator()(const array_ref<T>& list, const char*) noexcept { see(part_of(list)); }
    template <class T> void operator()(const array_ref<array_ref<T>>& lists, const char*) noexcept {
        see(part_of(lists));
        std::uint32_t number = 0;
        for (const array_ref<T>& list : context_.get(lists)) {
            if (list.count != 0U && places_.find(context_, number).place == key_place::file) {
                see(part_of(list));
            }
            ++number;
        }
    }
    template <class Track>
        requires is_track<Track>
    void operator()(const Track& track, const char*) noexcept {
        for_each_list(track, *this);
    }

private:
    struct list_bytes {
        std::uint64_t offset = 0, size = 0;
        const void* list = nullptr;
    };

    template <class T> [[nodiscard]] list_bytes part_of(const array_ref<T>& list) const noexcept {
        return {list.offset.get(), list.count.get() * element_size(list, context_.version()), &list};
    }
    template <class T> void guard(const array_ref<T>& list) noexcept { guarded_[count_++] = part_of(list); }
    void see(const list_bytes& other) noexcept {
        for (const list_bytes& one : guarded_) {
            const bool shares = other.offset < one.offset + one.size && one.offset < other.offset + other.size;
            overlaps_ = overlaps_ || (shares && one.size != 0 && other.size != 0 && one.list != other.list);
        }
    }

    const context& context_;
    key_places& places_;
    list_bytes guarded_[3];
    std::size_t count_ = 0;
    bool overlaps_ = false;
};

template <class Header>
[[nodiscard]] bool has_stale_collision(const context& in, const Header& header, key_places& places) noexcept {
    overlap_search<> search{in, header, places};
    if (!search.has_any()) {
        return false;
    }
    for_each_reference(header, search);
    for_each_record_range(header, in.file(), in.version(), [&](const auto& records) {
        for (const auto& one : records) {
            for_each_reference(one, search);
        }
    });
    return search.overlaps();
}

template <class Header>
void lint_collision(const reporter<>& report, const model& in, const Header& header, key_places& places) {
    const auto triangles = in.collision_triangles();
    const auto vertices = in.collision_vertices();
    if (has_stale_collision(access::context(in), header, places)) {
        report(odd::collision_stale, location{"m2.collisionTriangles"}, &header.collision_triangles);
        return;
    }
    report.first(odd::collision_corner, location{"m2.collisionTriangles[]"}, triangles,
                 [&](const u16<>& corner, std::uint32_t) { return corner >= vertices.size(); });
    if (triangles.size() % 3 != 0) {
        report(odd::partial_triangle, location{"m2.collisionTriangles"}, &header.collision_triangles);
    }
    if (in.collision_normals().size() != triangles.size() / 3) {
        report(odd::collision_normals, location{"m2.collisionNormals"}, &header.collision_normals);
    }
    report.first(odd::position_not_finite, location{"m2.collisionVertices[]"}, vertices,
                 [](const vec3<>& one, std::uint32_t) { return !is_finite(one); });
}

}}}} // namespace effigy::v0::m2::impl
