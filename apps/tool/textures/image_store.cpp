#include "image_store.hpp"

#include <tool/system/batch.hpp>

#include <utility>

namespace tool {

std::shared_ptr<const stored_image> image_store::get(const materials::wanted_image& wanted) {
    std::shared_ptr<slot> mine;
    {
        const std::scoped_lock lock{mutex_};
        std::shared_ptr<slot>& known = slots_[wanted];
        known = known != nullptr ? known : std::make_shared<slot>();
        mine = known;
    }
    std::call_once(mine->made, [&] { // others that want the same image wait here
        stored_image made{images::prepared_image{}};
        if (const effigy::error why = guarded("image", [&] { made = prepare(wanted, most_side_); })) {
            made = why;
        }
        mine->image = std::make_shared<const stored_image>(std::move(made));
        keep(wanted, *mine->image);
    });
    return mine->image;
}

void image_store::keep(const materials::wanted_image& wanted, const stored_image& made) {
    const std::scoped_lock lock{mutex_};
    const std::uint64_t size = made ? made->file.size() : 0;
    kept_.emplace_back(wanted, size);
    bytes_ += size;
    while (bytes_ > most_bytes_ && kept_.size() > 1) { // models that still use the image keep it alive
        bytes_ -= kept_.front().second;
        slots_.erase(kept_.front().first);
        kept_.pop_front();
    }
}

} // namespace tool
