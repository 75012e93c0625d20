#include "output.hpp"

#include "folders.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

// Returns a name that no other command uses at the same time.
std::string temporary_name() {
    std::random_device random;
    const std::uint64_t number = (std::uint64_t{random()} << 32U) | random();
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    return ".effigy-" + std::string(digits.data(), end) + ".part";
}

} // namespace

fs::path output_names::take(const fs::path& path, const std::string& extension) {
    const fs::path stem = path.parent_path() / path.stem();
    const std::string key = lower_case(stem.generic_string());
    const std::string end = lower_case(extension);
    fs::path out = stem;
    if (!taken_.insert(key + end).second) {
        std::size_t& number = next_.emplace(key + end, 2).first->second;
        while (!taken_.insert(key + '_' + std::to_string(number) + end).second) {
            ++number;
        }
        out += '_' + std::to_string(number++);
    }
    out += extension;
    return out;
}

new_file::new_file(fs::path path) : path_(std::move(path)), temporary_(path_.parent_path() / temporary_name()) {
    std::error_code failure;
    fs::create_directories(path_.parent_path(), failure); // if this fails, opening fails
    errno = 0;
    out_.open(temporary_, std::ios::binary);
    if (!out_) {
        fail("open");
        temporary_.clear();
    }
}

new_file::~new_file() {
    if (!temporary_.empty()) {
        out_.close();
        std::error_code ignored;
        fs::remove(temporary_, ignored);
    }
}

void new_file::write(std::span<const std::byte> bytes) {
    is_empty_ = is_empty_ && bytes.empty();
    errno = 0;
    if (!why_ && !out_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()))) {
        fail("write");
    }
}

effigy::error new_file::keep() {
    errno = 0;
    out_.close();
    if (!why_ && !out_) {
        fail("write");
    }
    if (why_) {
        return why_;
    }
    std::error_code failure;
    if (const fs::file_status old = fs::status(path_, failure); fs::exists(old)) {
        fs::permissions(temporary_, old.permissions(), failure);
    }
    fs::rename(temporary_, path_, failure);
    if (failure) {
        why_ = {{"rename"}, effigy::errc::io, 0, failure.value()};
    } else {
        temporary_.clear();
    }
    return why_;
}

void new_file::fail(const char* what) { why_ = {{what}, effigy::errc::io, 0, errno != 0 ? errno : EIO}; }

} // namespace tool
