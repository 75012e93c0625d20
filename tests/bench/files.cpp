#include "bench/files.hpp"
#include "bench/timing.hpp"

#include <effigy/file.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace {

using bytes = std::span<const std::byte>;
namespace fs = std::filesystem;

class temporary_file {
public:
    explicit temporary_file(std::size_t size) : path_(fs::temp_directory_path() / unused_name()) {
        const std::vector<char> content(size, 'e');
        std::FILE* const out = std::fopen(path_.string().c_str(), "wb");
        const bool written = out != nullptr && std::fwrite(content.data(), 1, size, out) == size;
        if (out == nullptr || std::fclose(out) != 0 || !written) {
            std::fprintf(stderr, "%s: cannot be written\n", path_.string().c_str());
            std::exit(1);
        }
    }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    ~temporary_file() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    // The name contains a random number, so that two benchmarks can run at once.
    static std::string unused_name() { return "effigy_bench." + std::to_string(std::random_device{}()); }

    fs::path path_;
};

std::uint64_t sum(bytes all) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i + sizeof(out) <= all.size(); i += sizeof(out)) {
        std::uint64_t word = 0;
        std::memcpy(&word, &all[i], sizeof(word));
        out += word;
    }
    return out;
}
std::uint64_t sum_of_every_64_kib(bytes all) {
    std::uint64_t out = 0;
    for (std::size_t at = 0; at < all.size(); at += std::size_t{64} * 1024) {
        out += std::to_integer<std::uint64_t>(all[at]);
    }
    return out;
}

// One file at a time: the memory of the previous file is reused.
template <class Use> bench::comparison read_and_map(const fs::path& path, const Use& use) {
    return bench::compare(
        1, 1,
        [&](std::size_t) {
            const auto read = effigy::read_file(path);
            return use(read->bytes());
        },
        [&](std::size_t) {
            const auto mapped = effigy::mapped_file::open(path);
            return use(mapped->bytes());
        });
}
// Keeps several files, like a program that loads a scene: each file needs memory that the process has not used before.
template <class Use> bench::comparison read_and_map_and_keep(const fs::path& path, const Use& use) {
    constexpr std::size_t kept = 16;
    const auto open_all = [&](const auto& open) {
        std::vector<decltype(open())> files;
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < kept; ++i) {
            files.push_back(open());
            out += use(files.back()->bytes());
        }
        return out;
    };
    return bench::compare(
        1, 1, [&](std::size_t) { return open_all([&] { return effigy::read_file(path); }); },
        [&](std::size_t) { return open_all([&] { return effigy::mapped_file::open(path); }); });
}

} // namespace

void bench::compare_read_and_map() {
    constexpr std::size_t kibibyte = 1024;
    std::printf("time per file, in us: read_file, mapped_file, ratio (least .. most)\n");
    std::printf("  %8s   %-39s   %-39s   %s\n", "KiB", "every byte is read", "one byte per 64 KiB is read",
                "every byte is read, 16 files are kept");
    for (std::size_t size = 64 * kibibyte; size <= 16'384 * kibibyte; size *= 2) {
        const temporary_file file{size};
        std::printf("  %8zu", size / kibibyte);
        for (const comparison& compared :
             {read_and_map(file.path(), sum), read_and_map(file.path(), sum_of_every_64_kib),
              read_and_map_and_keep(file.path(), sum)}) {
            std::printf("   %8.1f %8.1f %6.2f (%.2f .. %.2f)", compared.first.median / 1000,
                        compared.second.median / 1000, compared.ratio.median, compared.ratio.least,
                        compared.ratio.most);
        }
        std::printf("\n");
    }
}
