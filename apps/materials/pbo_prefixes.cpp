#include "pbo_prefixes.hpp"

#include "texts.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace materials {

// The first line is either the prefix or "prefix=PREFIX". Measured: 691 files.
std::string read_pbo_prefix(std::string_view text) {
    const std::string line = lower_case(trimmed(take_until(text, "\n;")));
    return relative_path(trimmed(std::string_view{line}.substr(line.find('=') + 1))).value_or("");
}

pbo_prefixes::pbo_prefixes(const file_tree& files) {
    for (const std::string_view name : pbo_prefix_names) {
        for (const std::string_view path : files.named(name)) {
            if (const auto content = files.read(path)) {
                if (std::string text = read_pbo_prefix(as_text(*content)); !text.empty()) {
                    prefixes_.push_back({std::move(text), folder_of(path)});
                }
            }
        }
    }
    std::ranges::sort(prefixes_, {}, [](const prefix& one) { return std::tie(one.name, one.folder); });
}

std::vector<std::string> pbo_prefixes::paths_of(std::string_view path, std::string_view model) const {
    std::vector<std::string> out;
    const std::string key = lower_case(path);
    for (std::size_t length = key.rfind('/'); length != std::string::npos && length != 0;
         length = key.rfind('/', length - 1)) {
        const auto first = static_cast<std::ptrdiff_t>(out.size());
        const std::string_view wanted = std::string_view{key}.substr(0, length);
        for (auto at = std::ranges::lower_bound(prefixes_, wanted, {}, &prefix::name);
             at != prefixes_.end() && at->name == wanted; ++at) {
            out.push_back(std::string{at->folder}.append(path.substr(length + 1)));
        }
        std::ranges::sort(out.begin() + first, out.end(), {}, [model](const std::string& one) {
            return std::tuple{distance_between(model, one), std::string_view{one}};
        });
    }
    return out;
}

} // namespace materials
