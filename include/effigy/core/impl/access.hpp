// How ranges construct views, whose constructors and read() are private.
#pragma once

#include <effigy/core/cursor.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// A friend of every view.
struct access {
    template <class View, class... Arguments> [[nodiscard]] static constexpr View
    make(Arguments&&... arguments) noexcept {
        return View(std::forward<Arguments>(arguments)...);
    }
    // Reads a record of variable length at the cursor and moves the cursor to its end. The validator and the iterator
    // share this function. `context` holds data that the record needs but does not contain; a record may also leave a
    // value there for the next one.
    template <class View, class Cursor, class Context> [[nodiscard]] EFFIGY_INLINE static constexpr View
    read(Cursor& c, Context& context) noexcept(noexcept(View::read(c, context))) {
        return View::read(c, context);
    }
    // Returns the context through which a view follows references. For parts of the library that need more than the
    // view's public functions.
    template <class View> [[nodiscard]] static constexpr decltype(auto) context(const View& view) noexcept {
        return view.context();
    }
    // Returns the parts that a view consists of.
    template <class View> [[nodiscard]] static constexpr const auto& parts_of(const View& view) noexcept {
        return view.parts_;
    }
};

}}} // namespace effigy::v0::impl
