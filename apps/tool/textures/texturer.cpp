#include "texturer.hpp"

#include <tool/answers/text.hpp>
#include <tool/system/batch.hpp>
#include <tool/system/files.hpp>

#include <effigy/m2/names.hpp>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

namespace tool {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t most_kept_bytes = std::uint64_t{256} << 20U; // of images, for other models

constexpr std::uint32_t count_of_types = 15;

std::string types() {
    std::string out;
    for (std::uint32_t i = 1; i < count_of_types; ++i) {
        out.append(i == 1 ? "" : ", ").append(effigy::m2::name_of(static_cast<effigy::m2::texture_type>(i)));
    }
    return out;
}

// Returns the name of a type of texture, given as name or number; empty if there is no such type.
std::string_view type_of(std::string_view text) {
    const auto number = number_in(text);
    for (std::uint32_t i = 1; i < count_of_types; ++i) { // 0 is a file
        const std::string_view name = effigy::m2::name_of(static_cast<effigy::m2::texture_type>(i));
        if (number ? *number == i : name == text) {
            return name;
        }
    }
    return {};
}

} // namespace

texturer::texturer(const texture_options& options, const std::vector<fs::path>& arguments,
                   std::function<std::string_view(std::uint32_t)> path_of, bool animates)
    : options_(options), roots_(options.folders, arguments), images_(options.most_side, most_kept_bytes) {
    completing_.explains = options.verbose;
    completing_.guesses = !options.no_guess;
    completing_.path_of = std::move(path_of);
    complaint_ = no_folder("--textures", options.folders);
    completing_.animates = animates;
    for (const auto& [name, use] :
         {std::pair{"opaque", images::alpha_use::opaque}, std::pair{"mask", images::alpha_use::mask},
          std::pair{"blend", images::alpha_use::blend}}) {
        if (options.alpha == name) {
            completing_.texture_alpha = use;
        }
    }
    if (!options.alpha.empty() && !completing_.texture_alpha) {
        complaint_ = "--texture-alpha: expected opaque, mask or blend; found " + printable(options.alpha);
    }
    for (const std::string& each : options.given) {
        const std::size_t equals = each.find('=');
        const std::string_view type = type_of(std::string_view{each}.substr(0, equals));
        const std::string file = equals == std::string::npos ? "" : each.substr(equals + 1);
        const materials::answer found = type.empty() ? materials::answer{} : roots_.given(path_of_name(file));
        if (file.empty()) {
            complaint_ = "--texture: expected TYPE=FILE, such as monster_1=wolf.blp; found " + printable(each);
        } else if (type.empty()) {
            complaint_ = "--texture: no type " + printable(each.substr(0, equals)) + "; the types are " + types();
        } else if (!found) {
            complaint_ = "--texture: no file " + printable(file);
        }
        completing_.chosen.emplace(type, found);
    }
}

textured texturer::apply(effigy::scene& made, materials::family of, const fs::path& model,
                         std::vector<std::string_view> named) {
    if (options_.none) {
        return {};
    }
    materials::complete_options completing = completing_;
    completing.named = std::move(named);
    textured out = add_textures(made, of, places_of(model, made, of), completing,
                                [&](const materials::wanted_image& wanted) { return images_.get(wanted); });
    missing_.add(model, of, out);
    if (!completing_.chosen.empty()) {
        const std::scoped_lock lock{mutex_};
        for (const materials::look_up& each : out.names.names) {
            shown_types_.insert(each.name); // names of types and paths differ: a path has a folder or an extension
        }
    }
    return out;
}

std::string texturer::advice() const {
    std::string out = missing_.advice(roots_);
    for (const auto& each : completing_.chosen) {
        if (!options_.none && !shown_types_.contains(each.first)) {
            out += "warning: --texture: no model shows a texture of the type " + each.first + '\n';
        }
    }
    return out;
}

std::shared_ptr<const stored_image> image_store::get(const materials::wanted_image& wanted) {
    std::shared_ptr<slot> mine;
    {
        const std::scoped_lock lock{mutex_};
        std::shared_ptr<slot>& known = slots_[wanted];
        known = known != nullptr ? known : std::make_shared<slot>();
        mine = known;
    }
    std::call_once(mine->made, [&] { // others that want the same image wait here
        stored_image made{images::prepared_image{}};
        if (const effigy::error why = guarded("image", [&] { made = prepare(wanted, most_side_); })) {
            made = why;
        }
        mine->image = std::make_shared<const stored_image>(std::move(made));
        keep(wanted, *mine->image);
    });
    return mine->image;
}

void image_store::keep(const materials::wanted_image& wanted, const stored_image& made) {
    const std::scoped_lock lock{mutex_};
    const std::uint64_t size = made ? made->file.size() : 0;
    kept_.emplace_back(wanted, size);
    bytes_ += size;
    while (bytes_ > most_bytes_ && kept_.size() > 1) { // models that still use the image keep it alive
        bytes_ -= kept_.front().second;
        slots_.erase(kept_.front().first);
        kept_.pop_front();
    }
}

namespace {

// Returns the names below folders near these: those beside them first, then those beside the folders above.
std::vector<fs::path> files_near(const std::set<fs::path>& folders) {
    constexpr std::size_t most = 10'000;
    constexpr int levels = 3;
    std::vector<fs::path> out;
    std::set<fs::path> seen;
    std::size_t listed = 0;
    const auto list_below = [&](const fs::path& top) {
        std::deque<fs::path> next{top};
        for (; !next.empty() && listed < most; next.pop_front()) {
            if (!seen.insert(next.front()).second) {
                continue;
            }
            std::error_code failure;
            fs::directory_iterator at{next.front(), failure};
            for (; !failure && at != fs::directory_iterator{} && listed < most; at.increment(failure), ++listed) {
                const fs::file_type type = at->symlink_status(failure).type();
                if (type == fs::file_type::directory) {
                    next.push_back(at->path());
                } else if (type == fs::file_type::regular) {
                    out.push_back(at->path());
                }
            }
        }
    };
    std::set<fs::path> tops = folders;
    for (int level = 0; level < levels; ++level) {
        std::set<fs::path> above;
        for (const fs::path& top : tops) {
            if (!is_home_or_above(top.parent_path())) {
                above.insert(top.parent_path());
            }
        }
        tops = std::move(above);
        std::ranges::for_each(tops, list_below);
    }
    return out;
}

// Returns the folder from which `path` leads to the file; else the file's own, in which its last part is found.
std::string root_for(const std::string& file, std::string_view path) {
    const std::string end = '/' + lower_case(path);
    return lower_case(file).ends_with(end) ? file.substr(0, file.size() - end.size()) : file.substr(0, file.rfind('/'));
}

// Returns the folder from which the paths of a mod of Grimrock begin, by a script of it; empty if the script is only
// for models beside it.
std::string root_of_script(const std::string& script) {
    for (const std::string_view folder : {"/mod_assets/", "/scripts/"}) {
        const std::size_t at = lower_case(script).rfind(folder);
        if (at != std::string::npos) {
            return script.substr(0, at);
        }
    }
    return {};
}

struct holder {
    std::size_t names = 0;                                      // how many it has
    std::size_t rank = std::numeric_limits<std::size_t>::max(); // the nearest is 0
};

// The folders that have files which no rule found: below the roots, and near the models.
class holders_of_names {
public:
    holders_of_names(const std::set<fs::path>& folders, const texture_roots& roots) : roots_(roots.all()) {
        for (const fs::path& folder : folders) {
            folders_.push_back(utf8_path(folder) + '/');
        }
        for (const fs::path& file : files_near(folders)) {
            std::string path = utf8_path(file);
            if (is_model(path)) {
                models_.insert(path);
            }
            files_.emplace(lower_case(name_of_file(file)), std::pair{std::move(path), files_.size()});
        }
    }

    // Adds the folders that have the file with this path of a name, and how far they are.
    void add_folders(materials::family of, const std::string& path, std::map<std::string, std::size_t>& to) const {
        const std::string name = lower_case(materials::last_part(path));
        for (const texture_roots::used& root : roots_) {
            if (root.is_given) {
                for (const std::string_view file : root.root->files.named(name)) {
                    add(root_for(utf8_path(root.folder) + '/' + std::string{file}, path), 0, to);
                }
            }
        }
        const auto [first, last] = files_.equal_range(name);
        for (auto at = first; at != last; ++at) {
            const auto& [file, rank] = at->second;
            const bool is_exact = (of == materials::family::m2 || of == materials::family::p3d) &&
                                  path.find('/') != std::string::npos &&
                                  lower_case(file).ends_with('/' + lower_case(path));
            if (is_exact || !is_of_other_models(file)) {
                add(root_for(file, path), rank + 1, to);
            }
        }
    }
    // Adds the mods of Grimrock below the roots that define this material.
    void add_mods(std::string_view material, std::map<std::string, std::size_t>& to) const {
        for (const texture_roots::used& root : roots_) {
            const auto* const found = root.root->materials.find("", material);
            const std::string folder = root.is_given && found != nullptr
                                           ? root_of_script(utf8_path(root.folder) + '/' + std::string{found->script})
                                           : "";
            if (!folder.empty()) {
                add(folder, 0, to);
            }
        }
    }

private:
    static bool is_model(const std::string& path) {
        const std::string extension = lower_case(materials::extension_of(path));
        return extension == ".model" || extension == ".mdl" || extension == ".m2" || extension == ".p3d";
    }
    // Whether the file lies in a folder with models of its own, beside the folders of all models that lack files: a
    // file of the same name there is another one.
    bool is_of_other_models(const std::string& file) const {
        return std::ranges::all_of(folders_, [&](const std::string& own) {
            const auto same = static_cast<std::size_t>(std::ranges::mismatch(own, file).in1 - own.begin());
            const std::size_t end = file.find('/', own.substr(0, same).rfind('/') + 1); // npos + 1 is 0
            const std::string branch = file.substr(0, end == std::string::npos ? 0 : end + 1);
            const auto first = models_.lower_bound(branch);
            return !branch.empty() && first != models_.end() && first->starts_with(branch);
        });
    }
    void add(const std::string& folder, std::size_t rank, std::map<std::string, std::size_t>& to) const {
        const auto is_it = [&](const texture_roots::used& root) { return utf8_path(root.folder) == folder; };
        if (std::ranges::none_of(roots_, is_it)) { // else it was searched
            std::size_t& least = to.try_emplace(folder, rank).first->second;
            least = std::min(least, rank);
        }
    }

    std::vector<texture_roots::used> roots_;
    std::vector<std::string> folders_; // with a / at the end
    std::set<std::string> models_;     // near ones
    std::multimap<std::string, std::pair<std::string, std::size_t>>
        files_; // near, by last part in lower case: path, rank
};

} // namespace

void missing_textures::add(const fs::path& model, materials::family of, const textured& shown) {
    constexpr std::size_t most_names = 1000;
    constexpr std::size_t most_folders = 16;
    for (const materials::look_up& each : shown.names.names) {
        if (each.found.what != materials::outcome::missing) {
            continue;
        }
        const std::scoped_lock lock{mutex_};
        if (names_.size() < most_names) {
            names_.insert({of, each.is_material, each.name});
        }
        std::error_code failure;
        if (folders_.size() < most_folders) {
            folders_.insert(fs::canonical(model, failure).parent_path());
        }
    }
}

// Returns "; 3 of what is missing are in ../textures: add --textures ../textures"; empty if no other folder has any.
std::string missing_textures::advice_to_add(const texture_roots& roots) const {
    const holders_of_names all{folders_, roots};
    std::map<std::string, holder> holders; // by folder
    for (const name& each : names_) {
        std::map<std::string, std::size_t> has_it; // folder and rank
        if (each.is_material && each.of == materials::family::grimrock) {
            all.add_mods(each.text, has_it);
        } else {
            for (const std::string& path : spellings(each.of, each.text)) {
                all.add_folders(each.of, path, has_it);
            }
        }
        for (const auto& [folder, rank] : has_it) {
            holder& one = holders[folder];
            one.rank = std::min(one.rank, rank);
            ++one.names;
        }
    }
    const auto best = std::ranges::min_element(holders, {}, [](const auto& one) {
        return std::pair{std::numeric_limits<std::size_t>::max() - one.second.names, one.second.rank};
    });
    if (best == holders.end()) {
        return {};
    }
    const std::string folder = shown_path(path_of_name(best->first));
    return "; " + grouped(best->second.names) + " of what is missing " + (best->second.names == 1 ? "is" : "are") +
           " in " + folder + ": add --textures " +
           (folder.find(' ') == std::string::npos ? folder : '"' + folder + '"');
}

std::string missing_textures::advice(const texture_roots& roots) const {
    constexpr std::size_t most_roots = 5;
    if (names_.empty()) {
        return {};
    }
    const std::vector<std::string> searched = roots.names();
    std::string out = "looked below ";
    for (std::size_t i = 0; i < searched.size() && i < most_roots; ++i) {
        out += (i == 0 ? "" : ", ") + searched[i];
    }
    out += searched.size() > most_roots ? " and " + grouped(searched.size() - most_roots) + " more folders" : "";

    return out + advice_to_add(roots) + '\n';
}

} // namespace tool
