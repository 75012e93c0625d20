// effigy_hostile_gltf COUNT [SEED]: reads glTF files that were damaged at random. Each must be an error in the words of
// glTF, or a scene that passes verify(), in memory and time that are limited by its size. Prints how many were which.
//
// Most damages change the JSON text: numbers become huge, negative or fractions, values another kind, members and
// elements are removed, repeated or exchanged. They get further than changed bytes do.
#include "gltf/fixtures.hpp"
#include "gltf_read/fixtures.hpp"

#include <gltf/read.hpp>

#include <effigy/gltf.hpp>
#include <effigy/report.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>
#include <random>

// ---- memory --------------------------------------------------------------------------------------------------------

namespace {

std::size_t taken = 0, most_taken = 0; // bytes of operator new

constexpr std::size_t prefix = 16; // keeps the alignment

void* take(std::size_t size) {
    auto* const out = static_cast<std::byte*>(std::malloc(size + prefix));
    if (out == nullptr) {
        std::abort();
    }
    *::new (static_cast<void*>(out)) std::size_t = size;
    taken += size;
    most_taken = std::max(most_taken, taken);
    return out + prefix;
}
void give_back(void* pointer) noexcept {
    if (pointer != nullptr) {
        auto* const begin = static_cast<std::byte*>(pointer) - prefix;
        taken -= *std::launder(static_cast<std::size_t*>(static_cast<void*>(begin)));
        std::free(begin);
    }
}

} // namespace

void* operator new(std::size_t size) { return take(size); }
void* operator new[](std::size_t size) { return take(size); }
void operator delete(void* pointer) noexcept { give_back(pointer); }
void operator delete[](void* pointer) noexcept { give_back(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { give_back(pointer); }
void operator delete[](void* pointer, std::size_t) noexcept { give_back(pointer); }

namespace {

using effigy::scene;
using nlohmann::json;
using bytes = std::vector<std::byte>;

void promise(bool is_kept, const char* what) {
    if (!is_kept) {
        std::fprintf(stderr, "broken: %s\n", what);
        std::abort();
    }
}

// ---- files ---------------------------------------------------------------------------------------------------------

struct glb {
    json document;
    bytes binary;
};

[[nodiscard]] std::uint32_t word_at(const bytes& file, std::size_t at) {
    std::uint32_t out = 0;
    for (std::size_t i = 4; i > 0; --i) {
        out = out << 8U | std::to_integer<std::uint32_t>(file[at + i - 1]);
    }
    return out;
}
[[nodiscard]] glb split(const bytes& file) {
    const std::size_t size = word_at(file, 12);
    glb out;
    std::string text;
    std::transform(file.begin() + 20, file.begin() + 20 + static_cast<std::ptrdiff_t>(size), std::back_inserter(text),
                   [](std::byte each) { return static_cast<char>(each); });
    out.document = json::parse(text, nullptr, false);
    if (file.size() > size + 28) {
        out.binary.assign(file.begin() + 28 + static_cast<std::ptrdiff_t>(size), file.end());
    }
    return out;
}
[[nodiscard]] bytes join(const std::string& text, const bytes& binary) {
    support::byte_builder out;
    out.text("glTF").u32(2).count(28 + text.size() + binary.size()).count(text.size()).text("JSON").text(text);
    out.count(binary.size()).text("BIN").u8(0);
    bytes file{out.span().begin(), out.span().end()};
    file.insert(file.end(), binary.begin(), binary.end());
    return file;
}

[[nodiscard]] std::vector<glb> seeds() {
    std::vector<glb> out;
    scene numbered = gltf::everything();
    number_vertices(numbered);
    const effigy::gltf_options with_images{
        [](std::string_view name) { return effigy::gltf_image{.uri = std::string{name} + ".png"}; }};
    for (const scene& each : {gltf::triangle(), gltf::everything(), gltf::without_data(), numbered}) {
        const auto file = effigy::to_glb(each, with_images);
        out.push_back(split({file->begin(), file->end()}));
    }
    for (const gltf_read::sample& each : gltf_read::all_samples()) {
        out.push_back(split(gltf_read::glb_file(each.members, each.buffer)));
        out.push_back({json::parse(gltf_read::text_file(each.members, each.buffer)), {}});
    }
    return out;
}

// ---- damages -------------------------------------------------------------------------------------------------------

class damager {
public:
    explicit damager(std::uint32_t seed) : random_(seed) {}

    [[nodiscard]] std::uint32_t below(std::size_t count) {
        return std::uniform_int_distribution<std::uint32_t>{0, static_cast<std::uint32_t>(count - 1)}(random_);
    }
    [[nodiscard]] bytes damage(const glb& from) {
        glb changed = from;
        for (std::uint32_t i = 1 + below(3); i > 0; --i) {
            if (below(8) == 0 && !changed.binary.empty()) {
                damage(changed.binary);
            } else {
                damage(changed.document);
            }
        }
        std::string text = changed.document.dump(-1, ' ', false, json::error_handler_t::replace);
        if (below(16) == 0) { // keys twice, cut off texts, other characters
            text.insert(below(text.size()), text.substr(below(text.size()), below(40) + 1));
        }
        bytes out = join(text, changed.binary);
        if (changed.binary.empty() && below(2) == 0) {
            out.erase(out.begin(), out.begin() + 20);
            out.resize(text.size());
        }
        if (below(16) == 0) {
            damage(out);
        }
        if (below(16) == 0) {
            out.resize(below(out.size()) + 1);
        }
        return out;
    }

private:
    void damage(bytes& of) {
        constexpr std::uint32_t words[] = {0x7FC0'0000, 0xFF80'0000, 0x7F7F'FFFF, 0xFFFF'FFFF, 0, 0x8000'0000};
        const std::uint32_t value = words[below(std::size(words))];
        const std::size_t at = of.size() < 4 ? 0 : below(of.size() - 3) / 4 * 4;
        for (std::size_t i = 0; i < 4 && at + i < of.size(); ++i) {
            of[at + i] = static_cast<std::byte>(value >> 8 * i);
        }
    }
    // Changes one of the values, each with the same probability.
    void damage(json& document) {
        std::vector<json*> all{&document};
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (json& each : *all[i]) {
                if (all[i]->is_structured()) {
                    all.push_back(&each);
                }
            }
        }
        json& chosen = *all[below(all.size())];
        const json copy = *all[below(all.size())];
        switch (below(10)) {
        case 0: chosen = json(); break;
        case 1: chosen = copy; break;
        case 2: remove_from(chosen); break;
        case 3: repeat_in(chosen); break;
        case 4: chosen = wild_number(); break;
        case 5: chosen = "\xC3\xA9/../x"; break;
        default: change(chosen); break;
        }
    }
    void change(json& value) {
        if (value.is_number()) {
            value = below(3) == 0 ? wild_number() : json(value.get<double>() + static_cast<double>(below(5)) - 2);
        } else if (value.is_string()) {
            constexpr const char* texts[] = {"SCALAR",
                                             "VEC2",
                                             "VEC3",
                                             "VEC4",
                                             "MAT4",
                                             "CUBICSPLINE",
                                             "STEP",
                                             "weights",
                                             "data:;base64,AAAA",
                                             "",
                                             "spot",
                                             "MASK",
                                             "KHR_draco_mesh_compression"};
            value = texts[below(std::size(texts))];
        } else if (value.is_boolean()) {
            value = !value.get<bool>();
        } else if (value.is_object() && below(2) == 0) {
            constexpr const char* keys[] = {"sparse",     "mode",     "matrix",    "skin",       "byteStride",
                                            "extras",     "JOINTS_0", "WEIGHTS_0", "TEXCOORD_1", "COLOR_0",
                                            "normalized", "children", "targets"};
            value[keys[below(std::size(keys))]] = json(below(8));
        } else {
            remove_from(value);
        }
    }
    void remove_from(json& value) {
        if (value.is_structured() && !value.empty()) {
            value.erase(std::next(value.begin(), below(value.size())));
        }
    }
    void repeat_in(json& value) {
        if (value.is_array() && !value.empty()) {
            const json copy = value[below(value.size())];
            value.insert(value.end(), below(2) == 0 ? 1 : 50, copy);
        }
    }
    [[nodiscard]] json wild_number() {
        constexpr double numbers[] = {-1,     0,    1e300, -1e300,     4294967295.0, 4294967296.0, 9007199254740993.0,
                                      1.8e19, 0.5,  65535, 2147483648, 255,          5126,         5121,
                                      1e-40,  3e38, 1e39,  5125,       5123,         16777216};
        const double out = numbers[below(std::size(numbers))];
        return out == static_cast<double>(static_cast<std::int64_t>(std::clamp(out, -9e18, 9e18)))
                   ? json(static_cast<std::int64_t>(out))
                   : json(out);
    }

    std::mt19937 random_;
};

// Reads a file and checks what is promised. Returns the path of the error, or nothing.
[[nodiscard]] std::string check(const bytes& file) {
    const std::size_t before = taken;
    most_taken = taken;
    std::uint64_t remarks = 0;
    const auto out = gltf_files::read(file, {}, [&](const effigy::remark& each) {
        promise(!each.part.empty() && !each.what.empty(), "a remark tells something");
        ++remarks;
    });
    const std::size_t most = (64 + 64 + 8) * file.size() + (std::size_t{18} << 20);
    promise(most_taken - before <= most, "memory is limited by the file's size");
    promise(remarks <= file.size(), "remarks are limited by the file's size");
    const std::string line = to_string(out.error());
    if (out) {
        promise(!verify(*out), "a scene passes verify()");
        return {};
    }
    promise(line.find('\n') == line.npos, "an error is one line");
    promise(std::string_view{out.error().path}.substr(0, 6) != "scene.", line.c_str());
    return out.error().path;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("effigy_hostile_gltf COUNT [SEED]: reads damaged glTF files\n", stderr);
        return 2;
    }
    const auto count = static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10));
    const auto first = static_cast<std::uint32_t>(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1);
    const std::vector<glb> all = seeds();
    std::map<std::string, std::uint32_t> outcomes;
    for (std::uint32_t i = first; i < first + count; ++i) {
        damager damages{i};
        const bytes file = damages.damage(all[i % all.size()]);
        if (argc > 3) { // the file itself, to look at it
            std::fwrite(file.data(), 1, file.size(), stdout);
        }
        const auto begin = std::chrono::steady_clock::now();
        const std::string outcome = check(file);
        promise(std::chrono::steady_clock::now() - begin < std::chrono::seconds{10}, "time is limited");
        ++outcomes[outcome];
    }
    const std::uint32_t scenes = outcomes[""];
    std::printf("%u files: %u scenes, %u errors of %zu kinds\n", count, scenes, count - scenes, outcomes.size() - 1);
    return scenes != 0 && scenes != count ? 0 : 1;
}
