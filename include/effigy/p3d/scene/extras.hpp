// Extras: data that glTF has no field for: selections, properties, masses, the kind of a level.
#pragma once

#include <effigy/p3d/scene/mesh.hpp>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// Returns the name of a level: "visual 1.5", "view_cargo 2", "geometry". Uses `memory` for the characters.
template <class = when_used> [[nodiscard]] std::string_view name_of_level(const lod& level,
                                                                          std::array<char, 64>& memory) noexcept {
    const std::string_view kind = name_of(level.kind());
    char* end = std::copy(kind.begin(), kind.end(), memory.data());
    const bool is_visual = level.kind() == lod_kind::visual;
    if (is_visual || level.number() != 0) {
        *end = ' ';
        end = std::next(end);
        char* const most = &memory.back();
        end =
            is_visual ? std::to_chars(end, most, level.resolution()).ptr : std::to_chars(end, most, level.number()).ptr;
    }
    return {memory.data(), static_cast<std::size_t>(end - memory.data())};
}

template <class = when_used> class level_extras {
public:
    level_extras(builder& to, const lod& level, scene::list<scene::extra>& out)
        : to_(&to), level_(level), out_(&out),
          left_(std::min<std::uint64_t>(level.end_offset() - level.offset() + 4096, to.left() / 2)) {}

    void add_level(std::uint32_t number) {
        auto to = to_->extras();
        to.add("lod", number).add("kind", name_of(level_.kind())).add("resolution", level_.resolution());
        to.put_into(*out_);
        add_properties();
        add_mass();
        add_flags();
        std::uint64_t edges = 0;
        for (const p3d::tag& tag : level_.tags()) {
            edges += tag.edges().size();
        }
        to.add_given("sharpEdges", edges).put_into(*out_);
    }
    // Adds selections by name: the runs [first, count, ...] of the mesh's vertices that each selects.
    void add_selections(const point_vertices& vertices, bool with_proxies) {
        const std::size_t words = (vertices.size() + 63) / 64;
        if (!take(words * 8)) {
            return;
        }
        auto marks = to_->template list<std::uint64_t>(words);
        add_all("selections", with_proxies, [&](const p3d::selection& part, pool<double>& out) {
            std::fill(marks.begin(), marks.end(), 0U);
            for_each_point(part, [&](const selected_point& selected) {
                vertices.for_each(selected.point,
                                  [&](std::uint32_t vertex) { marks[vertex / 64] |= std::uint64_t{1} << vertex % 64; });
            });
            return add_runs(marks, out);
        });
    }
    // For a level without triangles: adds selections by name, each with the positions [x, y, z, ...] of the points that
    // it selects.
    void add_points(bool with_proxies) {
        const strided<vec3<>> points = level_.points();
        add_all("points", with_proxies, [&](const p3d::selection& part, pool<double>& out) {
            bool fits = true;
            for_each_selected(part.point_bytes(), [&](std::uint32_t number, u8) {
                const vec3<>* const stored = points.at(number);
                const vector3<float> at =
                    stored != nullptr ? mirrored_z::point(vector3<float>{*stored}) : vector3<float>{not_finite, 0, 0};
                fits = !is_finite(at) || take(9 * sizeof(double)); // includes growth of the list
                if (fits && is_finite(at)) {
                    for (const float component : {at.x, at.y, at.z}) {
                        to_->add(out, static_cast<double>(component));
                    }
                }
                return fits;
            });
            return fits;
        });
    }

private:
    static constexpr float not_finite = std::numeric_limits<float>::infinity();

    // Limits a level's extras to about the level's own size, however large the rest of the model is.
    [[nodiscard]] bool take(std::uint64_t bytes) {
        const bool fits = bytes <= left_ && bytes <= to_->left();
        left_ -= fits ? bytes : 0;
        return fits;
    }
    // Adds an object with an entry for each selection that fits. A repeated name is left out.
    template <class Fill> void add_all(std::string_view key, bool with_proxies, const Fill& fill) {
        auto all = to_->extras();
        numbers_by_key<std::string_view> names{to_->memory()};
        std::uint64_t left_out = 0;
        for (const p3d::selection& part : level_.selections()) {
            if (!with_proxies && proxy_of(part.name())) {
                continue;
            }
            pool<double> values{to_->memory()};
            if (names.contains(part.name()) ||
                !take(3 * sizeof(scene::extra) + names.bytes_of_one + 2 * part.name().size()) || !fill(part, values)) {
                ++left_out;
            } else if (auto exact = to_->template list<double>(); to_->add(names, part.name())) {
                static_cast<void>(to_->fill(exact, values, [](double each) { return each; }));
                all.add(part.name(), std::move(exact));
            }
            to_->give_back(values);
        }
        all.put_into(*out_, key);
        all.add_given("selectionsLeftOut", left_out).put_into(*out_);
    }
    [[nodiscard]] bool add_runs(const scene::list<std::uint64_t>& marks, pool<double>& out) {
        std::uint64_t begin = 0; // of the current run
        bool is_within = false;
        for (std::size_t i = 0; i < marks.size(); ++i) {
            std::uint64_t changes = marks[i] ^ (marks[i] << 1 | (is_within ? 1U : 0U)); // bits where runs begin or end
            for (; changes != 0; changes &= changes - 1) {
                const std::uint64_t at = i * 64 + static_cast<std::uint64_t>(std::countr_zero(changes));
                if (is_within && !add_run(begin, at, out)) {
                    return false;
                }
                begin = at;
                is_within = !is_within;
            }
        }
        return !is_within || add_run(begin, marks.size() * 64, out);
    }
    [[nodiscard]] bool add_run(std::uint64_t begin, std::uint64_t end, pool<double>& out) {
        if (!take(6 * sizeof(double))) { // includes growth of the list
            return false;
        }
        to_->add(out, static_cast<double>(begin));
        return to_->add(out, static_cast<double>(end - begin)) != nullptr;
    }

    void add_properties() {
        auto all = to_->extras();
        numbers_by_key<std::string_view> names{to_->memory()};
        std::uint64_t left_out = 0;
        for (const p3d::property& each : level_.properties()) {
            if (names.contains(each.name()) || !take(4 * sizeof(scene::extra)) || !to_->add(names, each.name())) {
                ++left_out;
                continue;
            }
            all.add(each.name(), each.value());
        }
        all.put_into(*out_, "properties");
        all.add_given("propertiesLeftOut", left_out).put_into(*out_);
    }
    void add_mass() {
        double sum = 0;
        vector3<double> moment;
        std::size_t i = 0;
        const array<f32<>> masses = level_.masses();
        for (const vec3<>& point : level_.points()) {
            const f32<>* const stored = masses.at(i++);
            const vector3<double> at = mirrored_z::point(vector3<double>{point});
            const double mass = stored != nullptr ? static_cast<double>(stored->get()) : 0;
            if (is_finite(mass) && is_finite(at)) {
                sum += mass;
                moment += at * mass;
            }
        }
        if (sum > 0) {
            to_->extras().add("mass", sum).add("massCenter", moment * (1 / sum)).put_into(*out_);
        }
    }
    // Adds the number of points with flags.
    void add_flags() {
        std::uint64_t count = 0;
        for (const p3d::point& point : level_.point_records()) {
            count += point.flags.get() != 0 ? 1U : 0U;
        }
        to_->extras().add_given("pointsWithFlags", count).put_into(*out_);
    }

    builder* to_;
    lod level_;
    scene::list<scene::extra>* out_;
    std::uint64_t left_;
};

}}}} // namespace effigy::v0::p3d::impl
