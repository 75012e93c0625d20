#include "files.hpp"

#include <tool/answers/judgement.hpp>
#include <tool/answers/text.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <system_error>
#include <utility>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

namespace tool {

namespace fs = std::filesystem;

// ---- names ---------------------------------------------------------------------------------------------------------

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

// ---- the files that a command works on -----------------------------------------------------------------------------

namespace {

class folder_walk {
public:
    explicit folder_walk(found_files& out) : out_(out) {}

    void add(const fs::path& folder) {
        const auto first = static_cast<std::ptrdiff_t>(out_.files.size());
        folders_ = {folder};
        while (!folders_.empty()) {
            const fs::path next = std::move(folders_.back());
            folders_.pop_back();
            list(next);
        }
        std::sort(out_.files.begin() + first, out_.files.end());
        if (out_.files.begin() + first == out_.files.end()) {
            out_.empty_folders.push_back(folder);
        }
    }

private:
    void list(const fs::path& folder) {
        std::error_code failure;
        fs::directory_iterator at{folder, failure};
        while (!failure && at != fs::directory_iterator{}) {
            add_entry(*at);
            at.increment(failure);
        }
        if (failure) {
            out_.files.push_back(folder);
        }
    }
    void add_entry(const fs::directory_entry& entry) {
        std::error_code failure;
        const bool is_link = entry.is_symlink(failure);
        if (entry.is_directory(failure)) {
            if (!is_link) {
                folders_.push_back(entry.path());
            }
        } else if (is_link || entry.is_regular_file(failure)) {
            const std::string name = name_of_file(entry.path());
            if (has_read_extension(name) || lower_case(name).ends_with(key_file_extension)) {
                out_.files.push_back(entry.path());
            } else {
                ++out_.left_out;
            }
        }
    }

    found_files& out_;
    std::vector<fs::path> folders_; // not listed yet
};

} // namespace

found_files files_of(const std::vector<fs::path>& arguments) {
    found_files out;
    for (const fs::path& argument : arguments) {
        std::error_code failure;
        if (fs::is_directory(argument, failure)) {
            folder_walk{out}.add(argument);
        } else {
            out.files.push_back(argument);
        }
    }
    return out;
}

void report_empty_folders(const found_files& found) {
    for (const fs::path& folder : found.empty_folders) {
        std::cerr << "no files with effigy's extensions in " << printable(folder.string()) << '\n';
    }
}

// ---- reading, and standard input and output ------------------------------------------------------------------------

namespace {

// On Windows, the stream has bytes from here on, not lines of text.
void use_bytes([[maybe_unused]] std::FILE* stream) {
#if defined(_WIN32)
    _setmode(_fileno(stream), _O_BINARY);
#endif
}

std::vector<std::byte> read_all(std::FILE* stream) {
    use_bytes(stream);
    std::vector<std::byte> out;
    std::size_t size = 0;
    do {
        out.resize(std::max<std::size_t>(2 * size, 1U << 16U));
        size += std::fread(out.data() + size, 1, out.size() - size, stream);
    } while (size == out.size());
    out.resize(size);
    return out;
}

} // namespace

effigy::result<effigy::file_buffer> read_regular(const fs::path& path) {
    std::error_code failure;
    if (fs::is_other(path, failure) && !failure) {
        return effigy::error{
            {"not a regular file"}, effigy::errc::io, 0, static_cast<std::int64_t>(std::errc::invalid_argument)};
    }
    return effigy::read_file(path);
}

effigy::result<effigy::file_buffer> read_input(const fs::path& path) {
    if (!is_standard(path)) {
        return read_regular(path);
    }
    static const std::vector<std::byte> bytes = read_all(stdin);
    if (std::ferror(stdin) != 0) {
        return io_error("read", std::errc::io_error);
    }
    effigy::file_buffer out{bytes.size()};
    std::ranges::copy(bytes, out.writable().begin());
    return out;
}

effigy::error write_standard_output(std::span<const std::byte> bytes) {
    use_bytes(stdout);
    const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
    return is_written && std::fflush(stdout) == 0 ? effigy::error{} : io_error("write", std::errc::io_error);
}

std::ostream& lines_beside(const fs::path& output) { return is_standard(output) ? std::cerr : std::cout; }

} // namespace tool
