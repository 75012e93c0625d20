#include <effigy/file.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace {

using namespace effigy;
namespace fs = std::filesystem;

static_assert(file_path<const char*> && file_path<char*> && file_path<char[5]>);
static_assert(file_path<std::string> && file_path<fs::path>);
static_assert(!file_path<std::string_view>, "need not end with NUL");
static_assert(!file_path<int> && !file_path<std::u8string>);
#if defined(_WIN32)
static_assert(file_path<std::wstring> && file_path<const wchar_t*>);
#else
static_assert(!file_path<std::wstring> && !file_path<const wchar_t*>);
#endif

// A file of `size` bytes 'e'.
class temporary_file {
public:
    explicit temporary_file(std::size_t size) { std::ofstream{path_, std::ios::binary} << std::string(size, 'e'); }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    ~temporary_file() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    static fs::path unused_path() {
        static const int unique = 0; // its address differs from process to process
        fs::path out;
        for (std::uintptr_t i = std::hash<const void*>{}(&unique); out.empty() || fs::exists(out); ++i) {
            out = fs::temp_directory_path() / ("effigy_test_" + std::to_string(i));
        }
        return out;
    }
    fs::path path_ = unused_path();
};

bool is_all_e(std::span<const std::byte> bytes, std::size_t size) {
    for (const std::byte one : bytes) {
        if (one != std::byte{'e'}) {
            return false;
        }
    }
    return bytes.size() == size;
}

template <class Opened> bool is_all_e(const result<Opened>& opened, std::size_t size) {
    return opened && is_all_e(opened->bytes(), size);
}

constexpr std::size_t small = 1000;
constexpr std::size_t large = std::size_t{file::map_from} + 1000;

} // namespace

TEST_CASE("file: whatever names it") {
    const temporary_file on_disk{small};
    const std::string name = on_disk.path().string();
    CHECK(is_all_e(file::open(on_disk.path()), small));
    CHECK(is_all_e(file::open(name), small));
    CHECK(is_all_e(file::open(name.c_str()), small));
    CHECK(is_all_e(read_file(name), small));
    CHECK(is_all_e(read_file(on_disk.path()), small));
    CHECK(is_all_e(mapped_file::open(name), small));
    CHECK(is_all_e(mapped_file::open(on_disk.path()), small));
#if defined(_WIN32)
    CHECK(is_all_e(file::open(on_disk.path().wstring()), small));
    CHECK(is_all_e(file::open(on_disk.path().c_str()), small));
#endif
}

TEST_CASE("file: of no bytes") {
    const temporary_file on_disk{0};
    CHECK(is_all_e(file::open(on_disk.path()), 0));
    CHECK(is_all_e(mapped_file::open(on_disk.path()), 0));
}

TEST_CASE("file: empty when it was moved from") {
    for (const std::size_t size : {small, large}) {
        CAPTURE(size);
        const temporary_file on_disk{size};
        file first = *file::open(on_disk.path());
        REQUIRE(is_all_e(first.bytes(), size));
        file second{std::move(first)};
        CHECK(first.bytes().empty()); // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
        CHECK(is_all_e(second.bytes(), size));
        file third = *file::open(on_disk.path());
        third = std::move(second);
        CHECK(second.bytes().empty()); // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
        CHECK(is_all_e(third.bytes(), size));
    }
}

TEST_CASE("file: buffers and mappings that were moved from are empty") {
    const temporary_file on_disk{small};
    file_buffer buffer = *read_file(on_disk.path());
    file_buffer next_buffer{std::move(buffer)};
    CHECK(buffer.bytes().empty());    // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    CHECK(buffer.writable().empty()); // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    buffer = std::move(next_buffer);
    CHECK(next_buffer.bytes().empty()); // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    CHECK(is_all_e(buffer.bytes(), small));

    mapped_file mapping = *mapped_file::open(on_disk.path());
    mapped_file next_mapping = *mapped_file::open(on_disk.path());
    next_mapping = std::move(mapping);
    CHECK(mapping.bytes().empty()); // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    CHECK(is_all_e(next_mapping.bytes(), small));
}

TEST_CASE("file: what cannot be opened is an error with the system's number") {
    const fs::path none = fs::temp_directory_path() / "effigy_test_no_such_file";
    for (const error& why : {file::open(none).error(), read_file(none).error(), mapped_file::open(none).error()}) {
        CHECK(why.code == errc::io);
        CHECK(why.where == std::string_view{"open"});
        CHECK(why.found == 2); // ENOENT, ERROR_FILE_NOT_FOUND
    }
    CHECK(file::open(fs::temp_directory_path()).error().code == errc::io);
}

TEST_CASE("file: more bytes than memory has addresses are refused") {
    if constexpr (sizeof(std::size_t) < sizeof(std::uint64_t)) {
        const temporary_file on_disk{small};
        const auto handle = effigy::file_handle::open(on_disk.path());
        REQUIRE(handle);
        const std::uint64_t size = (std::uint64_t{1} << 32) + small;
        CHECK(mapped_file::map(*handle, size).error().code == errc::io);
        CHECK(read_file(*handle, size).error().code == errc::io);
    }
}
