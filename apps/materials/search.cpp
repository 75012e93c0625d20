#include "search.hpp"

#include "texts.hpp"

#include <tuple>

namespace materials {

search search::beside(const answer& found) const {
    search out = *this;
    for (model_place& one : out.places_) {
        if (&one.in->files == found.tree) {
            one.model = found.path;
        }
    }
    return out;
}

answer search::by_path(std::string_view name, effigy::function_ref<answer(const std::string&)> look) {
    if (name.empty()) {
        return {outcome::none_to_look_for};
    }
    const auto path = relative_path(name);
    return path ? look(*path) : answer{outcome::missing, "not a path below a folder"};
}

answer search::first(effigy::function_ref<answer(const model_place&)> look_in) const {
    for (const model_place& one : places_) {
        if (const answer found = look_in(one)) {
            return found;
        }
    }
    return {};
}

answer search::try_path(const model_place& where, const std::string& path, const char* rule) const {
    const std::string_view found = where.in->files.find(path);
    say_looked(where, path);
    return found.empty() ? answer{} : answer{outcome::found, rule, false, &where.in->files, found};
}

answer search::look(const model_place& where, const std::vector<candidate>& candidates) const {
    for (const candidate& one : candidates) {
        if (const answer found = try_path(where, one.path, one.rule)) {
            return found;
        }
    }
    return {};
}

answer search::look_above(const model_place& where, const std::vector<candidate>& candidates) const {
    for (const std::string_view folder : folders_above(where.model)) {
        for (const candidate& one : candidates) {
            if (const answer found = try_path(where, std::string{folder}.append(one.path), one.rule)) {
                return found;
            }
        }
    }
    return {};
}

answer search::look_anywhere(const model_place& where, const std::vector<candidate>& candidates) const {
    answer best;
    distance nearest;
    for (const candidate& one : candidates) {
        for (const std::string_view path : where.in->files.named(one.path)) {
            const distance steps = distance_between(where.model, path);
            if (!best || steps < nearest) {
                best = {outcome::found, one.rule, false, &where.in->files, path};
                nearest = steps;
            }
        }
        say_looked(where, "**/" + one.path);
    }
    return best;
}

answer search::look_beside(const model_place& where, const std::vector<std::string>& paths) const {
    const bool has_folder = !paths.empty() && last_part(paths.front()) != paths.front(); // else it was tried already
    if (!has_folder || is_doubtful(paths.front())) {
        return {};
    }
    const auto look_in = [&](std::string_view folder, const char* rule) {
        for (const std::string& path : paths) {
            const std::string beside = std::string{folder}.append(last_part(path));
            if (where.in->files.count(beside) <= 1) {
                if (const answer found = try_path(where, beside, rule)) {
                    return found;
                }
            }
        }
        return answer{};
    };
    const std::string_view own = folder_of(where.model);
    const answer found = look_in(own, "last part, beside the model");
    return found || own.empty() ? found : look_in({}, "last part, in the root");
}

bool search::is_doubtful(std::string_view path) const {
    return doubtful_ != nullptr && doubtful_->contains(lower_case(last_part(path)));
}

void search::say_looked(const model_place& where, std::string_view path) const {
    if (looked_ != nullptr) {
        const std::string& folder = where.in->name;
        looked_->push_back((folder.empty() || folder == "." ? "" : folder + '/').append(path));
    }
}
} // namespace materials
