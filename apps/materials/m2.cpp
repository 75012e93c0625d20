#include "m2.hpp"

#include "texts.hpp"

#include <algorithm>

namespace materials::m2 {

namespace {

std::vector<candidate> as_written_or_png(const std::string& path, const char* rule) {
    return {{path, rule}, {with_extension(path, ".png"), "png for blp"}};
}

// Measured: of 13 slots whose skin is known and lies beside the model, the guess is a skin of the model for 12.
answer guess_skin_in(const model_place& where, std::span<const std::string_view> named) {
    const std::string start = with_extension(where.model, "");
    const auto is_named = [&](std::string_view key) {
        return std::ranges::any_of(named, [&](std::string_view name) {
            const auto path = relative_path(name);
            return path && equal_any_case(last_part(*path), last_part(key));
        });
    };
    int best = 0;
    answer out;
    for (const file_tree::file& one : where.in->files.starting_with(start)) {
        const std::string_view rest = std::string_view{one.key}.substr(start.size());
        if (!rest.ends_with(".blp") || rest.find('/') != std::string_view::npos || is_named(one.key)) {
            continue;
        }
        const int rank = rest == ".blp" ? 3 : rest == "skin.blp" ? 2 : 1;
        if (rank > best) {
            best = rank;
            out = {outcome::found, "guess: beside the model, begins with its name", true, &where.in->files, one.path};
        }
    }
    return out;
}

} // namespace

// Community extractions have .png files instead. Measured: 121 of 1,371 names.
std::vector<std::string> spellings(const std::string& path) { return {path, with_extension(path, ".png")}; }

answer find_texture(const search& where, std::string_view name) {
    return search::by_path(name, [&where](const std::string& path) {
        const auto candidates = as_written_or_png(path, "path below a folder above the model");
        const answer found = where.first([&](const model_place& one) { return where.look_above(one, candidates); });
        return found ? found
                     : where.first([&](const model_place& one) { return where.look_beside(one, spellings(path)); });
    });
}

answer find_texture(const search& where, std::uint32_t id,
                    effigy::function_ref<std::string_view(std::uint32_t)> path_of) {
    if (id == 0) {
        return {outcome::none_to_look_for};
    }
    const std::optional<std::string> path = relative_path(path_of(id));
    std::vector<std::string> names{std::to_string(id) + ".blp"};
    if (path) {
        names.insert(names.begin(), std::string{last_part(*path)});
    }
    for (const std::string& name : names) {
        const answer beside = where.first([&](const model_place& one) {
            const std::string file = std::string{folder_of(one.model)}.append(name);
            return !one.model.empty() ? where.look(one, as_written_or_png(file, "FileDataID, beside the model"))
                                      : answer{};
        });
        if (beside) {
            return beside;
        }
    }
    return !path ? answer{outcome::missing, "FileDataID without a known path"}
                 : where.first([&](const model_place& one) {
                       return where.look(one, as_written_or_png(*path, "FileDataID, path below the root"));
                   });
}

answer guess_texture(const search& where, std::string_view type, std::span<const std::string_view> named) {
    if (type != "monster_1") {
        return {outcome::none_to_look_for, "tables of the game"};
    }
    return where.first(
        [&](const model_place& one) { return !one.model.empty() ? guess_skin_in(one, named) : answer{}; });
}

} // namespace materials::m2
