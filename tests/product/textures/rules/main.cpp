// effigy_texture_rules FOLDER < models.tsv: looks for each row's name and prints what was found, twice: with the folder
// of the row's repository as root, and with the whole folder.
#include <materials/grimrock.hpp>
#include <materials/m2.hpp>
#include <materials/nwn.hpp>
#include <materials/p3d.hpp>
#include <materials/rvmat.hpp>
#include <materials/texts.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>

namespace {

namespace fs = std::filesystem;
using namespace materials;

struct row {
    std::string family, model, place, material, name, role;
};

std::optional<std::vector<std::byte>> read_file(const fs::path& path) {
    std::ifstream in{path, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    const auto bytes = std::as_bytes(std::span{text});
    return std::vector<std::byte>{bytes.begin(), bytes.end()};
}

// The root below `all`, which is built once.
const root& root_of(const fs::path& all, const std::string& folder) {
    static std::map<std::string, std::unique_ptr<root>> known;
    auto& out = known[folder];
    if (out == nullptr) {
        std::vector<std::string> paths;
        for (const auto& entry : fs::recursive_directory_iterator{all / folder}) {
            if (entry.is_regular_file()) {
                paths.push_back(entry.path().lexically_relative(all / folder).generic_string());
            }
        }
        out = std::make_unique<root>(file_tree{
            std::move(paths), [base = all / folder](std::string_view path) { return read_file(base / path); }});
    }
    return *out;
}

std::vector<row> read_rows(std::istream& in) {
    std::vector<row> out;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::string_view rest = line;
        const auto next = [&rest] { return std::string{take_until(rest, "\t")}; };
        out.push_back({next(), next(), next(), next(), next(), next()});
    }
    return out;
}

// Whether the definition of a material names the texture of the row.
bool names(const lua_material* material, const row& one) {
    const std::map<std::string_view, std::string lua_material::*> keys{{"diffuseMap", &lua_material::diffuse_map},
                                                                       {"specularMap", &lua_material::specular_map},
                                                                       {"normalMap", &lua_material::normal_map},
                                                                       {"emissiveMap", &lua_material::emissive_map}};
    return material != nullptr && material->*keys.at(one.role) == one.name;
}

bool names(const effigy::result<p3d::rvmat>& material, const row& one) {
    for (const p3d::rvmat::stage& stage : material ? material->stages : std::vector<p3d::rvmat::stage>{}) {
        if ("Stage" + stage.number == one.role && stage.texture == one.name) {
            return true;
        }
    }
    return false;
}

answer not_named() { return {outcome::missing, "the material does not name it"}; }

answer find_grimrock(const search& where, const row& one) {
    if (one.role == "material") {
        return grimrock::find_material(where, one.name);
    }
    return names(grimrock::find_material(where, one.material).material, one) ? grimrock::find_texture(where, one.name)
                                                                             : not_named();
}

answer find_p3d(const search& where, const row& one) {
    if (!one.role.starts_with("Stage")) {
        return one.role == "rvmat" ? p3d::find_material(where, one.name) : p3d::find_texture(where, one.name);
    }
    const answer material = p3d::find_material(where, one.material);
    if (!material) {
        return p3d::find_texture(where, one.name); // its .rvmat is not demanded
    }
    return names(p3d::read_rvmat(as_text(*material.tree->read(material.path))), one)
               ? p3d::find_texture(where.beside(material), one.name)
               : not_named();
}

answer find_m2(const search& where, const row& one, const std::vector<row>& rows) {
    if (one.role == "file") {
        return m2::find_texture(where, one.name);
    }
    std::vector<std::string_view> named;
    for (const row& other : rows) {
        if (other.place == one.place && other.role == "file") {
            named.push_back(other.name);
        }
    }
    return m2::guess_texture(where, one.role == "monster 1" ? "monster_1" : "monster_2", named);
}

answer find(const search& where, const row& one, const std::vector<row>& rows) {
    return one.family == "grimrock" ? find_grimrock(where, one)
           : one.family == "nwn"    ? nwn::find_texture(where, one.name)
           : one.family == "m2"     ? find_m2(where, one, rows)
                                    : find_p3d(where, one);
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "effigy_texture_rules FOLDER < models.tsv\n";
        return EXIT_FAILURE;
    }
    const std::vector<row> rows = read_rows(std::cin);
    constexpr const char* outcomes[] = {"nothing", "found", "game", "missing"};
    for (const row& one : rows) {
        const std::string repository = one.place.substr(0, one.place.find('/', one.place.find('/') + 1) + 1);
        for (const std::string& folder : {repository, std::string{}}) {
            const search where{{{&root_of(arguments[1], folder), one.place.substr(folder.size())}}};
            const answer got = find(where, one, rows);
            std::cout << outcomes[static_cast<int>(got.what)] << '\t' << (got ? folder : "") << got.path << '\t'
                      << got.rule << '\t' << (got.guessed ? "guessed" : "") << (folder.empty() ? '\n' : '\t');
        }
    }
    return EXIT_SUCCESS;
}
