// How ranges make what they hold: views keep their constructors and read() to themselves.
#pragma once

#include <effigy/core/cursor.hpp>

namespace effigy::inline v0::impl {

// A friend of every view.
struct access {
    template <class View, class... Arguments> [[nodiscard]] static constexpr View
    make(Arguments&&... arguments) noexcept {
        return View(std::forward<Arguments>(arguments)...);
    }
    // A record of variable length reads itself from the cursor on, which it leaves behind itself: validator and
    // iterator at once. The context is what it cannot know by itself; it may remember there what the next one can use.
    template <class View, class Cursor, class Context> [[nodiscard]] EFFIGY_INLINE static constexpr View
    read(Cursor& c, Context& context) noexcept(noexcept(View::read(c, context))) {
        return View::read(c, context);
    }
    // What a view follows references with, for parts of the library that look closer than its functions do.
    template <class View> [[nodiscard]] static constexpr decltype(auto) context(const View& of) noexcept {
        return of.context();
    }
    // The parts that it consists of.
    template <class View> [[nodiscard]] static constexpr const auto& parts_of(const View& of) noexcept {
        return of.parts_;
    }
};

} // namespace effigy::inline v0::impl
