#include <effigy/core/impl/fixed_stack.hpp>

#include <doctest/doctest.h>

using effigy::impl::fixed_stack;

TEST_CASE("fixed_stack: last in, first out") {
    impl::fixed_stack<int, 3> stack;
    CHECK(stack.empty());
    stack.push(1);
    stack.push(2);
    CHECK_FALSE(stack.full());
    stack.push(3);
    CHECK(stack.full());
    CHECK(stack.top() == 3);
    stack.pop();
    CHECK(stack.top() == 2);
    stack.clear();
    CHECK(stack.empty());
}

TEST_CASE("fixed_stack: a copy is independent") {
    impl::fixed_stack<int, 3> stack;
    stack.push(1);
    impl::fixed_stack<int, 3> copy = stack;
    copy.top() = 7;
    copy.push(8);
    CHECK(stack.top() == 1);
    stack = copy;
    copy.clear();
    CHECK(stack.top() == 8);
    stack.pop();
    CHECK(stack.top() == 7);
}
