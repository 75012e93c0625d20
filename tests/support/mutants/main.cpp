// Replaces support/main.cpp in the program of tests/mutate. Without arguments, runs each test case and prints its
// number, its seconds and the mutants that it evaluates. `MUTANT CASE...` activates a mutant and runs the test cases
// with these numbers up to the first that fails.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <mutants.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <sstream>

namespace {

bool passes(int number) {
    std::ostringstream output;
    doctest::Context only;
    only.setCout(&output);
    only.setOption("first", number);
    only.setOption("last", number);
    return only.run() == 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc > 1) {
        mutants::now.active = std::atoi(argv[1]);
        for (int i = 2; i < argc; ++i) {
            if (!passes(std::atoi(argv[i]))) {
                return 1;
            }
        }
        return 0;
    }
    const auto count = static_cast<int>(doctest::detail::getRegisteredTests().size());
    for (int number = 1; number <= count; ++number) {
        mutants::now = {};
        const std::clock_t start = std::clock();
        if (!passes(number)) {
            return 1;
        }
        std::printf("%d %.3f", number, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
        for (std::size_t n = 1; n < std::size(mutants::now.reached); ++n) {
            if (mutants::now.reached[n]) {
                std::printf(" %zu", n);
            }
        }
        std::puts("");
    }
    return 0;
}
