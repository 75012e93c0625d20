#include "companion_table.hpp"

#include "text.hpp"

#include <effigy/m2/verify.hpp>

#include <string_view>
#include <utility>

namespace tool {

namespace m2 = effigy::m2;

void companion_table::find(effigy::borrowed_bytes model, source find_one) {
    joined_ =
        m2::find_companions(model, [&](const m2::wanted_companion& wanted) -> std::optional<effigy::borrowed_bytes> {
            std::optional<found_companion> found = find_one(wanted);
            if (!found) {
                return std::nullopt;
            }
            paths_[{wanted.kind, wanted.id, wanted.variation}] = std::move(found->path);
            return found->bytes;
        });
}

std::string companion_table::path_of(std::uint32_t entry) const {
    if (entry >= table().size()) {
        return {};
    }
    const m2::companion& of = table()[entry];
    return path_of(of.kind, of.id, of.variation);
}

std::string companion_table::path_of(m2::companion_kind kind, std::uint16_t id, std::uint16_t variation) const {
    const auto found = paths_.find({kind, id, variation});
    return found != paths_.end() ? found->second : std::string{};
}

std::vector<std::string> companion_table::missing(std::string_view stem) const {
    std::vector<std::string> out;
    for (const m2::wanted_companion& wanted : joined_.missing) {
        const std::string name = m2::name_of(wanted, stem);
        const std::string by_id = m2::id_name_of(wanted);
        out.push_back(printable(name + (name.empty() || by_id.empty() ? "" : " or ") + by_id));
    }
    return out;
}

// ---- opening -------------------------------------------------------------------------------------------------------

namespace {

// Returns the companion that an error of open() is about; empty if it is about the model.
std::string companion_of(const effigy::error& why, const companion_table& among) {
    const bool is_one = std::string_view{why.path_prefix}.starts_with("companions[]");
    return is_one ? among.path_of(why.index[0]) : std::string{};
}
// The same for an error of verify(), which reads the skin profiles.
std::string companion_of(const effigy::error& why, const m2::model& model, const companion_table& among) {
    const bool is_one = why && std::string_view{why.path}.starts_with("m2.skinProfiles[]");
    const m2::skin_profile profile = model.skin_profiles().at(why.index[0]);
    return is_one ? among.path_of(m2::companion_kind::skin_file, static_cast<std::uint16_t>(profile.number()), 0)
                  : std::string{};
}

} // namespace

opened_model open_with(const companion_table& companions, effigy::borrowed_bytes model) {
    const auto opened = m2::open(model, companions.table());
    if (!opened) {
        return {std::nullopt, opened.error(), companion_of(opened.error(), companions)};
    }
    const effigy::error why = verify(*opened);
    return {*opened, why, companion_of(why, *opened, companions)};
}

} // namespace tool
