// effigy_misuse list: the cases, one a line. effigy_misuse CASE HANDLER: violates a precondition, which ends the
// program. HANDLER: none; silent; print; again, a handler that violates a precondition, too.
#include <effigy/core/field_value.hpp>
#include <effigy/effigy.hpp>
#include <effigy/grimrock/decode.hpp>

#include <cstdio>
#include <string_view>

namespace {

using namespace effigy;

volatile std::size_t beyond = 5; // read at run time, so that the compiler does not know the number

result<int> failed() { return error{{"file"}, errc::truncated}; }

void use(int number) { std::printf("survived with %d\n", number); }

struct misuse {
    std::string_view name;
    void (*commit)();
};

const misuse misuses[] = {
    {"value", [] { use(failed().value()); }},
    {"const_value",
     [] {
         const auto none = failed();
         use(*none);
     }},
    {"no_error", [] { use(int{result<int>{error{}}.has_value()}); }},
    {"array", [] { use(int{array<u8>{}[beyond]}); }},
    {"strided", [] { use(int{strided<u8>{}[beyond]}); }},
    {"range", [] { use(static_cast<int>(grimrock::bone_list{}[beyond].node())); }},
    {"grimrock_index", [] { use(static_cast<int>(grimrock::node_index{}[beyond].name().size())); }},
    {"nwn_index", [] { use(static_cast<int>(nwn::node_index{}[beyond].name().size())); }},
    {"m2_index", [] { use(static_cast<int>(m2::bone_index{}[beyond].parent())); }},
    {"pool", [] { use(pool<int>{}[beyond]); }},
    {"const_pool",
     [] {
         const pool<int> empty;
         use(empty[beyond]);
     }},
    {"reserve", [] { pool<int>{}.reserve(static_cast<std::size_t>(-1) - beyond); }},
    {"erase",
     [] {
         grimrock::owned_model model;
         model.erase(model.nodes, 0, beyond);
         use(0);
     }},
    {"field_value",
     [] {
         const int number = 0;
         use(static_cast<int>(field_value{&number, 1}.integer(beyond, 0)));
     }},
};

void print(const char* what) noexcept { std::fprintf(stderr, "misuse: %s\n", what); }

void fail_again(const char* what) noexcept {
    print(what);
    use(failed().value());
}

} // namespace

int main(int argc, char** argv) {
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    const std::string_view handler = argc > 2 ? argv[2] : "";
    if (handler == "silent") {
        set_misuse_handler([](const char*) noexcept {});
    } else if (handler == "print") {
        set_misuse_handler(print);
    } else if (handler == "again") {
        set_misuse_handler(fail_again);
        if (set_misuse_handler(fail_again) != fail_again) {
            return 2;
        }
    }
    for (const misuse& one : misuses) {
        if (wanted == "list") {
            std::printf("%s\n", one.name.data());
        } else if (wanted == one.name) {
            one.commit();
        }
    }
}
