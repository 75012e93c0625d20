// Writing the fields of an owning model in sequence. The first error is kept, like that of a cursor.
#pragma once

#include <effigy/core/impl/transfer.hpp>
#include <effigy/owned/pools.hpp>
#include <effigy/owned/written_file.hpp>

#include <limits>

namespace effigy { inline namespace v0 { namespace impl {

// Appends fields to a file. The functions of a cursor that only check do the same here, so a model that breaks a rule
// of its format has the error that its file would have; the offset is that of the field in the file.
template <class Model> class writing_cursor {
public:
    using writes = void;

    // A file may have 16 times the bytes of the model's pools plus 64 KiB, or the size of the original: lists that many
    // records share must not multiply. `size`: of the memory for the file, which does not grow, because it would take
    // up to three times as much while it does; what does not fit is only counted.
    writing_cursor(const Model& from, std::span<const std::byte> original, std::uint64_t size,
                   std::pmr::memory_resource* memory)
        : from_(from), file_(memory), left_(from.budget()) {
        constexpr std::uint64_t most = SIZE_MAX / 2; // on 32-bit hosts
        left_ = left_ > original.size() ? left_ : original.size();
        left_ = left_ < most ? left_ : most;
        file_.reserve(to_size(size < left_ ? size : left_));
    }
    // Returns the size of the file if it is more than the memory that it was given; else 0.
    [[nodiscard]] std::uint64_t missing_size() const noexcept { return counted_ != 0 && ok() ? offset() : 0; }

    [[nodiscard]] bool ok() const noexcept { return error_.code == errc::none; }
    [[nodiscard]] const effigy::error& error() const noexcept { return error_; }
    [[nodiscard]] std::uint64_t offset() const noexcept { return file_.size() + counted_; }
    [[nodiscard]] result<file_bytes> finish() {
        if (!ok()) {
            return error_;
        }
        if (counted_ != 0) { // write_file() writes it again
            return effigy::error{{"file"}, errc::budget, file_.size(), static_cast<std::int64_t>(offset())};
        }
        return std::move(file_);
    }
    // Also an error if open(file) refuses the file.
    template <class Open> [[nodiscard]] result<file_bytes> finish(const Open& open) {
        auto file = finish();
        if (file) {
            if (const auto opened = open(std::span<const std::byte>{*file}); !opened) {
                return opened.error();
            }
        }
        return file;
    }

    void fail(errc code, const char* path, std::uint64_t back, std::int64_t found, std::uint64_t need = 0,
              const char* expected = "") noexcept {
        if (ok()) {
            error_ = effigy::error{{path, offset() - back}, code, need, found, expected};
            left_ = 0;
        }
    }
    static constexpr void enter(std::uint32_t) noexcept {}
    void within(std::uint32_t i) noexcept {
        if (!ok()) {
            error_ = error_.within(i);
        }
    }
    static constexpr void was(role) noexcept {}

    // Returns the elements of a list. An error if they are not in the pool.
    template <class T> [[nodiscard]] auto list(const pool_slice<T>& of, const char* path) noexcept {
        const auto size = from_.template all<T>().size();
        if (of.first > size || of.count > size - of.first) {
            fail(errc::out_of_bounds, path, 0, std::int64_t{of.first} + of.count, size, "the elements of the pool");
        }
        return from_.get(of);
    }
    // Returns the part that a handle refers to. An error if it is none or not in the pool.
    template <class T> [[nodiscard]] const T* part(const pool_handle<T>& of, const char* path) noexcept {
        const T* const found = from_.get(of);
        if (found == nullptr) {
            fail(errc::out_of_bounds, path, 0, of.number, from_.template all<T>().size(), "an element of the pool");
        }
        return found;
    }

    template <wire T, class Host> EFFIGY_INLINE void put(const Host& value, const char* path) {
        if (const std::span<std::byte> to = room(sizeof(T), path); !to.empty()) {
            convert_block(&value, overlay<T>(to.data()), 1); // a block, which does not wait for its own stores
        }
    }
    template <wire T, class Values> void put_each(const Values& values, const char* path) {
        const std::span<std::byte> to = room(std::uint64_t{values.size()} * sizeof(T), path);
        if (!to.empty()) {
            convert_block(values.data(), overlay<T>(to.data()), values.size());
        }
    }
    template <wire_word T> void put_count(std::uint64_t count, const char* path) {
        constexpr std::uint64_t most = (std::numeric_limits<typename T::value_type>::max)();
        if (count > most) {
            fail(errc::bad_value, path, 0, static_cast<std::int64_t>(count), most, "the largest count");
        }
        put<T>(static_cast<typename T::value_type>(count), path);
    }
    void magic(const char (&letters)[5], const char* path) { put_each<char>(std::span<const char>{letters, 4}, path); }

protected:
    // Appends `length` bytes and returns them for writing. Empty after an error, and if there is no memory for them.
    [[nodiscard]] EFFIGY_INLINE std::span<std::byte> room(std::uint64_t length, const char* path) {
        if (length > left_) [[unlikely]] {
            fail(errc::budget, path, 0, static_cast<std::int64_t>(length), left_);
            return {};
        }
        left_ -= length;
        if (counted_ != 0 || length > file_.capacity() - file_.size()) [[unlikely]] {
            counted_ += length;
            return {};
        }
        return file_.append(to_size(length));
    }

    // Returns the last bytes; fewer if there is no memory for them.
    [[nodiscard]] std::span<const std::byte> last(std::size_t length) const noexcept {
        const std::span<const std::byte> all{file_.data(), file_.size()};
        return counted_ == 0 && length <= all.size() ? all.last(length) : std::span<const std::byte>{};
    }

private:
    const Model& from_;
    file_bytes file_;
    std::uint64_t left_;
    std::uint64_t counted_ = 0; // bytes of the file for which there is no memory
    effigy::error error_;
};

// Returns write(cursor), a file. The cursor is a Cursor, a writing_cursor. `original`: empty, or see there. Most files
// have less than twice the bytes of the model's pools. If this one has more, it is written again, into memory of its
// size.
template <class Cursor, class Model, class Write>
[[nodiscard]] result<file_bytes> write_file(const Model& from, std::span<const std::byte> original,
                                            std::pmr::memory_resource* memory, const Write& write) {
    std::uint64_t size = 2 * from.size_in_bytes();
    {
        Cursor c{from, original, size, memory};
        auto file = write(c);
        size = c.missing_size();
        if (size == 0) {
            return file;
        }
    }
    Cursor c{from, original, size, memory};
    return write(c);
}

}}} // namespace effigy::v0::impl
