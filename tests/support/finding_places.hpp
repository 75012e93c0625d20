// Where findings are: their offsets are those that regions() gives for their paths.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/regions.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace support {

// The regions of a file. A path may have several: a text has its length and its characters.
class finding_places {
public:
    // `view`: a model or an animation, with its regions().
    template <class View> explicit finding_places(const View& view) {
        regions(view, [this](const effigy::region& each) {
            std::string path = path_of(each);
            const place here{each.offset(), each.offset() + each.length};
            end_ = std::max(end_, here.to);
            exact_[path].push_back(here);
            while (shorten(path)) {
                inside_[path].push_back(here);
            }
        });
    }

    // Returns an empty text if the finding is in a region of its path, in a part of it, or in the list that contains
    // it; or if there are no such regions, as for an empty list. If not, returns the finding's path and offset.
    [[nodiscard]] std::string misplaced(const effigy::finding& found) const {
        std::string path = effigy::to_string(static_cast<const effigy::location&>(found));
        const std::string text = path + " at offset " + std::to_string(found.offset);
        if (path.find('.') == path.npos || found.offset > end_) { // the whole file
            return found.offset > end_ ? text : std::string{};
        }
        bool is_known = false;
        const auto is_in = [&](const std::map<std::string, std::vector<place>>& all) {
            const auto at = all.find(path);
            bool out = false;
            for (const place& each : at != all.end() ? at->second : std::vector<place>{}) {
                is_known = true;
                out = out || (each.from <= found.offset && found.offset < each.to);
            }
            return out;
        };
        if (is_in(exact_) || is_in(inside_)) {
            return {};
        }
        while (path.find('.') != path.npos && shorten(path)) {
            if (is_in(exact_)) {
                return {};
            }
        }
        return is_known ? text : std::string{};
    }

private:
    struct place {
        std::uint64_t from, to;
    };

    // Removes the last part of a path: ".name" or "[3]".
    static bool shorten(std::string& path) {
        const std::size_t end = path.find_last_of(".[");
        path.resize(end != path.npos ? end : 0);
        return end != path.npos;
    }

    std::map<std::string, std::vector<place>> exact_, inside_;
    std::uint64_t end_ = 0;
};

} // namespace support
