#include "nwn.hpp"

#include "texts.hpp"

#include <span>

namespace materials::nwn {

namespace {

// "null" stands for no texture.
answer find_flat(const search& where, std::string_view name, const std::vector<std::string>& files) {
    if (name.empty() || equal_any_case(name, "null")) {
        return {outcome::none_to_look_for};
    }
    std::vector<candidate> candidates;
    for (const std::string& file : files) {
        candidates.push_back({file, "flat name"});
    }
    return where.first([&](const model_place& one) { return where.look_anywhere(one, candidates); });
}

} // namespace

// The order is that of rollnw, which reads .plt first where a part of a body may be colored.
std::vector<std::string> spellings(const std::string& name) { return {name + ".plt", name + ".dds", name + ".tga"}; }

answer find_texture(const search& where, std::string_view name) {
    return find_flat(where, name, spellings(std::string{name}));
}

answer find_material(const search& where, std::string_view name) {
    return find_flat(where, name, {std::string{name}.append(".mtr")});
}

answer find_properties(const search& where, std::string_view name) {
    return find_flat(where, name, {std::string{name}.append(".txi")});
}

} // namespace materials::nwn
