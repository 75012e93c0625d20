// Writes a file at once: whoever opens it sees the old bytes or the new ones.
#pragma once

#include <effigy/file.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace effigy { inline namespace v0 {

namespace impl {

[[nodiscard]] error write_all(const file_handle& to, std::span<const std::byte> bytes) noexcept;
// Waits until the bytes are on the disk.
[[nodiscard]] error flush_file(const file_handle& to) noexcept;
// Gives a file the name of another one, which may exist. `is_old`: it does.
#if defined(_WIN32)
[[nodiscard]] error replace_file(const wchar_t* temporary, const wchar_t* name, bool is_old) noexcept;
inline void flush_folder(const wchar_t*) noexcept {} // NTFS keeps the order of changes
#else
[[nodiscard]] error replace_file(const char* temporary, const char* name, bool is_old) noexcept;
// Waits until the names in a folder are on the disk. Some file systems cannot. Empty: the current folder.
void flush_folder(const char* folder) noexcept;
#endif

} // namespace impl

// A file that is written under a temporary name in its folder, `.effigy-PROCESS-NUMBER.part`. keep() gives it its name;
// without keep() it is removed. Errors: errc::io with the system's error number in `found`.
// - A file that exists is replaced, also behind a symbolic link, if it can be opened for writing and is not read-only.
//   The new one has its permissions.
// - What is no regular file, such as a device or a pipe, is never replaced: the bytes are written to it. A folder, a
//   socket, a pipe that nobody reads, and a symbolic link to nothing are errors.
class file_writer {
public:
#if defined(_WIN32)
    using text = std::wstring;
    using mode = unsigned;
#else
    using text = std::string;
    using mode = ::mode_t;
#endif

    file_writer() = default;
    file_writer(file_writer&& other) noexcept
        : out_(std::move(other.out_)), name_(std::exchange(other.name_, {})),
          temporary_(std::exchange(other.temporary_, {})), old_mode_(other.old_mode_), is_flushed_(other.is_flushed_) {}
    file_writer& operator=(file_writer other) noexcept {
        std::swap(out_, other.out_);
        std::swap(name_, other.name_);
        std::swap(temporary_, other.temporary_);
        std::swap(old_mode_, other.old_mode_);
        std::swap(is_flushed_, other.is_flushed_);
        return *this;
    }
    ~file_writer();

    template <file_path Path> [[nodiscard]] static result<file_writer> open(const Path& path) {
        return open_text(text_of(impl::path_text(path)), {});
    }
    // The same with a temporary name of the caller's, of no file that exists, in the folder of the file.
    template <file_path Path, file_path Temporary>
    [[nodiscard]] static result<file_writer> open(const Path& path, const Temporary& temporary) {
        return open_text(text_of(impl::path_text(path)), text_of(impl::path_text(temporary)));
    }
    [[nodiscard]] error write(std::span<const std::byte> bytes) noexcept;
    // Waits until the bytes are on the disk, so that no loss of power can leave a file without its bytes under the
    // name. keep() then waits until the name is there, too.
    [[nodiscard]] error flush() noexcept;
    // Closes the file and gives it its name.
    [[nodiscard]] error keep() noexcept;
    // Closes the file and leaves it under the temporary name.
    [[nodiscard]] error leave() noexcept;
    // The name until keep(); empty if the bytes are written to a device or pipe.
    [[nodiscard]] const text& temporary() const noexcept { return temporary_; }

private:
    [[nodiscard]] static result<file_writer> open_text(text path, text temporary);
    // Looks at what has the name. Leaves out_ open if it is no regular file.
    [[nodiscard]] error look_at_old();
    [[nodiscard]] error create(const text& folder);
    [[nodiscard]] error create_as(text path);
    [[nodiscard]] error close() noexcept;
#if defined(_WIN32)
    [[nodiscard]] static text text_of(const wchar_t* path) { return path; }
#endif
    [[nodiscard]] static text text_of(const char* path);
    // The length of the folder with its separator; 0 if there is none.
    [[nodiscard]] static std::size_t size_of_folder(std::basic_string_view<text::value_type> path) noexcept {
#if defined(_WIN32)
        return path.find_last_of(L"\\/:") + 1;
#else
        return path.rfind('/') + 1;
#endif
    }
    [[nodiscard]] static std::string temporary_name(unsigned long process) {
        static std::atomic<unsigned> last = 0;
        return ".effigy-" + std::to_string(process) + '-' + std::to_string(++last) + ".part";
    }

    file_handle out_;
    text name_, temporary_;
    mode old_mode_ = 0; // the permissions of the file that is replaced; not 0 if there is one
    bool is_flushed_ = false;
};

// Writes a whole file under a temporary name, waits until it is on the disk, and gives it its name, see file_writer.
template <file_path Path> [[nodiscard]] error write_file(const Path& path, std::span<const std::byte> bytes) {
    auto out = file_writer::open(path);
    if (!out) {
        return out.error();
    }
    error why = out->write(bytes);
    why = why ? why : out->flush();
    return why ? why : out->keep();
}

inline result<file_writer> file_writer::open_text(text path, text temporary) {
    file_writer out;
    out.name_ = std::move(path);
    if (const error why = out.look_at_old()) {
        return why;
    }
    if (out.out_.get() != file_handle::none) {
        return out;
    }
    if (!temporary.empty()) {
        if (const error why = out.create_as(std::move(temporary))) {
            return why;
        }
    } else {
        if (const error why = out.create(out.name_.substr(0, size_of_folder(out.name_)))) {
            return why;
        }
    }
    return out;
}

#if defined(_WIN32)

inline file_writer::text file_writer::text_of(const char* path) {
    const int size = ::MultiByteToWideChar(CP_ACP, 0, path, -1, nullptr, 0); // with the NUL
    text out(size > 0 ? static_cast<std::size_t>(size) : 1, L'\0');
    ::MultiByteToWideChar(CP_ACP, 0, path, -1, out.data(), size);
    out.pop_back();
    return out;
}
inline error file_writer::look_at_old() {
    file_handle old{::CreateFileW(name_.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                  nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)};
    if (old.get() == file_handle::none) {
        const error why = impl::last_io_error("open");
        const bool is_new = why.found == ERROR_FILE_NOT_FOUND &&
                            ::GetFileAttributesW(name_.c_str()) == INVALID_FILE_ATTRIBUTES; // no link to nothing
        return is_new ? error{} : why;
    }
    if (::GetFileType(old.get()) != FILE_TYPE_DISK) {
        out_ = std::move(old);
        return {};
    }
    if ((::GetFileAttributesW(name_.c_str()) & FILE_ATTRIBUTE_READONLY) !=
        0) { // Wine's superuser opens it all the same
        return {{"open"}, errc::io, 0, ERROR_ACCESS_DENIED};
    }
    const DWORD size = ::GetFinalPathNameByHandleW(old.get(), nullptr, 0, FILE_NAME_NORMALIZED); // with the NUL
    text behind(size, L'\0');
    const DWORD written = ::GetFinalPathNameByHandleW(old.get(), behind.data(), size, FILE_NAME_NORMALIZED);
    if (written == 0 || written >= size) {
        return impl::last_io_error("open");
    }
    behind.resize(written);
    name_ = std::move(behind);
    old_mode_ = 1; // ReplaceFileW() copies the real ones
    return {};
}
inline error file_writer::create(const text& folder) {
    for (;;) {
        const std::string name = temporary_name(::GetCurrentProcessId());
        if (const error why = create_as(folder + text{name.begin(), name.end()}); why.found != ERROR_FILE_EXISTS) {
            return why;
        }
    }
}
inline error file_writer::create_as(text path) {
    out_ = file_handle{::CreateFileW(path.c_str(), GENERIC_WRITE, FILE_SHARE_DELETE, nullptr, CREATE_NEW,
                                     FILE_ATTRIBUTE_NORMAL, nullptr)};
    if (out_.get() == file_handle::none) {
        return impl::last_io_error("open");
    }
    temporary_ = std::move(path);
    return {};
}
inline file_writer::~file_writer() {
    out_ = {};
    if (!temporary_.empty()) {
        ::DeleteFileW(temporary_.c_str());
    }
}
inline error impl::write_all(const file_handle& to, std::span<const std::byte> bytes) noexcept {
    constexpr std::size_t largest = 1U << 30;
    while (!bytes.empty()) {
        const std::size_t wanted = bytes.size() < largest ? bytes.size() : largest;
        DWORD written = 0;
        if (!::WriteFile(to.get(), bytes.data(), static_cast<DWORD>(wanted), &written, nullptr)) {
            return impl::last_io_error("write");
        }
        bytes = bytes.subspan(written);
    }
    return {};
}
inline error impl::flush_file(const file_handle& to) noexcept {
    return !::FlushFileBuffers(to.get()) ? last_io_error("flush") : error{};
}
inline error impl::replace_file(const wchar_t* temporary, const wchar_t* name, bool is_old) noexcept {
    // ReplaceFileW() keeps the attributes and the access control list of the old file.
    const BOOL is_done =
        is_old ? ::ReplaceFileW(name, temporary, nullptr,
                                REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS, nullptr, nullptr)
               : ::MoveFileExW(temporary, name, MOVEFILE_REPLACE_EXISTING);
    return is_done ? error{} : last_io_error("rename");
}
inline error file_writer::close() noexcept {
    out_ = {};
    return {};
}

#else

inline file_writer::text file_writer::text_of(const char* path) { return path; }
inline error file_writer::look_at_old() {
    // O_NONBLOCK: a pipe that nobody reads is an error, and does not wait.
    constexpr int flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    file_handle old{::open(name_.c_str(), flags)}; // NOLINT(cppcoreguidelines-pro-type-vararg)
    struct stat status{};
    if (old.get() == file_handle::none) {
        const error why = impl::last_io_error("open");
        const bool is_new = why.found == ENOENT && ::lstat(name_.c_str(), &status) != 0; // no link to nothing
        return is_new ? error{} : why;
    }
    if (::fstat(old.get(), &status) != 0) {
        return impl::last_io_error("open");
    }
    if (!S_ISREG(status.st_mode)) {
        if (::fcntl(old.get(), F_SETFL, O_WRONLY) != 0) { // NOLINT(cppcoreguidelines-pro-type-vararg)
            return impl::last_io_error("open");
        }
        out_ = std::move(old);
        return {};
    }
#if defined(__wasi__) // has no permissions, and does not say what is behind a link
    const bool is_link = ::lstat(name_.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
    return is_link ? error{{"open"}, errc::io, 0, ELOOP} : error{};
#else
    if ((status.st_mode & S_IWUSR) == 0) { // the superuser opens it all the same
        return {{"open"}, errc::io, 0, EACCES};
    }
    char* const behind = ::realpath(name_.c_str(), nullptr);
    if (behind == nullptr) {
        return impl::last_io_error("open");
    }
    name_ = behind;
    std::free(behind); // NOLINT(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
    old_mode_ = status.st_mode & 0777U;
    return {};
#endif
}
inline error file_writer::create(const text& folder) {
#if defined(__wasi__) // has no processes
    constexpr unsigned long process = 0;
#else
    const auto process = static_cast<unsigned long>(::getpid());
#endif
    for (;;) {
        if (const error why = create_as(folder + temporary_name(process)); why.found != EEXIST) {
            return why;
        }
    }
}
inline error file_writer::create_as(text path) {
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
    out_ = file_handle{::open(path.c_str(), flags, 0666)}; // NOLINT(cppcoreguidelines-pro-type-vararg)
    if (out_.get() == file_handle::none) {
        return impl::last_io_error("open");
    }
    temporary_ = std::move(path);
#if !defined(__wasi__)
    if (old_mode_ != 0 && ::fchmod(out_.get(), old_mode_) != 0) {
        return impl::last_io_error("open");
    }
#endif
    return {};
}
inline file_writer::~file_writer() {
    out_ = {};
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
    }
}
inline error impl::write_all(const file_handle& to, std::span<const std::byte> bytes) noexcept {
    while (!bytes.empty()) {
        const ::ssize_t written = ::write(to.get(), bytes.data(), bytes.size());
        if (written >= 0) {
            bytes = bytes.subspan(impl::to_size(static_cast<std::uint64_t>(written)));
        } else if (errno != EINTR) {
            return impl::last_io_error("write");
        }
    }
    return {};
}
inline error impl::flush_file(const file_handle& to) noexcept {
    return ::fsync(to.get()) != 0 ? last_io_error("flush") : error{};
}
inline error impl::replace_file(const char* temporary, const char* name, bool /*is_old*/) noexcept {
    return std::rename(temporary, name) != 0 ? last_io_error("rename") : error{};
}
inline void impl::flush_folder(const char* folder) noexcept {
    constexpr int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    const file_handle opened{::open(*folder != '\0' ? folder : ".", flags)}; // NOLINT(*-vararg)
    if (opened.get() != file_handle::none) {
        static_cast<void>(::fsync(opened.get()));
    }
}
inline error file_writer::close() noexcept {
    // Network file systems report some errors of writing here.
    return ::close(out_.release()) != 0 ? impl::last_io_error("write") : error{};
}

#endif

inline error file_writer::write(std::span<const std::byte> bytes) noexcept { return impl::write_all(out_, bytes); }
inline error file_writer::flush() noexcept {
    is_flushed_ = !temporary_.empty();
    return is_flushed_ ? impl::flush_file(out_) : error{};
}
inline error file_writer::keep() noexcept {
    error why = close();
    if (!why && !temporary_.empty()) {
        why = impl::replace_file(temporary_.c_str(), name_.c_str(), old_mode_ != 0);
        if (!why && is_flushed_) {
            name_[size_of_folder(name_)] = 0; // as a text that ends there, which needs no memory
            impl::flush_folder(name_.c_str());
        }
    }
    return why ? why : leave();
}
inline error file_writer::leave() noexcept {
    const error why = out_.get() == file_handle::none ? error{} : close();
    if (!why) {
        temporary_.clear();
    }
    return why;
}

}} // namespace effigy::v0
