#include "readers.hpp"

#include <algorithm>

namespace images {

namespace {

constexpr std::string_view pointer_to_a_file = "version https://git-lfs";

struct mark {
    std::string_view text;
    format is;
};
constexpr std::array magics{
    mark{pointer_to_a_file, format::unknown},
    mark{"DDS ", format::dds},
    mark{"BLP1", format::blp},
    mark{"BLP2", format::blp},
    mark{"PLT V1  ", format::plt},
    mark{"\x89PNG", format::png},
    mark{"\xFF\xD8\xFF", format::jpeg},
};
constexpr std::array extensions{
    mark{".paa", format::paa},
    mark{".pac", format::paa},
    mark{".tga", format::tga},
    mark{".dds", format::bioware_dds},
};

bool ends_with(std::string_view name, std::string_view extension) {
    const auto same = [](char a, char lower) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == lower; };
    return name.size() >= extension.size() &&
           std::ranges::equal(name.substr(name.size() - extension.size()), extension, same);
}

effigy::error unknown(const effigy::byte_view& file) {
    if (file.text_at(0, pointer_to_a_file.size()) == pointer_to_a_file) {
        return unsupported("Git LFS pointer", "the image itself was not fetched: git lfs pull");
    }
    return {{"image"}, errc::bad_magic, 0, file.value_at<u32>(0), "DDS, BLP, PAA, TGA or PLT"};
}

effigy::result<image> below(const char* prefix, effigy::result<image> read) {
    if (read || read.error().code == errc::unsupported || *read.error().path_prefix != '\0') {
        return read;
    }
    effigy::error why = read.error();
    why.path_prefix = prefix;
    return why;
}

} // namespace

format format_of(bytes file, std::string_view name) {
    const effigy::byte_view all{file};
    const auto magic =
        std::ranges::find_if(magics, [&](const mark& of) { return all.text_at(0, of.text.size()) == of.text; });
    if (magic != magics.end()) {
        return magic->is;
    }
    const auto extension = std::ranges::find_if(extensions, [&](const mark& of) { return ends_with(name, of.text); });
    return extension != extensions.end() ? extension->is : format::unknown;
}

effigy::result<image> decode(bytes file, std::string_view name, const decode_options& options) {
    const effigy::byte_view all{file};
    const cursor start{all};
    switch (format_of(file, name)) {
    case format::dds: return below("dds.", read_dds(start));
    case format::bioware_dds: return below("dds.", read_bioware_dds(start));
    case format::blp: return below("blp.", read_blp(start));
    case format::paa: return below("paa.", read_paa(start));
    case format::tga: return below("tga.", read_tga(start));
    case format::plt: return below("plt.", read_plt(start, options));
    case format::png: return unsupported("PNG", "embed it as it is");
    case format::jpeg: return unsupported("JPEG", "embed it as it is");
    case format::unknown: break;
    }
    return unknown(all);
}

} // namespace images
