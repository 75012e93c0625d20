// The texts about materials: Lua, MTR, TXI, rvmat and $PBOPREFIX$. What is read is not larger than the text.
#include "hostile/fuzz/promises.hpp"

#include <materials/lua_materials.hpp>
#include <materials/nwn_texts.hpp>
#include <materials/pbo_prefixes.hpp>
#include <materials/rvmat.hpp>

namespace {

using namespace materials;

std::size_t sum(const std::vector<std::string>& texts) {
    std::size_t out = texts.size();
    for (const std::string& one : texts) {
        out += one.size();
    }
    return out;
}

void read_lua(std::string_view text) {
    std::size_t size = 0;
    const lua_script script = read_lua_materials(text);
    for (const lua_material& one : script.materials) {
        size += one.name.size() + one.diffuse_map.size() + one.specular_map.size() + one.normal_map.size() +
                one.emissive_map.size() + one.shade_tex.size() + one.shader.size() + sum(one.unread);
        fuzz::promise(text.at(one.offset) == '{', "the offset of a material is that of its {");
    }
    fuzz::promise(size + script.materials.size() <= text.size(), "materials are not larger than their script");
    fuzz::promise(!script.broken || script.broken.offset < text.size(), "an error is inside the script");
}

void read_nwn(std::string_view text) {
    const nwn::mtr material = nwn::read_mtr(text);
    std::size_t size = sum({material.textures.begin(), material.textures.end()}) + sum(material.unread);
    for (const nwn::mtr::parameter& one : material.parameters) {
        size += one.name.size() + one.values.size();
    }
    fuzz::promise(size <= text.size() + material.textures.size() + 1, "a material is not larger than its text");
    const nwn::txi properties = nwn::read_txi(text);
    fuzz::promise(sum(properties.unread) <= text.size() + 1, "properties are not larger than their text");
}

void read_p3d(std::string_view text) {
    const auto material = p3d::read_rvmat(text);
    fuzz::promise(material.error().offset <= text.size(), "an error is inside the text");
    if (!material) {
        return;
    }
    std::size_t size = material->pixel_shader.size() + material->vertex_shader.size();
    for (const p3d::rvmat::stage& one : material->stages) {
        size += one.number.size() + one.texture.size() + one.uv_source.size();
        static_cast<void>(p3d::use_of(*material, one));
    }
    fuzz::promise(size <= text.size(), "a material is not larger than its text");
}

void read_prefix(std::string_view text) {
    const std::string prefix = read_pbo_prefix(text);
    fuzz::promise(prefix.size() <= text.size() && !prefix.starts_with("../"), "a prefix is a path below a folder");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<char> copy(data, data + size); // has no NUL at its end
    const std::string_view text{copy.data(), copy.size()};
    read_lua(text);
    read_nwn(text);
    read_p3d(text);
    read_prefix(text);
    return 0;
}
