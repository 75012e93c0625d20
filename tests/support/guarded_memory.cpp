#include "support/guarded_memory.hpp"

#include <algorithm>

namespace {

std::size_t whole_pages(std::size_t capacity) {
    const std::size_t page = support::pages::size_of_one();
    return (capacity / page + 1) * page;
}

} // namespace

support::guarded_memory::guarded_memory(std::size_t capacity)
    : pages_(whole_pages(capacity) + 2 * pages::size_of_one()),
      usable_(pages_.all().subspan(pages::size_of_one(), whole_pages(capacity))) {
    pages_.close(pages_.all().first(pages::size_of_one()));
    pages_.close(pages_.all().last(pages::size_of_one()));
}

std::span<std::byte> support::guarded_memory::place(std::span<const std::byte> file, edge side) {
    const std::span<std::byte> at = side == edge::front ? usable_.first(file.size()) : usable_.last(file.size());
    std::copy(file.begin(), file.end(), at.begin());
    return at;
}
