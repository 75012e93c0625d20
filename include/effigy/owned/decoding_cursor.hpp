// Reading the fields of an owning model in sequence.
#pragma once

#include <effigy/core/impl/transfer.hpp>
#include <effigy/owned/pools.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Reads a file twice: first to count the elements of each pool, then to store them.
template <class Model> class decoding_cursor : public cursor, public pool_filler<Model> {
    using filler = pool_filler<Model>;

public:
    using owns = void;
    using filler::memory_limit;
    using filler::push;
    using filler::put_all;
    using filler::put_part;
    using filler::since;
    using filler::size;

    decoding_cursor(byte_view file, std::pmr::memory_resource* memory) : cursor(file), filler(memory) {}

    // Calls transfer(model), which reads a whole file with this cursor. The rest of the file is `trailing`. `path`: the
    // root of the format's paths. An error of open(), if the bytes changed since; budget, if the pools need more than
    // `most_bytes`.
    template <class Transfer>
    [[nodiscard]] result<Model> decode(const char* path, std::uint64_t most_bytes, const Transfer& transfer) {
        read(transfer);
        if (!ok()) {
            return error();
        }
        return this->fill_expected(path, most_bytes, [&] {
            static_cast<cursor&>(*this) = cursor{bytes()};
            read(transfer);
            return error();
        });
    }

private:
    template <class Transfer> void read(const Transfer& transfer) {
        transfer(this->made);
        this->made.trailing = this->template put_all<std::byte>(take(left(), ""));
    }
};

}}} // namespace effigy::v0::impl
