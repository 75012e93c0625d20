#include "joined_model.hpp"

#include "standard_streams.hpp"

#include <algorithm>
#include <utility>

namespace tool {

namespace fs = std::filesystem;
namespace m2 = effigy::m2;

namespace {

// `companions(bytes)` returns the files.
template <class Companions> joined_model join_with(const fs::path& path, const Companions& companions) {
    joined_model out;
    auto file = read_input(path);
    if (!file) {
        out.why = file.error();
        return out;
    }
    out.file = *std::move(file);
    out.companions = companions(out.file.bytes());
    if (out.companions.failure()) {
        out.why = out.companions.failure();
        out.where = out.companions.failed();
        return out;
    }
    static_cast<opened_model&>(out) = open_with(out.companions, out.file.bytes());
    return out;
}

} // namespace

joined_model join(const fs::path& path, const companion_finder& finder) {
    return join_with(path, [&](effigy::borrowed_bytes bytes) { return finder.find(path, bytes); });
}

joined_model join_only(const fs::path& path, const companion_finder& finder, std::span<const m2::companion> others) {
    return join_with(path, [&](effigy::borrowed_bytes bytes) { return finder.find_skeletons(path, bytes, others); });
}

std::shared_ptr<model_cache::slot> model_cache::slot_of(const fs::path& path) {
    const std::scoped_lock lock{mutex_};
    const auto found = std::ranges::find(slots_, path, [](const auto& one) -> const fs::path& { return one->path; });
    if (found != slots_.end()) {
        slots_.splice(slots_.begin(), slots_, found);
    } else {
        slots_.push_front(std::make_shared<slot>(path));
        if (slots_.size() > most_slots) {
            slots_.pop_back();
        }
    }
    return slots_.front();
}

std::shared_ptr<const joined_model> model_cache::of(const fs::path& path) {
    const std::shared_ptr<slot> mine = slot_of(path);
    std::call_once(mine->once, [&] { mine->model = std::make_shared<const joined_model>(join(path, finder_)); });
    return mine->model;
}

} // namespace tool
