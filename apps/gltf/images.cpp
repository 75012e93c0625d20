#include "container.hpp"
#include "parts.hpp"

#include <map>
#include <set>
#include <utility>

namespace gltf_files {

std::vector<std::string> names_of_images(const source& from) {
    std::vector<std::string> out;
    std::set<std::string, std::less<>> taken;
    std::map<std::string, std::size_t, std::less<>> counts; // of the numbers that a name got
    for (const json_value each : from.parts("images")) {
        const std::string_view uri = each.find("uri").text();
        if (!uri.empty() && !is_data_uri(uri)) {
            taken.insert(out.emplace_back(unescaped(uri))); // equal ones are one file
            continue;
        }
        const std::string base{each.find("name").text()};
        std::string name = base;
        for (std::size_t& count = counts[base];
             !base.empty() && !taken.insert(name).second;) { // as an editor names a second one
            const std::string number = std::to_string(++count);
            name = base + '.' + std::string(number.size() < 3 ? 3 - number.size() : 0, '0') + number;
        }
        out.push_back(std::move(name));
    }
    return out;
}

std::vector<stored_image> read_images(std::span<const std::byte> file, const file_loader& load_file) {
    std::vector<stored_image> out;
    const effigy::result<container> parts = open_container(file);
    if (!parts) {
        return out;
    }
    const effigy::result<json_document> document = json_document::parse(parts->json, parts->json_offset);
    if (!document) {
        return out;
    }
    source from{document->root(), file.size(), parts->is_binary ? std::optional{parts->binary} : std::nullopt,
                load_file, [](const effigy::remark&) {}};
    const std::vector<std::string> names = names_of_images(from);
    std::set<std::string_view> read;
    const std::vector<json_value> images = from.parts("images");
    for (std::uint32_t i = 0; i < images.size(); ++i) {
        const std::string_view uri = images[i].find("uri").text();
        if (!read.insert(names[i]).second) {
            continue;
        }
        stored_image& made = out.emplace_back();
        made.name = names[i];
        std::uint32_t view = npos;
        std::uint64_t stride = 0;
        effigy::byte_view bytes;
        if (is_data_uri(uri)) {
            made.bytes = bytes_of_data_uri(uri).value_or(effigy::file_bytes{});
        } else if (!uri.empty()) {
            made.path = path_of_uri(uri).value_or("");
            made.bytes = !made.path.empty() && load_file ? load_file(made.path).value_or(effigy::file_bytes{})
                                                         : effigy::file_bytes{};
        } else if (from.reference(images[i], "bufferView", at("images[].bufferView", i), from.view_count(), view) &&
                   view != npos && from.view(view, bytes, stride) && from.charge(bytes.size(), 1)) {
            made.bytes.append(bytes.bytes());
        }
    }
    return out;
}

} // namespace gltf_files
