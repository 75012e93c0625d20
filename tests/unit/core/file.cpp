#include <effigy/write_file.hpp>

#include <doctest/doctest.h>
#include <support/temporary_directory.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>
#include <version>

#if defined(__cpp_lib_filesystem)
#include <filesystem>
#endif

namespace {

using namespace effigy;

#if defined(__cpp_lib_filesystem)
using any_path = std::filesystem::path;
std::string temporary_folder() { return std::filesystem::temp_directory_path().string(); }
#else
using any_path = std::string;
std::string temporary_folder() { return "."; }
#endif

static_assert(file_path<const char*> && file_path<char*> && file_path<char[5]>);
static_assert(file_path<std::string> && file_path<any_path>);
static_assert(!file_path<std::string_view>, "may not end with NUL");
static_assert(!file_path<int> && !file_path<std::u8string>);
#if defined(_WIN32)
static_assert(file_path<std::wstring> && file_path<const wchar_t*>);
#else
static_assert(!file_path<std::wstring> && !file_path<const wchar_t*>);
#endif

// A temporary file of `size` bytes, all of them 'e'.
class temporary_file {
public:
    explicit temporary_file(std::size_t size) {
        std::FILE* const file = std::fopen(name_.c_str(), "wb");
        REQUIRE(file != nullptr);
        const std::string bytes(size, 'e');
        CHECK(std::fwrite(bytes.data(), 1, size, file) == size);
        CHECK(std::fclose(file) == 0);
    }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    ~temporary_file() { static_cast<void>(std::remove(name_.c_str())); }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] any_path path() const { return name_; }

private:
    static std::string unused_name() {
        static const int unique = 0; // its address differs from process to process
        for (std::uintptr_t i = std::hash<const void*>{}(&unique);; ++i) {
            std::string out = temporary_folder() + "/effigy_test_" + std::to_string(i);
            if (!effigy::file_handle::open(out)) {
                return out;
            }
        }
    }
    std::string name_ = unused_name();
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

TEST_CASE("file: accepts file names of any type") {
    const temporary_file on_disk{small};
    const std::string& name = on_disk.name();
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

TEST_CASE("file: an empty file") {
    const temporary_file on_disk{0};
    CHECK(is_all_e(file::open(on_disk.path()), 0));
    CHECK(is_all_e(mapped_file::open(on_disk.path()), 0));
}

TEST_CASE("file: is empty after a move") {
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

TEST_CASE("file: buffers and mappings are empty after a move") {
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

TEST_CASE("file: an error contains the system's error number") {
#if defined(_WIN32)
    constexpr int not_found = ERROR_FILE_NOT_FOUND;
#else
    constexpr int not_found = ENOENT;
#endif
    const any_path none = temporary_folder() + "/effigy_test_no_such_file";
    for (const error& why : {file::open(none).error(), read_file(none).error(), mapped_file::open(none).error()}) {
        CHECK(why.code == errc::io);
        CHECK(why.path == std::string_view{"open"});
        CHECK(why.found == not_found);
        CHECK(why.need == 0);
    }
    CHECK(file::open(temporary_folder()).error().code == errc::io);
#if !defined(_WIN32)
    for (const error& why : {file::open(temporary_folder()).error(), read_file(temporary_folder()).error(),
                             mapped_file::open(temporary_folder()).error()}) {
        CHECK(why.path == std::string_view{"read"});
        CHECK(why.found == EISDIR);
        CHECK(why.need == 0);
    }
#endif
}

TEST_CASE("file: a file larger than the address space is an error") {
    if constexpr (sizeof(std::size_t) < sizeof(std::uint64_t)) {
        const temporary_file on_disk{small};
        const auto handle = effigy::file_handle::open(on_disk.path());
        REQUIRE(handle);
        const std::uint64_t size = (std::uint64_t{1} << 32) + small;
        CHECK(mapped_file::map(*handle, size).error().code == errc::io);
        CHECK(read_file(*handle, size).error().code == errc::io);
    }
}

#if defined(__linux__)
TEST_CASE("file: what the system does not read or map is an error") {
    const temporary_file on_disk{small};
    const effigy::file_handle for_writing{::open(on_disk.name().c_str(), O_WRONLY)};
    for (const auto& [why, call, number] : {std::tuple{read_file(for_writing, small).error(), "read", EBADF},
                                            {mapped_file::map(for_writing, small).error(), "map", EACCES}}) {
        CHECK(why.code == errc::io);
        CHECK(why.path == std::string_view{call});
        CHECK(why.found == number);
    }
}
#else
TEST_CASE("file: what the system does not read or map is an error" * doctest::skip() *
          doctest::description("other systems have other numbers")) {}
#endif

#if defined(__cpp_lib_filesystem)

namespace {

constexpr std::array<std::byte, 3> new_bytes{std::byte{1}, std::byte{2}, std::byte{3}};

bool is_new(const std::filesystem::path& path) {
    const auto found = read_file(path);
    return found && std::ranges::equal(found->bytes(), new_bytes);
}

} // namespace

TEST_CASE("file: write_file() makes a file and replaces one") {
    const support::temporary_directory folder;
    const auto path = folder.path() / "a.model";
    CHECK(!write_file(path, new_bytes));
    CHECK(is_new(path));
    CHECK(!write_file(path, {}));
    CHECK(is_all_e(read_file(path), 0));
    CHECK(!write_file(path.string(), new_bytes));
    CHECK(is_new(path));
    const std::vector<std::byte> many(large, std::byte{'e'});
    CHECK(!write_file(path.string().c_str(), many));
    CHECK(is_all_e(read_file(path), large));
    CHECK(folder.files() == 1);
}

TEST_CASE("file: a writer that does not keep its file leaves the old one") {
    const support::temporary_directory folder;
    const auto path = folder.path() / "a.model";
    CHECK(!write_file(path, new_bytes));
    {
        file_writer out = *file_writer::open(path);
        CHECK(!out.write(std::array{std::byte{9}}));
        CHECK(std::filesystem::exists(out.temporary()));
        CHECK(folder.files() == 2);
        file_writer moved{std::move(out)};
        CHECK(out.temporary().empty()); // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
        out = std::move(moved);
        CHECK(folder.files() == 2);
    }
    CHECK(is_new(path));
    CHECK(folder.files() == 1);
}

TEST_CASE("file: what write_file() cannot replace stays") {
    const support::temporary_directory folder;
    const auto inner = folder.path() / "inner";
    std::filesystem::create_directory(inner);
    const auto of = [](const error& why) { return std::string{why.path} + (why.code == errc::io ? "" : " code"); };
    CHECK(of(write_file(inner, new_bytes)) == "open");
    CHECK(std::filesystem::is_directory(inner));
    CHECK(of(write_file(folder.path() / "none" / "a.model", new_bytes)) == "open");
    const auto path = folder.path() / "a.model";
    CHECK(!write_file(path, new_bytes));
    std::filesystem::permissions(path,
                                 std::filesystem::perms::owner_write | std::filesystem::perms::group_write |
                                     std::filesystem::perms::others_write,
                                 std::filesystem::perm_options::remove);
    CHECK(write_file(path, {}).code == errc::io);
    CHECK(is_new(path));
    std::filesystem::permissions(path, std::filesystem::perms::owner_write, std::filesystem::perm_options::add);
    CHECK(folder.files() == 2);
}

#if defined(_WIN32)

TEST_CASE("file: write_file() writes to a device") { CHECK(!write_file("NUL", new_bytes)); }
TEST_CASE("file: write_file() keeps permissions and symbolic links" * doctest::skip() *
          doctest::description("Windows has no such files")) {}
TEST_CASE("file: write_file() writes to devices and pipes, and never replaces them" * doctest::skip() *
          doctest::description("Windows has no such files")) {}

#else

TEST_CASE("file: write_file() writes to a device" * doctest::skip() *
          doctest::description("NUL is a device of Windows")) {}
TEST_CASE("file: write_file() keeps permissions and symbolic links") {
    const support::temporary_directory folder;
    const auto path = folder.path() / "a.model";
    const auto link = folder.path() / "link.model";
    CHECK(!write_file(path, {}));
    std::filesystem::permissions(path, std::filesystem::perms{0640});
    std::filesystem::create_symlink("a.model", link);
    CHECK(!write_file(link, new_bytes));
    CHECK(std::filesystem::is_symlink(link));
    CHECK(is_new(path));
    CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms{0640});
    const auto dangling = folder.path() / "dangling.model";
    std::filesystem::create_symlink("nothing", dangling);
    CHECK(write_file(dangling, new_bytes).found == ENOENT);
    CHECK(std::filesystem::is_symlink(dangling));
    CHECK(folder.files() == 3);
}

TEST_CASE("file: write_file() writes to devices and pipes, and never replaces them") {
    const support::temporary_directory folder;
    const auto link = folder.path() / "null";
    std::filesystem::create_symlink("/dev/null", link);
    CHECK(!write_file(link, new_bytes));
    CHECK(std::filesystem::is_character_file(link));
    const auto pipe = folder.path() / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(write_file(pipe, new_bytes).found == ENXIO); // nobody reads it
    const effigy::file_handle reader{::open(pipe.c_str(), O_RDONLY | O_NONBLOCK)};
    CHECK(!write_file(pipe, new_bytes));
    std::array<std::byte, 4> read{};
    const auto count = reader.read(read);
    CHECK((count && *count == 3 && read[2] == std::byte{3}));
    CHECK(std::filesystem::is_fifo(pipe));
    CHECK(folder.files() == 2);
}

#endif
#else

TEST_CASE("file: write_file() makes a file and replaces one" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("file: a writer that does not keep its file leaves the old one" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("file: what write_file() cannot replace stays" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("file: write_file() writes to a device" * doctest::skip() * doctest::description("needs <filesystem>")) {}
TEST_CASE("file: write_file() keeps permissions and symbolic links" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("file: write_file() writes to devices and pipes, and never replaces them" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}

#endif
