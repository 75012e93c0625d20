// effigy_roundtrip FOLDER [OUT]: writes each model and clip of a folder back, and compares the bytes with those of the
// file: with the file's layout, and in canonical order without one. OUT: a folder for the files in canonical order.
#include "facts/files.hpp"
#include "support/write_file.hpp"

#include <effigy/any.hpp>
#include <effigy/file.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/grimrock/regions.hpp>
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/regions.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/p3d/regions.hpp>
#include <effigy/report.hpp>
#include <effigy/shinobi/encode.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

namespace {

using bytes = std::span<const std::byte>;

struct counts {
    std::size_t files = 0;
    std::size_t same = 0;             // byte for byte, with the layout
    std::size_t canonical = 0;        // byte for byte, without one
    std::size_t canonical_values = 0; // the same but for padding and garbage
};

// Whether two files differ only in bytes without meaning.
template <class View> bool same_values(const View& view, bytes file, bytes other) {
    if (file.size() != other.size()) {
        return false;
    }
    bool same = true;
    regions(view, [&](const effigy::region& part) {
        if (part.role != effigy::role::padding && part.role != effigy::role::garbage) {
            const auto at = static_cast<std::size_t>(part.offset()), length = static_cast<std::size_t>(part.length);
            same = same && std::ranges::equal(file.subspan(at, length), other.subspan(at, length));
        }
    });
    return same;
}

template <class View> bool write_back(const View& view, bytes file, const std::string& name, counts& to,
                                      const std::string& out) {
    ++to.files;
    effigy::layout where;
    const auto own = decode(view, &where);
    const auto again = own ? encode(*own, where) : effigy::result<effigy::file_bytes>{own.error()};
    const auto canonical = own ? encode(*own) : effigy::result<effigy::file_bytes>{own.error()};
    for (const auto* written : {&again, &canonical}) {
        if (!*written) {
            std::cout << name << ": " << effigy::to_string(written->error()) << '\n';
            return false;
        }
    }
    const bool is_same = std::ranges::equal(file, bytes{*again});
    to.same += is_same ? 1U : 0U;
    to.canonical += std::ranges::equal(file, bytes{*canonical}) ? 1U : 0U;
    to.canonical_values += same_values(view, file, *canonical) ? 1U : 0U;
    if (!is_same) {
        std::cout << name << ": other bytes\n";
    }
    if (!out.empty()) {
        const std::filesystem::path path = std::filesystem::path{out} / name;
        std::filesystem::create_directories(path.parent_path());
        return is_same && support::write_file(path.string(), bytes{*canonical});
    }
    return is_same;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: effigy_roundtrip FOLDER [OUT]\n";
        return 2;
    }
    const facts::path root{argv[1]};
    const std::string out = argc > 2 ? argv[2] : "";
    std::map<std::string, counts> all;
    bool good = true;
    for (const facts::path& path : facts::files_below(root)) {
        const auto file = effigy::read_file(path);
        if (!file) {
            std::cout << facts::utf8(path) << ": " << effigy::to_string(file.error()) << '\n';
            good = false;
            continue;
        }
        static_cast<void>(effigy::visit(file->bytes(), [&](const auto& view) {
            if constexpr (requires(effigy::layout& where) { encode(*decode(view, &where), where); }) {
                const std::string name = facts::name_below(root, path);
                good = write_back(view, file->bytes(), name, all[effigy::identify(file->bytes()).name], out) && good;
            }
        }));
    }
    for (const auto& [kind, of_kind] : all) {
        std::cout << kind << ": " << of_kind.files << " files, " << of_kind.same << " byte for byte; without a layout "
                  << of_kind.canonical << ", " << of_kind.canonical_values << " but for padding and garbage\n";
    }
    return good ? 0 : 1;
}
