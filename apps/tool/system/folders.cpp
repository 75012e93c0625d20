#include "folders.hpp"

#include <tool/answers/text.hpp>

#include <algorithm>
#include <system_error>

namespace tool {

namespace fs = std::filesystem;

std::string name_of_file(const fs::path& file) {
    const std::u8string name = file.filename().u8string();
    return {name.begin(), name.end()};
}

bool has_extension(const fs::path& file, std::string_view extension) {
    return lower_case(name_of_file(file.extension())) == extension;
}

std::string utf8_path(const fs::path& path) {
    const std::u8string text = path.generic_u8string();
    return {text.begin(), text.end()};
}

fs::path path_of_name(std::string_view name) { return fs::path{std::u8string{name.begin(), name.end()}}; }

std::string no_folder(std::string_view option, const std::vector<fs::path>& folders) {
    std::error_code failure;
    const auto found =
        std::ranges::find_if(folders, [&](const fs::path& each) { return !fs::is_directory(each, failure); });
    return found == folders.end() ? ""
                                  : std::string{option} + ": expected a folder, found " + printable(found->string());
}

folder_listings::listing folder_listings::list(const fs::path& folder) {
    listing out;
    std::error_code failure;
    fs::directory_iterator at{folder.empty() ? fs::path{"."} : folder, failure};
    while (!failure && at != fs::directory_iterator{}) {
        std::string name = name_of_file(at->path());
        std::string low = lower_case(name);
        out.emplace_back(std::move(low), std::move(name));
        at.increment(failure);
    }
    std::ranges::sort(out);
    return out;
}

std::shared_ptr<const folder_listings::listing> folder_listings::of(const fs::path& folder) {
    const std::scoped_lock lock{mutex_};
    std::shared_ptr<const listing>& known = listings_[folder];
    if (known == nullptr) {
        known = std::make_shared<const listing>(list(folder));
    }
    return known;
}

fs::path folder_listings::find(const fs::path& folder, std::string_view name) {
    const std::shared_ptr<const listing> all = of(folder);
    const std::string low = lower_case(name);
    const auto first = std::ranges::lower_bound(*all, low, {}, &listing::value_type::first);
    const auto last = std::ranges::upper_bound(first, all->end(), low, {}, &listing::value_type::first);
    if (first == last) {
        return {};
    }
    const auto exact = std::ranges::find(first, last, name, &listing::value_type::second);
    const std::string& found = (exact != last ? exact : first)->second;
    return folder / path_of_name(found);
}

std::vector<std::string> folder_listings::beginning_with(const fs::path& folder, std::string_view text) {
    const std::shared_ptr<const listing> all = of(folder);
    const std::string low = lower_case(text);
    std::vector<std::string> out;
    for (auto at = std::ranges::lower_bound(*all, low, {}, &listing::value_type::first);
         at != all->end() && at->first.starts_with(low); ++at) {
        out.push_back(at->second);
    }
    return out;
}

fs::path folder_listings::find_below(const fs::path& folder, std::string_view path) {
    fs::path out = folder;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find_first_of("/\\"), path.size());
        if (end != 0) {
            out = find(out, path.substr(0, end));
            if (out.empty()) {
                return {};
            }
        }
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return out;
}

} // namespace tool
