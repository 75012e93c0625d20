// All files below a folder, in memory.
#pragma once

#include "bench/m2_companions.hpp"

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
                paths_.push_back(entry.path());
            } else {
                std::fprintf(stderr, "%s: not readable\n", entry.path().string().c_str());
            }
        }
    }

    // Returns the inputs for `File`.
    template <class File> [[nodiscard]] std::vector<typename File::input> select() const {
        std::vector<typename File::input> out;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            const bytes file = files_[i].bytes();
            if (!File::is(effigy::identify(file).kind)) {
                continue;
            }
            if constexpr (std::is_same_v<typename File::input, m2_input>) {
                out.emplace_back(file, companions_.of(paths_[i], file));
            } else {
                out.push_back(file);
            }
        }
        return out;
    }

private:
    std::vector<effigy::file_buffer> files_;
    std::vector<std::filesystem::path> paths_;
    mutable m2_companions companions_;
};

} // namespace bench
