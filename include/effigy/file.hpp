// A file's bytes in memory, read or mapped. The only header that sees an operating system.
#pragma once

#include <effigy/core/result.hpp>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace effigy::inline v0 {

// An open file, closed at the end. Errors: errc::io with the system's number in `found`.
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
    file_handle& operator=(file_handle&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~file_handle();

    [[nodiscard]] native get() const noexcept { return handle_; }
    [[nodiscard]] static result<file_handle> open(const std::filesystem::path& path) noexcept;
    [[nodiscard]] result<std::uint64_t> size() const noexcept;
    // Fills `to` from the file's current position on; gives how many bytes there were.
    [[nodiscard]] result<std::size_t> read(std::span<std::byte> to) const noexcept;

private:
    native handle_ = none;
};

// What a system call left behind.
[[nodiscard]] inline error last_io_error(const char* call) noexcept {
#if defined(_WIN32)
    return {{call}, errc::io, 0, static_cast<std::int64_t>(::GetLastError())};
#else
    return {{call}, errc::io, 0, errno};
#endif
}

// A file's bytes in a buffer of its own.
class file_buffer {
public:
    file_buffer() = default;
    explicit file_buffer(std::size_t size) : bytes_(std::make_unique_for_overwrite<std::byte[]>(size)), size_(size) {}

    [[nodiscard]] std::span<const std::byte> bytes() const& noexcept { return {bytes_.get(), size_}; }
    [[nodiscard]] std::span<const std::byte> bytes() const&& = delete; // they would be gone
    [[nodiscard]] std::span<std::byte> writable() noexcept { return {bytes_.get(), size_}; }
    void shrink(std::size_t size) noexcept { size_ = size < size_ ? size : size_; }

private:
    std::unique_ptr<std::byte[]> bytes_;
    std::size_t size_ = 0;
};

// A file's bytes as the system maps them. They show what others write to the file meanwhile; effigy's views stay in
// bounds, but do not let the file be cut short: touching pages that are gone ends the program.
class mapped_file {
public:
    mapped_file() = default;
    mapped_file(mapped_file&& other) noexcept
        : view_(std::exchange(other.view_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    mapped_file& operator=(mapped_file&& other) noexcept {
        std::swap(view_, other.view_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~mapped_file();

    [[nodiscard]] std::span<const std::byte> bytes() const& noexcept {
        return {static_cast<const std::byte*>(view_), size_};
    }
    [[nodiscard]] std::span<const std::byte> bytes() const&& = delete; // they would be gone
    [[nodiscard]] static result<mapped_file> open(const std::filesystem::path& path) noexcept;
    [[nodiscard]] static result<mapped_file> map(const file_handle& file, std::uint64_t size) noexcept;

private:
    void* view_ = nullptr;
    std::size_t size_ = 0;
};

[[nodiscard]] inline result<file_buffer> read_file(const file_handle& file, std::uint64_t size) {
    if (size > SIZE_MAX) {
        return error{{"read"}, errc::io, 0, ENOMEM};
    }
    file_buffer out{static_cast<std::size_t>(size)};
    const auto filled = file.read(out.writable());
    if (!filled) {
        return filled.error();
    }
    out.shrink(*filled);
    return out;
}

// Reads a whole file.
[[nodiscard]] inline result<file_buffer> read_file(const std::filesystem::path& path) {
    const auto file = file_handle::open(path);
    if (!file) {
        return file.error();
    }
    const auto size = file->size();
    return size ? read_file(*file, *size) : result<file_buffer>{size.error()};
}

// A file's bytes, the cheaper way: up to a mebibyte reading beats mapping where all of them are used (measured; see
// docs/design.md).
class file {
public:
    static constexpr std::uint64_t map_from = std::uint64_t{2} * 1024 * 1024;

    [[nodiscard]] std::span<const std::byte> bytes() const& noexcept {
        return mapped_.bytes().empty() ? buffer_.bytes() : mapped_.bytes();
    }
    [[nodiscard]] std::span<const std::byte> bytes() const&& = delete; // they would be gone
    [[nodiscard]] static result<file> open(const std::filesystem::path& path) {
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

inline result<mapped_file> mapped_file::open(const std::filesystem::path& path) noexcept {
    const auto file = file_handle::open(path);
    if (!file) {
        return file.error();
    }
    const auto size = file->size();
    return size ? map(*file, *size) : result<mapped_file>{size.error()};
}

#if defined(_WIN32)

inline file_handle::~file_handle() {
    if (handle_ != none) {
        ::CloseHandle(handle_);
    }
}
inline result<file_handle> file_handle::open(const std::filesystem::path& path) noexcept {
    file_handle out{::CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING,
                                  FILE_ATTRIBUTE_NORMAL, nullptr)};
    if (out.get() == none) {
        return last_io_error("open");
    }
    return out;
}
inline result<std::uint64_t> file_handle::size() const noexcept {
    LARGE_INTEGER size;
    if (!::GetFileSizeEx(handle_, &size)) {
        return last_io_error("size");
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
            return last_io_error("read");
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
inline result<mapped_file> mapped_file::map(const file_handle& file, std::uint64_t size) noexcept {
    mapped_file out;
    if (size == 0) {
        return out;
    }
    const HANDLE mapping = ::CreateFileMappingW(file.get(), nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (mapping == nullptr) {
        return last_io_error("map");
    }
    out.view_ = ::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    const error why = last_io_error("map");
    ::CloseHandle(mapping); // the view keeps it alive
    if (out.view_ == nullptr) {
        return why;
    }
    out.size_ = static_cast<std::size_t>(size);
    return out;
}

#else

inline file_handle::~file_handle() {
    if (handle_ != none) {
        ::close(handle_);
    }
}
inline result<file_handle> file_handle::open(const std::filesystem::path& path) noexcept {
    file_handle out{::open(path.c_str(), O_RDONLY | O_CLOEXEC)}; // NOLINT(cppcoreguidelines-pro-type-vararg)
    if (out.get() == none) {
        return last_io_error("open");
    }
    return out;
}
inline result<std::uint64_t> file_handle::size() const noexcept {
    struct stat status{};
    if (::fstat(handle_, &status) != 0) {
        return last_io_error("size");
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
            return last_io_error("read");
        }
        if (got == 0) {
            break;
        }
        filled += static_cast<std::size_t>(got);
    }
    return filled;
}
inline mapped_file::~mapped_file() {
    if (view_ != nullptr) {
        ::munmap(view_, size_);
    }
}
inline result<mapped_file> mapped_file::map(const file_handle& file, std::uint64_t size) noexcept {
    mapped_file out;
    if (size == 0) {
        return out;
    }
    if (size > SIZE_MAX) {
        return error{{"map"}, errc::io, 0, ENOMEM};
    }
    void* const view = ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (view == MAP_FAILED) {
        return last_io_error("map");
    }
    out.view_ = view;
    out.size_ = static_cast<std::size_t>(size);
    return out;
}

#endif

} // namespace effigy::inline v0
