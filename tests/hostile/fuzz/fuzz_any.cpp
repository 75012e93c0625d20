#include "hostile/fuzz/watched_memory.hpp"

#include <effigy/any.hpp>
#include <effigy/report.hpp>

// Tests identify() and visit(). The targets of the formats read the content of the views.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::byte> file = std::as_bytes(std::span{data, size});
    const effigy::identity is = fuzz::without_allocating([&] { return effigy::identify(file); });
    bool visited = false;
    const effigy::error why = fuzz::without_allocating(
        [&] { return effigy::visit(file, [&](const auto& view) { visited = view.file().size() == file.size(); }); });
    fuzz::promise(visited == (!why), "a file is either visited or an error");
    fuzz::promise(!visited || is.advice[0] == '\0', "a visited file was identified as one that effigy reads");
    fuzz::promise(!effigy::to_string(why).empty(), "an error has a text");
    return 0;
}
