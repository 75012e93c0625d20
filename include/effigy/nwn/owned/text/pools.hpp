// The pools of the model that a text becomes.
#pragma once

#include <effigy/nwn/lint/oddities.hpp>
#include <effigy/nwn/owned/model.hpp>
#include <effigy/nwn/text.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// The pools of the model that a text becomes, with a limit of their memory.
template <class = when_used> class text_pools {
public:
    // `sink`: null, if nobody wants to know what is unusual.
    text_pools(std::uint64_t most_bytes, const finding_sink* sink, std::pmr::memory_resource* memory)
        : made(memory), most_(most_bytes), sink_(sink) {}

    // Whether the pools may take `count` more elements. If not, an error says so from now on.
    template <class T> [[nodiscard]] bool charge(std::uint64_t count, const statement& at) noexcept {
        const std::uint64_t bytes = count * sizeof(T);
        if (!why && (bytes > most_ || bytes_ > most_ - bytes)) {
            refuse(error{at.at("text"), errc::budget, most_, static_cast<std::int64_t>(bytes_ + bytes)});
        }
        bytes_ += why ? 0 : bytes;
        return !why;
    }
    // Appends elements that make(i) returns.
    template <class T, class Make>
    [[nodiscard]] pool_slice<T> put(std::size_t count, const statement& at, const Make& make) {
        if (!charge<T>(count, at)) {
            return {};
        }
        pool<T>& all = made.template all<T>();
        const pool_slice<T> out{static_cast<std::uint32_t>(all.size()), static_cast<std::uint32_t>(count)};
        std::size_t i = 0;
        for (T& each : all.append(count)) {
            each = make(i++);
        }
        return out;
    }
    template <class T> [[nodiscard]] pool_handle<T> put_part(const T& part, const statement& at) {
        return {charge<T>(1, at) ? made.add(part).number : npos};
    }
    void refuse(const error& because) noexcept { why = why ? why : because; }
    // Reports what is unusual. `path`: of the field of the binary form.
    void tell(const oddity& what, const statement& at, const char* path, std::string_view name) const {
        if (sink_ != nullptr) {
            (*sink_)(finding{at.at(path), what, name});
        }
    }

    owned_model made;
    error why;

private:
    std::uint64_t most_;
    const finding_sink* sink_;
    std::uint64_t bytes_ = 0;
};

}}}} // namespace effigy::v0::nwn::impl
