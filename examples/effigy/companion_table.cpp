#include "companion_table.hpp"

#include <effigy/m2/verify.hpp>

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace tool {

namespace m2 = effigy::m2;

std::string companion_table::path_of(std::uint32_t entry) const {
    return entry < paths_.size() ? paths_[entry] : std::string{};
}

std::string companion_table::path_of(m2::companion_kind kind, std::uint16_t id, std::uint16_t variation) const {
    const auto found = std::ranges::find_if(table_, [&](const m2::companion& entry) {
        return entry.kind == kind && entry.id == id && entry.variation == variation;
    });
    return found != table_.end() ? paths_[static_cast<std::size_t>(found - table_.begin())] : std::string{};
}

void companion_table::add(const m2::companion& entry, std::string path) {
    const auto place = std::ranges::upper_bound(table_, entry, m2::comes_before);
    paths_.insert(paths_.begin() + (place - table_.begin()), std::move(path));
    table_.insert(place, entry);
}

// ---- the search ----------------------------------------------------------------------------------------------------

namespace {

bool is_skeleton(const m2::wanted_companion& wanted) {
    return wanted.kind == m2::companion_kind::skeleton_file || wanted.kind == m2::companion_kind::parent_skeleton_file;
}

class search {
public:
    search(effigy::borrowed_bytes model, const companion_table& found, wanted_sink add)
        : model_(model), found_(found), add_(add) {}

    // Returns the model with its skeletons. A skeleton names its parent and lists the animations.
    effigy::result<m2::model> join_skeletons() {
        for (;;) {
            const auto opened = m2::open(model_, found_.table());
            if (!opened || join_some(*opened, is_skeleton) == 0) {
                return opened;
            }
        }
    }
    // Returns how many were found.
    template <class Takes> std::size_t join_some(const m2::model& model, const Takes& takes) {
        std::vector<m2::wanted_companion> all; // collected first, since the model reads the table that add() changes
        m2::for_each_wanted_companion(model, [&](const m2::wanted_companion& wanted) {
            if (takes(wanted) && looked_for_.emplace(wanted.kind, wanted.id, wanted.variation).second) {
                all.push_back(wanted);
            }
        });
        const std::size_t before = found_.table().size();
        for (const m2::wanted_companion& wanted : all) {
            add_(wanted);
        }
        return found_.table().size() - before;
    }

private:
    effigy::borrowed_bytes model_;
    const companion_table& found_;
    wanted_sink add_;
    std::set<std::tuple<m2::companion_kind, std::uint16_t, std::uint16_t>> looked_for_;
};

} // namespace

// If the model cannot be opened, the caller gets the error when it opens the model with the companions.
void find_companions(effigy::borrowed_bytes model, const companion_table& found, wanted_sink add) {
    search all{model, found, add};
    if (const auto opened = all.join_skeletons()) {
        all.join_some(*opened, [](const m2::wanted_companion& wanted) { return !is_skeleton(wanted); });
    }
}

void find_skeletons(effigy::borrowed_bytes model, const companion_table& found, wanted_sink add) {
    (void)search{model, found, add}.join_skeletons();
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
