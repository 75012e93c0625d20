#include "bench/files.hpp"
#include "bench/timing.hpp"

#include <effigy/file.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using bytes = std::span<const std::byte>;
namespace fs = std::filesystem;

class temporary_file {
public:
    explicit temporary_file(std::size_t size) : path_(fs::temp_directory_path() / "effigy_bench.bytes") {
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
std::uint64_t sum_of_start(bytes all) { return sum(all.first(std::min<std::size_t>(all.size(), 4096))); }

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

} // namespace

void bench::compare_read_and_map() {
    constexpr std::size_t kibibyte = 1024;
    std::printf("a file's bytes, in us: read_file, mapped_file, quotient (least .. most)\n");
    std::printf("  %8s   %-39s   %s\n", "KiB", "every byte is used", "only the first page is used");
    std::size_t mapping_wins_from = 0;
    for (std::size_t size = 64 * kibibyte; size <= 16 * 1024 * kibibyte; size *= 2) {
        const temporary_file file{size};
        const comparison whole = read_and_map(file.path(), sum);
        const comparison start = read_and_map(file.path(), sum_of_start);
        std::printf("  %8zu", size / kibibyte);
        for (const comparison& of : {whole, start}) {
            std::printf("   %8.1f %8.1f %6.2f (%.2f .. %.2f)", of.first.median / 1000, of.second.median / 1000,
                        of.quotient.median, of.quotient.least, of.quotient.most);
        }
        std::printf("\n");
        if (whole.quotient.median < 1) {
            mapping_wins_from = 0;
        } else if (mapping_wins_from == 0) {
            mapping_wins_from = size;
        }
    }
    if (mapping_wins_from != 0) {
        std::printf("  where every byte is used, mapping is cheaper from %zu KiB on\n", mapping_wins_from / kibibyte);
    } else {
        std::printf("  where every byte is used, reading is cheaper at each of these sizes\n");
    }
}
