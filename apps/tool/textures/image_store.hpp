// The images of textures, each prepared once for each use.
#pragma once

#include <tool/answers/textured.hpp>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>

namespace tool {

// Keeps images for other models, up to a number of bytes. Safe to use from several threads.
class image_store {
public:
    image_store(std::uint32_t most_side, std::uint64_t most_bytes) : most_side_(most_side), most_bytes_(most_bytes) {}

    [[nodiscard]] std::shared_ptr<const stored_image> get(const materials::wanted_image& wanted);

private:
    struct slot {
        std::once_flag made;
        std::shared_ptr<const stored_image> image;
    };

    void keep(const materials::wanted_image& wanted, const stored_image& made);

    std::uint32_t most_side_;
    std::uint64_t most_bytes_;
    std::mutex mutex_;
    std::map<materials::wanted_image, std::shared_ptr<slot>> slots_;
    std::deque<std::pair<materials::wanted_image, std::uint64_t>> kept_; // with the bytes, the oldest first
    std::uint64_t bytes_ = 0;                                            // of kept_
};

} // namespace tool
