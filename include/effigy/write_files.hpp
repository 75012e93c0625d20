// Writes several files at once: whatever interrupts the program, all of them are old, or all are new after the next
// finish_files(). Empty where the standard library has no file system.
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/write_file.hpp>

#include <version>

#if defined(__cpp_lib_filesystem)
#include <filesystem>
#include <string_view>
#include <vector>

namespace effigy { inline namespace v0 {

struct file_to_write {
    std::filesystem::path path;
    std::span<const std::byte> bytes;
};

// Writes files of one folder, of different names. The bytes are written to temporary files,
// `.effigy-FIRST-NUMBER.part`, where FIRST is the name of the first file, and flushed to the disk; then the files get
// their names. The journal
// `.effigy-FIRST.files` says what is done.
// - As write_file(), it replaces files that exist, also behind symbolic links, and keeps their permissions.
// - Errors: those of file_writer, with the path `files[NUMBER].` before that of the call; errc::io too if a file is no
//   regular file, if the files are not in one folder, and `open`, the system's "exists", if there is a journal: call
//   finish_files(). Nothing is changed, unless giving the names failed: then there is a journal.
template <class = when_used> [[nodiscard]] error write_files(std::span<const file_to_write> files);

// What a write_files() that was interrupted left.
struct begun_files {
    std::vector<std::filesystem::path> names; // of the files, without their folder; empty if nothing is left
    bool is_complete = false; // all bytes are on the disk: finish_files() makes all files new. Else all stay old
};

// Looks for the journal of a file. Changes nothing. Errors: those of reading; errc::bad_value, if it is no journal.
template <class = when_used> [[nodiscard]] result<begun_files> find_begun_files(const std::filesystem::path& first);

// Makes all files new if their bytes are complete, else removes the temporary files, and then the journal. Returns what
// find_begun_files() does. `may_write(name)`, in UTF-8: whether a file may belong to the first one.
// Errors: those of find_begun_files(); errc::io `lock`, if another process is writing the files; errc::bad_value, if
// the journal names a file that may not belong to the first one, or if a file has neither the bytes of before nor the
// new ones. Nothing is changed, unless giving the names failed.
template <class = when_used>
[[nodiscard]] result<begun_files> finish_files(const std::filesystem::path& first,
                                               function_ref<bool(std::string_view name)> may_write);

}} // namespace effigy::v0

#include <effigy/core/impl/hash.hpp>

#include <optional>
#include <string>
#include <system_error>

#if !defined(_WIN32) && !defined(__wasi__)
#include <sys/file.h>
#endif

namespace effigy { inline namespace v0 {

namespace impl {

#if defined(_WIN32)

// Opens a file that no other process opens so. `is_new`: it does not exist yet.
[[nodiscard]] inline result<file_handle> open_alone(const std::filesystem::path& path, bool is_new) {
    file_handle out{::CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_DELETE, nullptr,
                                  is_new ? CREATE_NEW : OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, nullptr)};
    if (out.get() == file_handle::none) {
        return last_io_error(::GetLastError() == ERROR_SHARING_VIOLATION ? "lock" : "open");
    }
    return out;
}
inline constexpr std::int64_t not_regular = ERROR_INVALID_NAME, not_same_folder = ERROR_NOT_SAME_DEVICE;

#else

[[nodiscard]] inline result<file_handle> open_alone(const std::filesystem::path& path, bool is_new) {
    const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (is_new ? O_CREAT | O_EXCL : 0);
    file_handle out{::open(path.c_str(), flags, 0666)}; // NOLINT(cppcoreguidelines-pro-type-vararg)
    if (out.get() == file_handle::none) {
        return last_io_error("open");
    }
#if !defined(__wasi__)
    struct stat status{};
    if (::flock(out.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) { // some file systems have no locks
        return last_io_error("lock");
    }
    if (::fstat(out.get(), &status) != 0 || status.st_nlink == 0) { // it was removed before the lock
        return error{{"open"}, errc::io, 0, ENOENT};
    }
#endif
    return out;
}
inline constexpr std::int64_t not_regular = EINVAL, not_same_folder = EXDEV;

#endif

// The journal of files that are written at once, as text:
//     effigy writes these files at once; FNV-1a of the bytes before and after, name
//     0123456789abcdef fedcba9876543210 wolf.m2
//     - fedcba9876543210 wolf00.skin
//     complete 0123456789abcdef
// The last line, with the FNV-1a of the others, follows when all new bytes are on the disk.
struct journal_entry {
    std::string name;                    // in UTF-8
    std::optional<std::uint64_t> before; // none: there was no file
    std::uint64_t after = 0;
};
struct journal_text {
    static constexpr std::string_view first_line =
        "effigy writes these files at once; FNV-1a of the bytes before and after, name\n";
    static constexpr std::string_view last_word = "complete";

    std::vector<journal_entry> entries;
    bool is_complete = false;

    // Returns the text without the last line.
    template <class = when_used> [[nodiscard]] std::string begun() const {
        std::string out{first_line};
        for (const journal_entry& one : entries) {
            out += (one.before ? hex(*one.before) : "-") + ' ' + hex(one.after) + ' ' + one.name + '\n';
        }
        return out;
    }
    template <class = when_used> [[nodiscard]] std::string last_line() const {
        return std::string{last_word} + ' ' + hex(hash_of(begun())) + '\n';
    }
    // Returns whether it is the text of a journal, or its beginning. A line that has no end is left out.
    template <class = when_used> [[nodiscard]] bool read(std::string_view text) {
        if (!text.starts_with(first_line)) {
            return first_line.starts_with(text);
        }
        text.remove_prefix(first_line.size());
        for (std::size_t end = text.find('\n'); end != text.npos && !text.starts_with(last_word);
             end = text.find('\n')) {
            if (!read_entry(text.substr(0, end))) {
                return false;
            }
            text.remove_prefix(end + 1);
        }
        const std::string last = last_line();
        is_complete = text == last;
        return !text.starts_with(last_word) || last.starts_with(text);
    }

private:
    static constexpr std::string_view digits = "0123456789abcdef";

    template <class = when_used> [[nodiscard]] static std::string hex(std::uint64_t number) {
        std::string out;
        for (unsigned shift = 64; shift != 0; shift -= 4) {
            out += digits[impl::to_size(number >> (shift - 4) & 15U)];
        }
        return out;
    }
    template <class = when_used> [[nodiscard]] static std::optional<std::uint64_t> number(std::string_view text) {
        std::uint64_t out = 0;
        for (const char c : text) {
            const std::size_t digit = digits.find(c);
            if (digit == digits.npos) {
                return std::nullopt;
            }
            out = out << 4U | digit;
        }
        return text.size() == 16 ? std::optional{out} : std::nullopt;
    }
    template <class = when_used> [[nodiscard]] bool read_entry(std::string_view line) {
        const std::size_t first = line.find(' ');
        const std::size_t second = first == line.npos ? first : line.find(' ', first + 1);
        if (second == line.npos) {
            return false;
        }
        const auto before = number(line.substr(0, first));
        const auto after = number(line.substr(first + 1, second - first - 1));
        const std::string_view name = line.substr(second + 1);
        entries.push_back({std::string{name}, before, after.value_or(0)});
        return after && (before || line.substr(0, first) == "-") && is_name_in_folder(name);
    }
    [[nodiscard]] static constexpr bool is_name_in_folder(std::string_view name) noexcept {
#if defined(_WIN32)
        constexpr std::string_view separators{"/\\:\0", 4}; // a colon: of a disk, or of a stream of a file
#else
        constexpr std::string_view separators{"/\0", 2};
#endif
        return !name.empty() && name != "." && name != ".." && name.find_first_of(separators) == name.npos;
    }
};

// The steps of writing files at once, and of finishing what was interrupted. Who works on the files has the journal
// locked.
template <class = when_used> class files_at_once {
public:
    explicit files_at_once(const std::filesystem::path& first) : folder_(behind(first)) {
        first_ = utf8(folder_.filename());
        folder_.remove_filename();
        journal_ = in_folder(".effigy-" + first_ + ".files");
    }

    // ---- writing: begin(), write() of each file, complete(), rename() of each file, end()
    // ----------------------------

    // After an error of this, of write() or of complete(), take_back() removes what there is.
    [[nodiscard]] error begin(std::span<const file_to_write> files) {
        for (std::uint32_t i = 0; i < files.size(); ++i) {
            const std::filesystem::path path = behind(files[i].path);
            journal_entry made{utf8(path.filename()), {}, hash_of(files[i].bytes)};
            error why = look_at(path, made.before);
            const bool is_here = path == in_folder(made.name) && made.name.find('\n') == made.name.npos;
            why = why || is_here ? why : error{{"open"}, errc::io, 0, not_same_folder};
            if (why) {
                return of_file(why, i);
            }
            text_.entries.push_back(std::move(made));
        }
        const std::string begun = text_.begun();
        if (begun.size() > most_bytes) {
            return {{"journal"}, errc::budget, most_bytes, static_cast<std::int64_t>(begun.size()), "bytes of names"};
        }
        auto opened = open_alone(journal_, true);
        if (!opened) {
            return opened.error();
        }
        locked_ = *std::move(opened);
        return add(begun);
    }
    [[nodiscard]] error write(std::uint32_t i, std::span<const std::byte> bytes) {
        remove(temporary(i)); // left by a journal that someone has removed
        auto out = file_writer::open(file(i), temporary(i));
        error why = out ? out->write(bytes) : out.error();
        why = why ? why : out->flush();
        why = why ? why : out->leave();
        return why ? of_file(why, i) : error{};
    }
    // From here on, the files become new, by this process or by another one.
    [[nodiscard]] error complete() {
        text_.is_complete = true;
        flush_folder(folder_.c_str());
        return add(text_.last_line());
    }
    // Gives the file its name, unless it has it.
    [[nodiscard]] error rename(std::uint32_t i) {
        std::error_code failure;
        if (!std::filesystem::exists(temporary(i), failure)) {
            return {};
        }
        const bool is_old = std::filesystem::exists(file(i), failure);
        const error why = replace_file(temporary(i).c_str(), file(i).c_str(), is_old);
        return why ? of_file(why, i) : error{};
    }
    void end() {
        flush_folder(folder_.c_str());
        remove(journal_);
        locked_ = {};
    }
    void take_back() {
        if (locked_.get() == file_handle::none) {
            return;
        }
        if (text_.is_complete) { // it does not hold any more when the first temporary file is removed
            remove(journal_);
        }
        for (std::uint32_t i = 0; i < size(); ++i) {
            remove(temporary(i));
        }
        end();
    }

    // ---- finishing: exists(), lock(), check(), rename() of each file, end(); or take_back()
    // --------------------------

    [[nodiscard]] bool exists() const {
        std::error_code failure;
        return std::filesystem::is_regular_file(std::filesystem::symlink_status(journal_, failure));
    }
    // Reads the journal without locking it.
    [[nodiscard]] error read() {
        const auto opened = file_handle::open(journal_);
        return opened ? read(*opened) : opened.error();
    }
    [[nodiscard]] error lock() {
        auto opened = open_alone(journal_, false);
        if (!opened) {
            return opened.error();
        }
        locked_ = *std::move(opened);
        return read(locked_);
    }
    // Returns why the files cannot become new.
    [[nodiscard]] error check(function_ref<bool(std::string_view)> may_write) const {
        for (std::uint32_t i = 0; i < size(); ++i) {
            const journal_entry& one = text_.entries[i];
            std::optional<std::uint64_t> found, made;
            error why = i == 0 || may_write(one.name) ? error{} : wrong("a file that belongs to the first one");
            why = why ? why : look_at(file(i), found);
            why = why ? why : look_at(temporary(i), made);
            const bool is_new = found == one.after;
            const bool can_become_new = made == one.after && found == one.before;
            const bool is_lost = made && made != one.after;
            why = why || (!is_lost && (is_new || can_become_new)) ? why : wrong("the bytes of before, or the new ones");
            if (why) {
                return of_file(why, i);
            }
        }
        return {};
    }
    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(text_.entries.size()); }
    [[nodiscard]] begun_files content() const {
        begun_files out{{}, text_.is_complete};
        for (const journal_entry& one : text_.entries) {
            out.names.push_back(path_of(one.name));
        }
        if (out.names.empty()) { // it was interrupted at once
            out.names.push_back(path_of(first_));
        }
        return out;
    }

private:
    static constexpr std::uint64_t most_bytes = 1U << 20U; // of a journal without its last line

    [[nodiscard]] static std::string utf8(const std::filesystem::path& path) {
        const std::u8string text = path.u8string();
        return {text.begin(), text.end()};
    }
    [[nodiscard]] static std::filesystem::path path_of(std::string_view name) {
        return std::u8string{name.begin(), name.end()};
    }
    // Returns the whole path, behind symbolic links.
    [[nodiscard]] static std::filesystem::path behind(const std::filesystem::path& path) {
        std::error_code failure;
        const std::filesystem::path whole = std::filesystem::absolute(path, failure);
        const std::filesystem::path out = std::filesystem::weakly_canonical(whole, failure);
        return failure ? whole : out;
    }
    [[nodiscard]] std::filesystem::path in_folder(std::string_view name) const { return folder_ / path_of(name); }
    [[nodiscard]] std::filesystem::path file(std::uint32_t i) const { return in_folder(text_.entries[i].name); }
    [[nodiscard]] std::filesystem::path temporary(std::uint32_t i) const {
        return in_folder(".effigy-" + first_ + '-' + std::to_string(i + 1) + ".part");
    }
    [[nodiscard]] static error of_file(error why, std::uint32_t i) noexcept {
        why.path_prefix = "files[].";
        return why.within(i);
    }
    [[nodiscard]] static error wrong(const char* expected) noexcept {
        return {{"name", location::nowhere}, errc::bad_value, 0, 0, expected};
    }
    static void remove(const std::filesystem::path& file) {
        std::error_code ignored;
        std::filesystem::remove(file, ignored);
    }
    // Sets the hash of the file's bytes; none if there is no file.
    [[nodiscard]] static error look_at(const std::filesystem::path& path, std::optional<std::uint64_t>& hash) {
        std::error_code failure;
        const std::filesystem::file_type type = std::filesystem::symlink_status(path, failure).type();
        if (type == std::filesystem::file_type::not_found) {
            return {};
        }
        if (type == std::filesystem::file_type::none) {
            return {{"open"}, errc::io, 0, failure.value()};
        }
        if (type != std::filesystem::file_type::regular) { // opening a pipe may not end
            return {{"open"}, errc::io, 0, not_regular};
        }
        const auto bytes = read_file(path);
        if (!bytes) {
            return bytes.error();
        }
        hash = hash_of(bytes->bytes());
        return {};
    }
    [[nodiscard]] error add(std::string_view text) {
        const error why = write_all(locked_, std::as_bytes(std::span{text}));
        return why ? why : flush_file(locked_);
    }
    [[nodiscard]] error read(const file_handle& from) {
        const error no_journal{{"journal", location::nowhere}, errc::bad_value, 0, 0, "a journal of effigy"};
        const auto size = from.size();
        if (!size || *size > most_bytes + text_.last_line().size()) {
            return size ? no_journal : size.error();
        }
        const auto bytes = read_file(from, *size);
        if (!bytes) {
            return bytes.error();
        }
        std::string text;
        for (const std::byte one : bytes->bytes()) {
            text += static_cast<char>(one);
        }
        const bool is_one =
            text_.read(text) && (text_.entries.empty() ? !text_.is_complete : text_.entries[0].name == first_);
        return is_one ? error{} : no_journal;
    }

    std::filesystem::path folder_, journal_;
    std::string first_; // the name of the first file
    journal_text text_;
    file_handle locked_;
};

} // namespace impl

template <class> error write_files(std::span<const file_to_write> files) {
    if (files.empty()) {
        return {};
    }
    const auto count = static_cast<std::uint32_t>(files.size());
    impl::files_at_once<> at_once{files[0].path};
    error why = at_once.begin(files);
    for (std::uint32_t i = 0; i < count && !why; ++i) {
        why = at_once.write(i, files[i].bytes);
    }
    why = why ? why : at_once.complete();
    if (why) {
        at_once.take_back();
        return why;
    }
    for (std::uint32_t i = 0; i < count && !why; ++i) {
        why = at_once.rename(i);
    }
    if (!why) {
        at_once.end();
    }
    return why;
}

template <class> result<begun_files> find_begun_files(const std::filesystem::path& first) {
    impl::files_at_once<> at_once{first};
    if (!at_once.exists()) {
        return begun_files{};
    }
    const error why = at_once.read();
    return why ? result<begun_files>{why} : at_once.content();
}

template <class> result<begun_files> finish_files(const std::filesystem::path& first,
                                                  function_ref<bool(std::string_view name)> may_write) {
    impl::files_at_once<> at_once{first};
    if (!at_once.exists()) {
        return begun_files{};
    }
    error why = at_once.lock();
    begun_files out = why ? begun_files{} : at_once.content();
    if (!why && !out.is_complete) {
        at_once.take_back();
        return out;
    }
    why = why ? why : at_once.check(may_write);
    for (std::uint32_t i = 0; i < at_once.size() && !why; ++i) {
        why = at_once.rename(i);
    }
    if (why) {
        return why;
    }
    at_once.end();
    return out;
}

}} // namespace effigy::v0
#endif
