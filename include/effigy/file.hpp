// A file's bytes in memory, read or mapped. Only this header and write_file.hpp use the operating system.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/result.hpp>

#include <cerrno>
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>

#if defined(_WIN32)
#if !defined(WIN32_LEAN_AND_MEAN)
#define WIN32_LEAN_AND_MEAN
#define EFFIGY_LEAN
#endif
#if !defined(NOMINMAX)
#define NOMINMAX
#define EFFIGY_NOMINMAX
#endif
#include <windows.h>
#if defined(EFFIGY_LEAN)
#undef WIN32_LEAN_AND_MEAN
#undef EFFIGY_LEAN
#endif
#if defined(EFFIGY_NOMINMAX)
#undef NOMINMAX
#undef EFFIGY_NOMINMAX
#endif
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace effigy { inline namespace v0 {

namespace impl {

#if defined(_WIN32)
template <class T>
concept path_character = std::same_as<T, char> || std::same_as<T, wchar_t>;
#else
template <class T>
concept path_character = std::same_as<T, char>;
#endif

template <path_character T> [[nodiscard]] constexpr const T* path_text(const T* path) noexcept { return path; }
template <class Path> [[nodiscard]] constexpr auto path_text(const Path& path) noexcept -> decltype(path.c_str()) {
    return path.c_str();
}

// Returns the error of the system call `call`, which has just failed.
[[nodiscard]] inline error last_io_error(const char* call) noexcept {
#if defined(_WIN32)
    return {{call}, errc::io, 0, static_cast<std::int64_t>(::GetLastError())};
#else
    return {{call}, errc::io, 0, errno};
#endif
}

// Returns a file's size as a size in memory, or an error if the address space is smaller than the file.
[[nodiscard]] inline result<std::size_t> size_in_memory(std::uint64_t size, const char* call) noexcept {
    if (size > SIZE_MAX) {
#if defined(_WIN32)
        return error{{call}, errc::io, 0, ERROR_NOT_ENOUGH_MEMORY};
#else
        return error{{call}, errc::io, 0, ENOMEM};
#endif
    }
    return impl::to_size(size);
}

} // namespace impl

// The name of a file: a const char*, or a type whose c_str() returns one, such as std::string or std::filesystem::path.
// On Windows wchar_t is accepted as well, and char is text in the program's code page, as for fopen.
template <class Path>
concept file_path = impl::path_character<std::remove_cvref_t<decltype(*impl::path_text(std::declval<const Path&>()))>>;

// An open file. The destructor closes it. Errors: errc::io with the system's error number in `found`.
class file_handle {
public:
#if defined(_WIN32)
    using native = HANDLE;
    static inline const native none = INVALID_HANDLE_VALUE;
#else
    using native = int;
    static constexpr native none = -1;
#endif

    file_handle() = default;
    explicit file_handle(native handle) noexcept : handle_(handle) {}
    file_handle(file_handle&& other) noexcept : handle_(std::exchange(other.handle_, none)) {}
    file_handle& operator=(file_handle other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~file_handle();

    [[nodiscard]] native get() const noexcept { return handle_; }
    // The caller closes the file.
    [[nodiscard]] native release() noexcept { return std::exchange(handle_, none); }
    template <file_path Path> [[nodiscard]] static result<file_handle> open(const Path& path) noexcept {
        file_handle out{open_for_reading(impl::path_text(path))};
        if (out.get() == none) {
            return impl::last_io_error("open");
        }
        return out;
    }
    [[nodiscard]] result<std::uint64_t> size() const noexcept;
    // Reads from the file's current position into `to`. Returns the number of bytes read, which is less than to.size()
    // only at the end of the file.
    [[nodiscard]] result<std::size_t> read(std::span<std::byte> to) const noexcept;

private:
#if defined(_WIN32)
    [[nodiscard]] static native open_for_reading(const wchar_t* path) noexcept;
#endif
    [[nodiscard]] static native open_for_reading(const char* path) noexcept;

    native handle_ = none;
};

// A file's bytes in an owned buffer.
class file_buffer {
public:
    file_buffer() = default;
    explicit file_buffer(std::size_t size) : bytes_(new std::byte[size]), size_(size) {}
    file_buffer(file_buffer&& other) noexcept
        : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    file_buffer& operator=(file_buffer other) noexcept {
        std::swap(bytes_, other.bytes_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~file_buffer() { delete[] bytes_; }

    [[nodiscard]] std::span<const std::byte> bytes() const& noexcept { return {bytes_, size_}; }
    [[nodiscard]] std::span<const std::byte> bytes() const&& = delete; // they would dangle
    [[nodiscard]] std::span<std::byte> writable() noexcept { return {bytes_, size_}; }
    void shrink(std::size_t size) noexcept { size_ = size < size_ ? size : size_; }

private:
    std::byte* bytes_ = nullptr;
    std::size_t size_ = 0;
};

// A file's bytes, mapped into memory. For files that nobody writes to: the bytes change with the file, and access to a
// page beyond the end of a file that became shorter terminates the program. Else use read_file().
class mapped_file {
public:
    mapped_file() = default;
    mapped_file(mapped_file&& other) noexcept
        : view_(std::exchange(other.view_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    mapped_file& operator=(mapped_file other) noexcept {
        std::swap(view_, other.view_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~mapped_file();

    [[nodiscard]] std::span<const std::byte> bytes() const& noexcept {
        return {static_cast<const std::byte*>(view_), size_};
    }
    [[nodiscard]] std::span<const std::byte> bytes() const&& = delete; // they would dangle
    template <file_path Path> [[nodiscard]] static result<mapped_file> open(const Path& path) noexcept {
        const auto file = file_handle::open(path);
        if (!file) {
            return file.error();
        }
        const auto size = file->size();
        return size ? map(*file, *size) : result<mapped_file>{size.error()};
    }
    // Maps the first `size` bytes of a file. Precondition: the file has at least `size` bytes. Empty if `size` is 0.
    [[nodiscard]] static result<mapped_file> map(const file_handle& file, std::uint64_t size) noexcept {
        const auto bytes = impl::size_in_memory(size, "map");
        if (!bytes) {
            return bytes.error();
        }
        return *bytes != 0 ? map_all(file, *bytes) : mapped_file{}; // the system cannot map an empty file
    }

private:
    mapped_file(void* view, std::size_t size) noexcept : view_(view), size_(size) {}
    [[nodiscard]] static result<mapped_file> map_all(const file_handle& file, std::size_t size) noexcept;

    void* view_ = nullptr;
    std::size_t size_ = 0;
};

// Returns the first `size` bytes of a newly opened file, or fewer if the file is shorter.
[[nodiscard]] inline result<file_buffer> read_file(const file_handle& file, std::uint64_t size) {
    const auto bytes = impl::size_in_memory(size, "read");
    if (!bytes) {
        return bytes.error();
    }
    file_buffer out{*bytes};
    const auto filled = file.read(out.writable());
    if (!filled) {
        return filled.error();
    }
    out.shrink(*filled);
    return out;
}

// Returns the bytes of a whole file, in a buffer.
template <file_path Path> [[nodiscard]] result<file_buffer> read_file(const Path& path) {
    const auto file = file_handle::open(path);
    if (!file) {
        return file.error();
    }
    const auto size = file->size();
    return size ? read_file(*file, *size) : result<file_buffer>{size.error()};
}

// A file's bytes. A file of 128 KiB or more is mapped, a smaller one is read into a buffer. From 128 KiB on, mapping
// costs little more than reading into memory that the process has used before, and much less than reading into new
// memory (measured; see docs/design.md). For a file that others may write, use read_file().
class file {
public:
    static constexpr std::uint64_t map_from = std::uint64_t{128} * 1024;

    [[nodiscard]] std::span<const std::byte> bytes() const& noexcept {
        return mapped_.bytes().empty() ? buffer_.bytes() : mapped_.bytes();
    }
    [[nodiscard]] std::span<const std::byte> bytes() const&& = delete; // they would dangle
    template <file_path Path> [[nodiscard]] static result<file> open(const Path& path) {
        const auto handle = file_handle::open(path);
        if (!handle) {
            return handle.error();
        }
        const auto size = handle->size();
        if (!size) {
            return size.error();
        }
        file out;
        if (*size >= map_from) {
            auto mapped = mapped_file::map(*handle, *size);
            if (!mapped) {
                return mapped.error();
            }
            out.mapped_ = *std::move(mapped);
        } else {
            auto read = read_file(*handle, *size);
            if (!read) {
                return read.error();
            }
            out.buffer_ = *std::move(read);
        }
        return out;
    }

private:
    file_buffer buffer_;
    mapped_file mapped_;
};

#if defined(_WIN32)

inline file_handle::~file_handle() {
    if (handle_ != none) {
        ::CloseHandle(handle_);
    }
}
inline file_handle::native file_handle::open_for_reading(const char* path) noexcept {
    return ::CreateFileA(path, GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
}
inline file_handle::native file_handle::open_for_reading(const wchar_t* path) noexcept {
    return ::CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
}
inline result<std::uint64_t> file_handle::size() const noexcept {
    LARGE_INTEGER size;
    if (!::GetFileSizeEx(handle_, &size)) {
        return impl::last_io_error("size");
    }
    return static_cast<std::uint64_t>(size.QuadPart);
}
inline result<std::size_t> file_handle::read(std::span<std::byte> to) const noexcept {
    constexpr std::size_t largest = 1U << 30;
    std::size_t filled = 0;
    while (filled < to.size()) {
        const std::size_t wanted = to.size() - filled < largest ? to.size() - filled : largest;
        DWORD got = 0;
        if (!::ReadFile(handle_, to.subspan(filled).data(), static_cast<DWORD>(wanted), &got, nullptr)) {
            return impl::last_io_error("read");
        }
        if (got == 0) {
            break;
        }
        filled += got;
    }
    return filled;
}
inline mapped_file::~mapped_file() {
    if (view_ != nullptr) {
        ::UnmapViewOfFile(view_);
    }
}
inline result<mapped_file> mapped_file::map_all(const file_handle& file, std::size_t size) noexcept {
    const HANDLE mapping = ::CreateFileMappingW(file.get(), nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (mapping == nullptr) {
        return impl::last_io_error("map");
    }
    void* const view = ::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size);
    const error why = impl::last_io_error("map");
    ::CloseHandle(mapping); // the view keeps the mapping alive
    if (view == nullptr) {
        return why;
    }
    return mapped_file{view, size};
}

#else

inline file_handle::~file_handle() {
    if (handle_ != none) {
        ::close(handle_);
    }
}
inline file_handle::native file_handle::open_for_reading(const char* path) noexcept {
    return ::open(path, O_RDONLY | O_CLOEXEC); // NOLINT(cppcoreguidelines-pro-type-vararg)
}
inline result<std::uint64_t> file_handle::size() const noexcept {
    struct stat status{};
    if (::fstat(handle_, &status) != 0) {
        return impl::last_io_error("size");
    }
    if (S_ISDIR(status.st_mode)) {
        return error{{"read"}, errc::io, 0, EISDIR};
    }
    return static_cast<std::uint64_t>(status.st_size);
}
inline result<std::size_t> file_handle::read(std::span<std::byte> to) const noexcept {
    std::size_t filled = 0;
    while (filled < to.size()) {
        const ::ssize_t got = ::read(handle_, to.subspan(filled).data(), to.size() - filled);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return impl::last_io_error("read");
        }
        if (got == 0) {
            break;
        }
        filled += impl::to_size(static_cast<std::uint64_t>(got));
    }
    return filled;
}
inline mapped_file::~mapped_file() {
    if (view_ != nullptr) {
        ::munmap(view_, size_);
    }
}
inline result<mapped_file> mapped_file::map_all(const file_handle& file, std::size_t size) noexcept {
    void* const view = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (view == MAP_FAILED) {
        return impl::last_io_error("map");
    }
    return mapped_file{view, size};
}

#endif

}} // namespace effigy::v0
