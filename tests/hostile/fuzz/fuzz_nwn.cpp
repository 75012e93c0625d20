#include "hostile/fuzz/promises.hpp"
#include "nwn/cleaned.hpp"
#include "nwn/walk.hpp"

#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/lint.hpp>
#include <effigy/nwn/regions.hpp>

namespace fuzz {

namespace nwn = effigy::nwn;

struct nwn_view : nwn::model {};

void walk_view(sink& to, const nwn_view& model) {
    walk::memory<nwn::model> memory{model};
    without_allocating([&] { walk::walk_view(to, static_cast<const nwn::model&>(model), memory); });
}

// The regions cover every byte.
void check_map(const nwn::model& model) {
    std::uint64_t regions = 0;
    effigy::coverage sums;
    nwn::regions(model, [&](const effigy::region& region) {
        ++regions;
        sums.add(region);
    });
    promise(sums.bytes == model.file().size(), "the regions cover the whole file");
    promise(regions <= 8 * model.file().size() + 131072, "the number of regions is limited like that of references");
}

// Overlapping arrays may take more memory than in other formats.
void decode(const nwn_view& model, std::pmr::memory_resource*) {
    limited_memory limited{6 * static_cast<std::size_t>(model.file().size()) + 80 * 1024, decode_is_small};
    const auto owned = nwn::decode(model, &limited);
    promise(owned || owned.error().code == effigy::errc::budget,
            "decode() fails only if it would exceed its memory limit");
    check_map(model);
}

[[nodiscard]] effigy::result<nwn_view> open_nwn(bytes file) {
    const auto opened = nwn::open(file);
    if (!opened) {
        return opened.error();
    }
    return nwn_view{*opened};
}

} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::bytes file = std::as_bytes(std::span{data, size});
    fuzz::read_and_overwrite(file, fuzz::open_nwn, fixtures::nwn::differ_in_garbage_only);
    return 0;
}
