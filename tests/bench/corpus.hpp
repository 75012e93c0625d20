// All files below a folder, in memory.
#pragma once

#include <effigy/any.hpp>
#include <effigy/file.hpp>

#include <cstdio>
#include <filesystem>
#include <span>
#include <vector>

namespace bench {

using bytes = std::span<const std::byte>;

class corpus {
public:
    explicit corpus(const std::filesystem::path& folder) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator{folder}) {
            if (!entry.is_regular_file()) {
                continue;
            }
            if (auto file = effigy::read_file(entry.path())) {
                files_.push_back(*std::move(file));
            } else {
                std::fprintf(stderr, "%s: not readable\n", entry.path().string().c_str());
            }
        }
    }

    // The files that are what `is_wanted` accepts.
    template <class Predicate> [[nodiscard]] std::vector<bytes> select(const Predicate& is_wanted) const {
        std::vector<bytes> out;
        for (const effigy::file_buffer& file : files_) {
            if (is_wanted(effigy::identify(file.bytes()).what)) {
                out.push_back(file.bytes());
            }
        }
        return out;
    }

private:
    std::vector<effigy::file_buffer> files_;
};

} // namespace bench
