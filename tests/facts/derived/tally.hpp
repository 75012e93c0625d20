// Counting what is right, by rule and by who wrote the files.
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace derived {

// Who wrote a file: the game's exporters, by version, or programs of others. Empty: a program that does not follow
// these rules.
[[nodiscard]] inline std::string group_of(const std::string& name) {
    constexpr const char* folders[][2] = {{"v256/doorknob6", "256"},   {"v256/", "converted"}, {"v260-263/", "260"},
                                          {"v264/heyitsbench", "mod"}, {"v264/", "264"},       {"v265-274/", "272"}};
    for (const auto& [folder, group] : folders) {
        if (name.starts_with(folder)) {
            return group;
        }
    }
    return "";
}

class tally {
public:
    // "256: 17 of 17; 260: 20 of 20", by rule.
    using known_counts = std::map<std::string, std::string>;

    void add(const std::string& rule, const std::string& group, const std::string& file, bool is_right) {
        count& to = found_[rule][group];
        ++to.all;
        to.right += is_right ? 1 : 0;
        std::vector<std::string>& others = others_[rule];
        if (!is_right && (others.empty() || others.back() != file)) {
            others.push_back(file);
        }
    }
    // Prints the counts; if they are not the known ones, also the files that differ. Returns whether they are. Of a
    // rule that is not in the table, all must be right.
    [[nodiscard]] bool print(std::ostream& to, const known_counts& known) const {
        bool is_good = true;
        for (const auto& [rule, counts] : known) {
            is_good = is_good && found_.contains(rule);
        }
        for (const auto& [rule, groups] : found_) {
            std::string counts;
            bool are_right = true;
            for (const auto& [group, part] : groups) {
                are_right = are_right && part.right == part.all;
                counts += (counts.empty() ? "" : "; ") + group + ": " + std::to_string(part.right) + " of " +
                          std::to_string(part.all);
            }
            const auto expected = known.find(rule);
            const bool is_known = expected != known.end() ? expected->second == counts : are_right;
            to << rule << ": " << counts << (is_known ? "\n" : "; unexpected\n");
            if (!is_known) {
                for (const std::string& file : others_.at(rule)) {
                    to << "    other values: " << file << '\n';
                }
            }
            is_good = is_good && is_known;
        }
        return is_good;
    }

private:
    struct count {
        int right = 0, all = 0;
    };

    std::map<std::string, std::map<std::string, count>> found_;
    std::map<std::string, std::vector<std::string>> others_;
};

} // namespace derived
