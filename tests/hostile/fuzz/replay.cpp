// A main() for a fuzz target: passes files to it, one after another, and ends early if the target stops the program.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Without a sanitizer, which replaces this function, nothing counts allocations.
extern "C" __attribute__((weak)) int
__sanitizer_install_malloc_and_free_hooks(void (* /*malloc_hook*/)(const volatile void*, std::size_t),
                                          void (* /*free_hook*/)(const volatile void*)) {
    return 0;
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        std::printf("%s\n", argv[i]); // the last line names the file that stopped the program
        std::fflush(stdout);
        std::ifstream file{argv[i], std::ios::binary};
        const std::vector<char> bytes{std::istreambuf_iterator<char>{file}, {}};
        const std::vector<std::uint8_t> input{bytes.begin(), bytes.end()};
        LLVMFuzzerTestOneInput(input.data(), input.size());
    }
}
