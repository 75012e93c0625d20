// The benchmark of a format. `File` defines the operations on an opened file; engine_file is an example.
#pragma once

#include "bench/box.hpp"
#include "bench/corpus.hpp"
#include "bench/timing.hpp"
#include "support/allocations.hpp"

#include <memory>

namespace bench {

inline constexpr std::size_t in_cache = 16; // consecutive calls

inline void print(const char* what, const comparison& result) {
    std::printf("  %-52s %10.1f %10.1f   %5.2f  (%.2f .. %.2f)\n", what, result.first.median / 1000,
                result.second.median / 1000, result.ratio.median, result.ratio.least, result.ratio.most);
}

template <class File> class benchmark {
    using input_type = typename File::input;

public:
    explicit benchmark(const corpus& all) : inputs_(all.select<File>()) {
        std::erase_if(inputs_, [&](const input_type& input) {
            const File file{input};
            refused_ += file.is_valid() ? 0U : 1U;
            return !file.is_valid();
        });
        std::size_t largest = 0;
        for (const input_type& input : inputs_) {
            const File& file = files_.emplace_back(input);
            size_ += input.size();
            records_ += file.records();
            largest = std::max(largest, input.size());
            if (file.walk() != File::raw_walk(input)) {
                std::fprintf(stderr, "%s: the view and the raw walk differ\n", File::name);
                std::exit(1);
            }
        }
        copy_.resize(largest);
    }

    void measure() {
        std::printf("%s: %zu files of %.1f MB with %zu records; %zu refused\n", File::name, files_.size(),
                    static_cast<double>(size_) / 1e6, records_, refused_);
        if (files_.empty()) {
            return;
        }
        const std::size_t allocations = support::allocations_of([&] {
            chain calls;
            for (std::size_t i = 0; i < files_.size(); ++i) {
                calls.add([&](std::size_t same) { return open(same) + walk(same) + verify(same); }, i);
            }
        });
        const double cold = measure_open(1);
        const double warm = measure_open(in_cache);
        std::printf("  %-34s %12s %10s %10s\n", "opening", "files/s", "ns/file", "ns/record");
        print_rate("in cache", warm);
        print_rate("all files in turn", cold);
        std::printf("  allocations of open, walk and verify: %zu\n", allocations);

        std::printf("  %-52s %10s %10s   %s\n", "all files, in us", "effigy", "other", "ratio (least .. most)");
        compare_opening();
        compare_walking();
        if constexpr (requires { File::decode(inputs_[0]); }) {
            compare_decoding();
        }
        if constexpr (requires { File::to_glb(inputs_[0]); }) {
            compare_converting();
        }
        if constexpr (requires(const File& file) { file.indices(); }) {
            compare_verifying();
        }
        if constexpr (requires(const File& file) { file.raw_contents(); }) {
            const auto verifying = [&](std::size_t i) { return verify(i); };
            const auto reading = [&](std::size_t i) { return files_[i].raw_contents(); };
            compare_and_print("verify : raw pass over the same, in cache", in_cache, verifying, reading);
            compare_and_print("verify : raw pass over the same, in turn", 1, verifying, reading);
        }
        if constexpr (requires(const File& file) { file.pose(); }) {
            const auto posing = [&](std::size_t i) { return files_[i].pose(); };
            const auto opening = [&](std::size_t i) { return open(i); };
            compare_and_print("poses of all animations : open, in cache", in_cache, posing, opening);
        }
        if constexpr (requires(const File& file) { file.positions(); }) {
            compare_positions();
        }
        std::printf("\n");
    }

private:
    std::uint64_t open(std::size_t i) const { return File::open(inputs_[i]); }
    std::uint64_t raw_walk(std::size_t i) const { return File::raw_walk(inputs_[i]); }
    std::uint64_t walk(std::size_t i) const { return files_[i].walk(); }
    std::uint64_t verify(std::size_t i) const { return files_[i].verify(); }
    std::uint64_t copy(std::size_t i) {
        std::memcpy(copy_.data(), inputs_[i].data(), inputs_[i].size());
        return std::to_integer<std::uint64_t>(copy_[inputs_[i].size() / 2]);
    }

    [[nodiscard]] double measure_open(std::size_t repeats) const {
        const auto opening = [&](std::size_t i) { return open(i); };
        return compare(files_.size(), repeats, opening, opening).first.median;
    }
    void print_rate(const char* how, double nanoseconds) const {
        const auto files = static_cast<double>(files_.size());
        const auto records = static_cast<double>(records_);
        std::printf("  %-34s %12.0f %10.0f %10.1f\n", how, files / nanoseconds * 1e9, nanoseconds / files,
                    nanoseconds / records);
    }

    template <class First, class Second>
    void compare_and_print(const char* what, std::size_t repeats, const First& first, const Second& second) const {
        print(what, compare(files_.size(), repeats, first, second));
    }
    void compare_opening() {
        const auto opening = [&](std::size_t i) { return open(i); };
        const auto copying = [&](std::size_t i) { return copy(i); };
        const auto walking_raw = [&](std::size_t i) { return raw_walk(i); };
        compare_and_print("open : memcpy, in cache", in_cache, opening, copying);
        compare_and_print("open : memcpy, in turn", 1, opening, copying);
        compare_and_print("open : raw walk, in cache", in_cache, opening, walking_raw);
        compare_and_print("open : raw walk, in turn", 1, opening, walking_raw);
        if constexpr (requires { File::raw_structure(inputs_[0]); }) {
            const auto reading = [&](std::size_t i) { return File::raw_structure(inputs_[i]); };
            compare_and_print("open : raw walk through all it checks, in cache", in_cache, opening, reading);
            compare_and_print("open : raw walk through all it checks, in turn", 1, opening, reading);
        }
        if constexpr (requires { File::raw_walk_by_memchr(inputs_[0]); }) {
            const auto searching = [&](std::size_t i) { return File::raw_walk_by_memchr(inputs_[i]); };
            compare_and_print("open : raw walk by memchr, in cache", in_cache, opening, searching);
            compare_and_print("open : raw walk by memchr, in turn", 1, opening, searching);
        }
    }
    [[nodiscard]] static std::uint64_t keep(bytes file) {
        const auto kept = std::make_unique_for_overwrite<std::byte[]>(file.size());
        std::memcpy(kept.get(), file.data(), file.size());
        return std::to_integer<std::uint64_t>(kept[file.size() / 2]);
    }
    [[nodiscard]] static std::uint64_t keep_all(const input_type& files) {
        std::uint64_t out = keep(files);
        if constexpr (requires { files.companions(); }) {
            for (const auto& each : files.companions()) {
                out += keep(each.bytes);
            }
        }
        return out;
    }
    // The cost for a program that keeps the model instead of the file's bytes.
    void compare_decoding() const {
        const auto decoding = [&](std::size_t i) { return File::decode(inputs_[i]); };
        const auto keeping = [&](std::size_t i) { return keep(inputs_[i]); };
        compare_and_print("open, decode, free : new, memcpy, delete, in cache", in_cache, decoding, keeping);
        compare_and_print("open, decode, free : new, memcpy, delete, in turn", 1, decoding, keeping);
    }
    // For models that consist mostly of arrays: the cost of converting a model to a scene and writing it, compared with
    // keeping the file's bytes.
    void compare_converting() const {
        constexpr std::size_t least = std::size_t{128} * 1024;
        std::vector<std::size_t> large;
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            if (inputs_[i].size() >= least && File::to_glb(inputs_[i]) != 0) {
                large.push_back(i);
            }
        }
        const auto of_large = [&](const auto& call) {
            return comparison{compare(
                large.size(), 1, [&](std::size_t k) { return call(inputs_[large[k]]); },
                [&](std::size_t k) { return keep_all(inputs_[large[k]]); })};
        };
        std::printf("  %zu models of 128 KiB and more:\n", large.size());
        if (!large.empty()) {
            print("open, scene, free : new, memcpy, delete",
                  of_large([](const auto& input) { return File::to_scene(input); }));
            print("open, scene, GLB, free : new, memcpy, delete",
                  of_large([](const auto& input) { return File::to_glb(input); }));
        }
    }
    void compare_walking() const {
        const auto walking = [&](std::size_t i) { return walk(i); };
        const auto walking_raw = [&](std::size_t i) { return raw_walk(i); };
        compare_and_print("iterate : raw walk, in cache", in_cache, walking, walking_raw);
        compare_and_print("iterate : raw walk, in turn", 1, walking, walking_raw);
    }
    void compare_verifying() const {
        const auto verifying = [&](std::size_t i) { return verify(i); };
        const auto indices = [&](std::size_t i) { return raw::largest(files_[i].indices()); };
        const auto indices_and_skins = [&](std::size_t i) {
            return raw::largest(files_[i].indices()) + raw::largest(files_[i].skins());
        };
        compare_and_print("verify : max of indices, in cache", in_cache, verifying, indices);
        compare_and_print("verify : max of indices, in turn", 1, verifying, indices);
        compare_and_print("verify : max of indices + skins, in cache", in_cache, verifying, indices_and_skins);
        compare_and_print("verify : max of indices + skins, in turn", 1, verifying, indices_and_skins);
    }
    void compare_positions() const {
        const auto reading = [&](const auto& range_of) {
            return [&](std::size_t i) {
                std::uint64_t sum = 0;
                for (const auto& positions : files_[i].positions()) {
                    sum += box_of(range_of(positions));
                }
                return sum;
            };
        };
        const auto raw_reading = [&](std::size_t i) {
            std::uint64_t sum = 0;
            for (const auto& positions : files_[i].positions()) {
                sum += raw::box_of(raw::numbers_in(std::span{positions.packed()}));
            }
            return sum;
        };
        const auto packed = [](const auto& positions) { return positions.packed(); };
        const auto strided = [](const auto& positions) { return positions; };
        compare_and_print("positions, a span : raw loop, in cache", in_cache, reading(packed), raw_reading);
        compare_and_print("positions, strided : raw loop, in cache", in_cache, reading(strided), raw_reading);
    }

    std::vector<input_type> inputs_;
    std::vector<File> files_;
    std::vector<std::byte> copy_;
    std::size_t size_ = 0, records_ = 0, refused_ = 0;
};

} // namespace bench
