#include "search.hpp"

#include <tuple>

namespace textures {

search search::beside(const answer& found) const {
    search out = *this;
    for (place& one : out.places_) {
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

answer search::first(effigy::function_ref<answer(const place&)> look_in) const {
    for (const place& one : places_) {
        if (const answer found = look_in(one)) {
            return found;
        }
    }
    return {};
}

answer search::try_path(const place& where, std::string path, const char* rule) const {
    const std::string_view found = where.in->files.find(path);
    if (looked_ != nullptr) {
        looked_->push_back(std::move(path));
    }
    return found.empty() ? answer{} : answer{outcome::found, rule, false, &where.in->files, found};
}

answer search::look(const place& where, const std::vector<candidate>& candidates) const {
    for (const candidate& one : candidates) {
        if (const answer found = try_path(where, one.path, one.rule)) {
            return found;
        }
    }
    return {};
}

answer search::look_above(const place& where, const std::vector<candidate>& candidates) const {
    for (const std::string_view folder : folders_above(where.model)) {
        for (const candidate& one : candidates) {
            if (const answer found = try_path(where, std::string{folder}.append(one.path), one.rule)) {
                return found;
            }
        }
    }
    return {};
}

answer search::look_anywhere(const place& where, const std::vector<candidate>& candidates) const {
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
        if (looked_ != nullptr) {
            looked_->push_back("**/" + one.path);
        }
    }
    return best;
}

} // namespace textures
