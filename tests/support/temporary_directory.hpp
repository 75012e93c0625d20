#pragma once

#include <version>

#if defined(__cpp_lib_filesystem)
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <system_error>

namespace support {

// A folder of its own, which shows whether temporary files are left.
class temporary_directory {
public:
    temporary_directory() = default;
    temporary_directory(const temporary_directory&) = delete;
    temporary_directory& operator=(const temporary_directory&) = delete;
    ~temporary_directory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::ptrdiff_t files() const {
        return std::distance(std::filesystem::directory_iterator{path_}, std::filesystem::directory_iterator{});
    }

private:
    static std::filesystem::path created() {
        static const int unique = 0; // its address differs from process to process
        for (std::uintptr_t i = std::hash<const void*>{}(&unique);; ++i) {
            const auto out = std::filesystem::temp_directory_path() / ("effigy_folder_" + std::to_string(i));
            if (std::filesystem::create_directory(out)) {
                return out;
            }
        }
    }

    std::filesystem::path path_ = created();
};

} // namespace support

#endif
