// What commands that write files say of findings about them.
#pragma once

#include <tool/answers/json.hpp>
#include <tool/answers/text.hpp>
#include <tool/system/judge.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

struct shown_findings {
    bool each = false; // not only the first of each code
    bool as_json = false;
    bool only_warnings = false; // but for JSON
};

// An object or a line for each finding, or a line for the first of each code.
class finding_lines {
public:
    finding_lines(const style& paint, std::string file, shown_findings how)
        : paint_(paint), file_(std::move(file)), how_(how) {}

    void add(const effigy::finding& found) {
        ++count_;
        if (how_.as_json) {
            objects_.add(finding_json(found));
            return;
        }
        if (how_.only_warnings && found.level == effigy::severity::note) {
            ++hidden_;
            return;
        }
        const auto same = std::ranges::find(codes_, std::string_view{found.code}, &of_code::code);
        if (same == codes_.end() || how_.each) {
            codes_.push_back({found.code, found.level, finding_line(paint_, file_, found), 0});
        } else {
            ++same->others;
        }
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::uint64_t hidden() const { return hidden_; } // of them, notes that have no line
    [[nodiscard]] const object_list& objects() const { return objects_; }
    // Warnings first.
    [[nodiscard]] std::string text() const {
        std::string out;
        for (const auto level : {effigy::severity::warning, effigy::severity::note}) {
            for (const of_code& each : codes_) {
                if (each.level == level) {
                    out += each.line;
                }
                if (each.level == level && each.others != 0) {
                    out.insert(out.size() - 1, "; and " + grouped(each.others) + " more of this code");
                }
            }
        }
        return out;
    }

private:
    struct of_code {
        std::string_view code;
        effigy::severity level;
        std::string line;
        std::uint64_t others;
    };

    const style& paint_;
    std::string file_;
    shown_findings how_;
    std::vector<of_code> codes_;
    object_list objects_;
    std::uint64_t count_ = 0, hidden_ = 0;
};

} // namespace tool
