#include "missing_textures.hpp"

#include <tool/answers/text.hpp>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

namespace tool {

namespace fs = std::filesystem;

namespace {

// Returns the names below folders near these: those beside them first, then those beside the folders above.
std::vector<fs::path> files_near(const std::set<fs::path>& folders) {
    constexpr std::size_t most = 10'000;
    constexpr int levels = 3;
    std::vector<fs::path> out;
    std::set<fs::path> seen;
    std::size_t listed = 0;
    const auto list_below = [&](const fs::path& top) {
        std::deque<fs::path> next{top};
        for (; !next.empty() && listed < most; next.pop_front()) {
            if (!seen.insert(next.front()).second) {
                continue;
            }
            std::error_code failure;
            fs::directory_iterator at{next.front(), failure};
            for (; !failure && at != fs::directory_iterator{} && listed < most; at.increment(failure), ++listed) {
                const fs::file_type type = at->symlink_status(failure).type();
                if (type == fs::file_type::directory) {
                    next.push_back(at->path());
                } else if (type == fs::file_type::regular) {
                    out.push_back(at->path());
                }
            }
        }
    };
    std::set<fs::path> tops = folders;
    for (int level = 0; level < levels; ++level) {
        std::set<fs::path> above;
        for (const fs::path& top : tops) {
            if (!is_home_or_above(top.parent_path())) {
                above.insert(top.parent_path());
            }
        }
        tops = std::move(above);
        std::ranges::for_each(tops, list_below);
    }
    return out;
}

// Returns the folder from which `path` leads to the file; else the file's own, in which its last part is found.
std::string root_for(const std::string& file, std::string_view path) {
    const std::string end = '/' + lower_case(path);
    return lower_case(file).ends_with(end) ? file.substr(0, file.size() - end.size()) : file.substr(0, file.rfind('/'));
}

} // namespace

void missing_textures::add(const fs::path& model, materials::family of, const textured& shown) {
    constexpr std::size_t most_names = 1000;
    constexpr std::size_t most_folders = 16;
    for (const materials::look_up& each : shown.names.names) {
        if (each.found.what != materials::outcome::missing) {
            continue;
        }
        const std::scoped_lock lock{mutex_};
        if (names_.size() < most_names) {
            names_.insert({of, each.name});
        }
        std::error_code failure;
        if (folders_.size() < most_folders) {
            folders_.insert(fs::canonical(model, failure).parent_path());
        }
    }
}

// Returns "; 3 of what is missing are in ../textures: add --textures ../textures"; empty if no near folder has any.
std::string missing_textures::advice_to_add() const {
    struct holder {
        std::size_t names = 0; // how many it has
        std::size_t rank = 0;  // the nearest is 0
    };
    std::multimap<std::string, std::pair<std::string, std::size_t>> files; // by last part in lower case: path and rank
    for (const fs::path& file : files_near(folders_)) {
        files.emplace(lower_case(name_of_file(file)), std::pair{utf8_path(file), files.size()});
    }
    std::map<std::string, holder> holders; // by folder
    for (const name& each : names_) {
        std::set<std::string> has_it;
        for (const std::string& path : spellings(each.of, each.text)) {
            const auto [first, last] = files.equal_range(lower_case(materials::last_part(path)));
            for (auto at = first; at != last; ++at) {
                const auto& [file, rank] = at->second;
                holder& one = holders.try_emplace(root_for(file, path), holder{0, rank}).first->second;
                one.rank = std::min(one.rank, rank);
                has_it.insert(root_for(file, path));
            }
        }
        for (const std::string& folder : has_it) {
            ++holders[folder].names;
        }
    }
    const auto best = std::ranges::min_element(holders, {}, [](const auto& one) {
        return std::pair{std::numeric_limits<std::size_t>::max() - one.second.names, one.second.rank};
    });
    if (best == holders.end()) {
        return {};
    }
    const std::string folder = shown_path(path_of_name(best->first));
    return "; " + grouped(best->second.names) + " of what is missing " + (best->second.names == 1 ? "is" : "are") +
           " in " + folder + ": add --textures " +
           (folder.find(' ') == std::string::npos ? folder : '"' + folder + '"');
}

std::string missing_textures::advice(const texture_roots& roots) const {
    constexpr std::size_t most_roots = 5;
    if (names_.empty()) {
        return {};
    }
    const std::vector<std::string> searched = roots.names();
    std::string out = "looked below ";
    for (std::size_t i = 0; i < searched.size() && i < most_roots; ++i) {
        out += (i == 0 ? "" : ", ") + searched[i];
    }
    out += searched.size() > most_roots ? " and " + grouped(searched.size() - most_roots) + " more folders" : "";

    return out + advice_to_add() + '\n';
}

} // namespace tool
