#include "container.hpp"

#include <effigy/core/byte_view.hpp>

namespace gltf_files {

namespace {

using effigy::errc;

constexpr std::uint32_t magic_of_glb = 0x4654'6C67, json_chunk = 0x4E4F'534A, bin_chunk = 0x004E'4942;

std::string_view without_padding(std::string_view json) {
    while (!json.empty() && (json.back() == '\0' || json.back() == ' ')) {
        json.remove_suffix(1);
    }
    return json;
}

// Returns the value of a digit of base 64, in either alphabet; 64 for another character.
constexpr std::uint32_t digit_of(char c) {
    if (c >= 'A' && c <= 'Z') {
        return static_cast<std::uint32_t>(c - 'A');
    }
    if (c >= 'a' && c <= 'z') {
        return static_cast<std::uint32_t>(c - 'a') + 26;
    }
    if (c >= '0' && c <= '9') {
        return static_cast<std::uint32_t>(c - '0') + 52;
    }
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : 64;
}

// 16 for another character.
constexpr std::uint32_t hexadecimal(char c) {
    return c >= '0' && c <= '9'   ? static_cast<std::uint32_t>(c - '0')
           : c >= 'a' && c <= 'f' ? static_cast<std::uint32_t>(c - 'a') + 10
           : c >= 'A' && c <= 'F' ? static_cast<std::uint32_t>(c - 'A') + 10
                                  : 16;
}

} // namespace

effigy::result<container> open_container(std::span<const std::byte> file) {
    const effigy::byte_view bytes{file};
    const auto word = [&](std::uint64_t at) { return bytes.value_at<effigy::u32<>>(at).get(); };
    if (word(0) != magic_of_glb) {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        std::string_view json = bytes.text_at(0, bytes.size());
        const std::size_t skipped = json.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
        json.remove_prefix(skipped);
        if (const std::size_t first = json.find_first_not_of(" \t\r\n"); first == json.npos || json[first] != '{') {
            return effigy::error{{"glTF"}, errc::bad_magic, 0, word(0), "glTF (GLB) or JSON"};
        }
        return container{without_padding(json), skipped, {}, false};
    }
    constexpr std::uint64_t header = 12, chunk_header = 8;
    if (bytes.size() < header + chunk_header) {
        return effigy::error{
            {"glb", 0}, errc::truncated, header + chunk_header, static_cast<std::int64_t>(bytes.size())};
    }
    if (word(4) != 2) {
        return effigy::error{{"glb.version", 4}, errc::bad_version, 0, word(4), "2"};
    }
    container out;
    out.is_binary = true;
    bool has_json = false;
    bool has_bin = false;
    for (std::uint64_t at = header; at < bytes.size() && bytes.size() - at >= chunk_header && !has_bin;) {
        const std::uint64_t length = word(at);
        const std::uint32_t type = word(at + 4);
        at += chunk_header;
        if (!bytes.fits(at, length)) {
            return effigy::error{{"glb.chunks[].chunkLength", at - chunk_header},
                                 errc::truncated,
                                 bytes.size() - at,
                                 static_cast<std::int64_t>(length),
                                 "bytes left in the file"};
        }
        if (!has_json && type != json_chunk) {
            return effigy::error{{"glb.chunks[].chunkType", at - 4}, errc::bad_magic, json_chunk, type};
        }
        if (!has_json) {
            out.json = without_padding(bytes.text_at(at, length));
            out.json_offset = at;
            has_json = true;
        } else if (type == bin_chunk) {
            out.binary = bytes.bytes_at(at, length);
            has_bin = true;
        }
        at += length;
    }
    return out;
}

bool is_data_uri(std::string_view uri) { return uri.starts_with("data:"); }

std::optional<effigy::file_bytes> bytes_of_data_uri(std::string_view uri) {
    const std::size_t comma = uri.find(',');
    if (comma == uri.npos || !uri.substr(0, comma).ends_with(";base64")) {
        return {};
    }
    uri.remove_prefix(comma + 1);
    while (!uri.empty() && uri.back() == '=') {
        uri.remove_suffix(1);
    }
    effigy::file_bytes out;
    out.reserve(uri.size() / 4 * 3 + 3);
    std::uint32_t bits = 0;
    unsigned held = 0;
    for (const char c : uri) {
        const std::uint32_t digit = digit_of(c);
        if (digit == 64) {
            return {};
        }
        bits = bits << 6U | digit;
        held += 6;
        if (held >= 8) {
            held -= 8;
            out.push_back(static_cast<std::byte>(bits >> held));
        }
    }
    return out;
}

std::string unescaped(std::string_view uri) {
    std::string out;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const std::uint32_t high = uri[i] == '%' && uri.size() - i > 2 ? hexadecimal(uri[i + 1]) : 16;
        const std::uint32_t low = high < 16 ? hexadecimal(uri[i + 2]) : 16;
        if (low < 16) {
            out += static_cast<char>(static_cast<unsigned char>(16 * high + low));
            i += 2;
        } else {
            out += uri[i];
        }
    }
    return out;
}

std::optional<std::string> path_of_uri(std::string_view uri) {
    const std::string path = unescaped(uri);
    if (path.empty() || path.front() == '/' || path.find_first_of(std::string_view{"\\:\0", 3}) != path.npos) {
        return {};
    }
    for (std::string_view rest = path;;) {
        const std::size_t slash = rest.find('/');
        if (rest.substr(0, slash) == "..") {
            return {};
        }
        if (slash == rest.npos) {
            return path;
        }
        rest.remove_prefix(slash + 1);
    }
}

} // namespace gltf_files
