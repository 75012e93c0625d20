// The regions of a file as text.
#pragma once

#include <effigy/regions.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace support {

// All regions of a view, which are sorted and cover the whole file.
struct region_list {
    std::vector<effigy::region> all;
    effigy::coverage sums;

    template <class View> explicit region_list(const View& view) {
        std::uint64_t end = 0;
        regions(view, [&](const effigy::region& found) {
            const std::uint64_t found_end = found.offset() + found.length;
            CHECK(found.length != 0);
            CHECK(found.offset() + found.overlap == (found.overlap != 0 ? std::min(end, found_end) : end));
            end = std::max(end, found_end);
            all.push_back(found);
            sums.add(found);
        });
        CHECK(end == view.file().size());
        CHECK(sums.bytes == end);
        CHECK(sums.claimed + sums.gap == end);
    }
    // The region that begins at an offset. It must exist.
    [[nodiscard]] const effigy::region& at(std::uint64_t offset) const {
        const auto found = std::ranges::find(all, offset, [](const effigy::region& one) { return one.offset(); });
        REQUIRE(found != all.end());
        return *found;
    }
    // Each region of a path, in file order: "offset: count type", and the role if it is not value.
    [[nodiscard]] std::vector<std::string> of(std::string_view path) const {
        std::vector<std::string> out;
        for (const effigy::region& one : all) {
            if (path_of(one) == path) {
                out.push_back(std::to_string(one.offset()) + ": " + count_and_role(one));
            }
        }
        return out;
    }
    // The region that begins at an offset: "path: count type", and the role if it is not value.
    [[nodiscard]] std::string text_at(std::uint64_t offset) const {
        const effigy::region& one = at(offset);
        return path_of(one) + ": " + count_and_role(one);
    }

private:
    [[nodiscard]] static std::string path_of(const effigy::region& one) {
        std::string out = to_string(one.where);
        for (const char* const name : one.fields) {
            out += name != nullptr ? std::string{"."} + name : "";
        }
        return out;
    }
    [[nodiscard]] static std::string count_and_role(const effigy::region& one) {
        constexpr const char* roles[] = {"", " reference", " padding", " garbage", " constant", " gap"};
        return std::to_string(one.count) + " " + one.type + roles[static_cast<std::size_t>(one.role)];
    }
};

} // namespace support
