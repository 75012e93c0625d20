// Models that were converted to other versions, and what that tells.
#pragma once

#include "m2/opened.hpp"

#include <effigy/m2/convert_version.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <map>

namespace converted_m2 {

using namespace effigy;
using namespace fixtures::m2;

// The numbers of findings, by code and by place.
struct tellings {
    std::map<std::string, int> codes;
    std::map<std::string, int> places;
    std::string first;

    void operator()(const finding& found) {
        ++codes[found.code];
        ++places[std::string{found.path_prefix} + found.path];
        first = first.empty() ? to_string(found) : first;
        CHECK(found.offset == location::nowhere);
    }
};

[[nodiscard]] inline m2::owned_model converted(const m2::owned_model& from, std::uint32_t version, tellings& told) {
    auto out = convert_version(from, version, told);
    INFO(to_string(out.error()));
    REQUIRE(out);
    CHECK(out->version == version);
    return *std::move(out);
}
[[nodiscard]] inline m2::owned_model converted(const fixtures::m2::model& from, std::uint32_t version, tellings& told) {
    return converted(decoded(from), version, told);
}
[[nodiscard]] inline m2::owned_model converted(const fixtures::m2::model& from, std::uint32_t version) {
    tellings told;
    return converted(from, version, told);
}
[[nodiscard]] inline error refused(const m2::owned_model& from, std::uint32_t version) {
    return convert_version(from, version, [](const finding&) {}).error();
}
inline void check_refused(const m2::owned_model& from, std::uint32_t version, errc code, const std::string& path) {
    const error why = refused(from, version);
    INFO(to_string(why));
    CHECK(why.code == code);
    CHECK(std::string{why.path_prefix} + why.path == path);
}
template <class T> const T& first(const m2::owned_model& of) { return of.all<T>()[0]; }

template <class T> std::vector<T> list(const m2::owned_model& of, const pool_slice<T>& slice) {
    const auto all = of.get<T>(slice);
    return {all.begin(), all.end()};
}
using times = std::vector<std::uint32_t>;
[[nodiscard]] inline std::vector<float> heights(const m2::owned_model& of,
                                                const pool_slice<effigy::vec3<form::host>>& slice) {
    std::vector<float> out;
    for (const auto& each : of.get<effigy::vec3<form::host>>(slice)) {
        out.push_back(each.z);
    }
    return out;
}

// A model with two animations, from 1000 to 2000 and from 5000 to 5500 ms, whose bone moves up.
[[nodiscard]] inline fixtures::m2::model moving(std::uint32_t version, track moved) {
    return {.version = version,
            .animations = {{.id = 0, .start = 1000, .end = 2000}, {.id = 4, .start = 5000, .end = 5500}},
            .bones = {{.translation = std::move(moved)}}};
}
[[nodiscard]] inline track rising(std::vector<std::uint32_t> at, std::vector<float> to,
                                  std::vector<key_range> ranges = {}, std::int16_t kind = linear) {
    track out{.interpolation = kind, .ranges = std::move(ranges), .times = std::move(at)};
    for (const float height : to) {
        out.values.insert(out.values.end(), {0, 0, height});
    }
    return out;
}
// The same from version 264 on, with lists of keys.
[[nodiscard]] inline fixtures::m2::model moving_by_lists(std::vector<key_list> lists, std::int16_t kind = linear) {
    fixtures::m2::model out = moving(264, {.interpolation = kind});
    out.bones[0].translation.lists = std::move(lists);
    for (animation& one : out.animations) {
        one.flags = inside;
    }
    return out;
}

} // namespace converted_m2
