#include "listfile.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

effigy::result<listfile> listfile::open(const fs::path& path) {
    auto file = effigy::read_file(path);
    if (!file) {
        return file.error();
    }
    listfile out;
    out.file_ = *std::move(file);
    const std::string_view text = out.text();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        out.add(text.substr(at, end - at), at);
        at = end + 1;
    }
    const auto place = [](const line& one) {
        return std::pair{one.id, one.at};
    }; // of several lines with one id, the first is used
    if (!std::ranges::is_sorted(out.lines_, {}, place)) {
        std::ranges::sort(out.lines_, {}, place);
    }
    return out;
}

// Ignores lines of another form.
void listfile::add(std::string_view text, std::uint64_t at) {
    line out;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), out.id);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (failure != std::errc{} || digits == text.size() || (*end != ';' && *end != ',')) {
        return;
    }
    std::string_view path = text.substr(digits + 1);
    path = path.substr(0, path.find_first_of("\r;")); // some listfiles have more columns
    out.length = static_cast<std::uint32_t>(std::min<std::size_t>(path.size(), UINT32_MAX));
    out.at = at + digits + 1;
    if (out.length != 0) {
        lines_.push_back(out);
    }
}

std::string_view listfile::path_of(std::uint32_t id) const {
    const auto found = std::ranges::lower_bound(lines_, id, {}, &line::id);
    if (found == lines_.end() || found->id != id) {
        return {};
    }
    return text().substr(static_cast<std::size_t>(found->at), found->length);
}

std::string_view listfile::text() const {
    const auto bytes = file_.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace tool
