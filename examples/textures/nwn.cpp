#include "nwn.hpp"

#include "texts.hpp"

#include <span>

namespace textures::nwn {

namespace {

// "null" stands for no texture.
answer find_flat(const search& where, std::string_view name, std::initializer_list<const char*> extensions) {
    if (name.empty() || equal_any_case(name, "null")) {
        return {outcome::none_to_look_for};
    }
    std::vector<candidate> candidates;
    for (const char* const extension : extensions) {
        candidates.push_back({std::string{name}.append(extension), "flat name"});
    }
    return where.first([&](const place& one) { return where.look_anywhere(one, candidates); });
}

} // namespace

// The order is that of rollnw, which reads .plt first where a part of a body may be colored.
answer find_texture(const search& where, std::string_view name) {
    return find_flat(where, name, {".plt", ".dds", ".tga"});
}

answer find_material(const search& where, std::string_view name) { return find_flat(where, name, {".mtr"}); }

answer find_properties(const search& where, std::string_view name) { return find_flat(where, name, {".txi"}); }

} // namespace textures::nwn
