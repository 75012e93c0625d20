// read_archive FILE FILE: makes an archive of two models in memory, and reads the models in place.
#include <effigy/any.hpp>
#include <effigy/file.hpp>
#include <effigy/report.hpp>

#include <cstring>
#include <iostream>
#include <span>
#include <string_view>
#include <vector>

// An entry of this made-up format: the sizes of name and content as 32-bit numbers, the name, the content.
void append(std::vector<std::byte>& archive, std::string_view name, std::span<const std::byte> content) {
    const std::uint32_t sizes[] = {static_cast<std::uint32_t>(name.size()), static_cast<std::uint32_t>(content.size())};
    const auto put = [&](std::span<const std::byte> part) { archive.insert(archive.end(), part.begin(), part.end()); };
    put(std::as_bytes(std::span{sizes}));
    put(std::as_bytes(std::span{name}));
    put(content);
}

int main(int argc, char** argv) {
    std::vector<std::byte> archive;
    for (int i = 1; i < argc; ++i) {
        const auto file = effigy::file::open(argv[i]);
        if (!file) {
            std::cerr << to_string(file.error(), argv[i]) << '\n';
            return 1;
        }
        append(archive, argv[i], file->bytes());
    }

    std::span<const std::byte> rest = archive;
    while (!rest.empty()) {
        std::uint32_t sizes[2]{};
        if (rest.size() < sizeof sizes) {
            std::cerr << "the archive is cut short\n";
            return 1;
        }
        std::memcpy(sizes, rest.data(), sizeof sizes);
        rest = rest.subspan(sizeof sizes);
        if (sizes[0] > rest.size() || sizes[1] > rest.size() - sizes[0]) {
            std::cerr << "the archive is cut short\n";
            return 1;
        }
        const auto name = rest.first(sizes[0]);
        const auto content = rest.subspan(sizes[0], sizes[1]); // at any address: effigy needs no alignment
        rest = rest.subspan(std::size_t{sizes[0]} + sizes[1]);

        std::cout << std::string_view{reinterpret_cast<const char*>(name.data()), name.size()} << ": "
                  << effigy::identify(content).name << '\n';
        const effigy::error why = effigy::visit(content, [&](const auto& view) {
            std::cout << "  a view of " << view.file().size() << " bytes of the archive\n";
        });
        if (why) {
            std::cout << "  " << to_string(why) << '\n';
        }
    }
}
