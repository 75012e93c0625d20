// Adding to the lists of a scene. They are std::pmr::vectors, and each member that adds or assigns takes 30 to 100 ms
// to compile, for each type of element (measured: g++ 12 -O2). So the conversion uses few of them: lists of a known
// size are made by allocate(), lists that grow are pools until their size is known.
#pragma once

#include <effigy/core/pool.hpp>
#include <effigy/scene/parts.hpp>

#include <new>
#include <type_traits>
#include <utility>

namespace effigy::inline v0::impl {

// Replaces a list by `count` elements T{}.
template <class T> void allocate(scene::list<T>& to, std::size_t count) {
    scene::list<T>(count, to.get_allocator()).swap(to);
}
// Returns a copy with `count` more elements T{}, in the same memory.
template <class T> [[nodiscard]] scene::list<T> lengthened(const scene::list<T>& from, std::size_t count) {
    scene::list<T> out(from.size() + count, from.get_allocator());
    for (std::size_t i = 0; i < from.size(); ++i) {
        out[i] = from[i];
    }
    return out;
}
// Copies the elements of a pool, whose size is now known.
template <class T> void assign(scene::list<T>& to, const pool<T>& from) {
    allocate(to, from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        to[i] = from[i];
    }
}
// Removes the elements from `count` on.
template <class T> void shorten(scene::list<T>& to, std::size_t count) noexcept {
    while (to.size() > count) {
        to.pop_back();
    }
}
// Moves a part to another one in the same memory, as the assignment does, which takes longer to compile.
template <class Part> void replace(Part& to, std::type_identity_t<Part>&& from) noexcept {
    to.~Part();
    ::new (static_cast<void*>(&to)) Part(std::move(from));
}

} // namespace effigy::inline v0::impl
