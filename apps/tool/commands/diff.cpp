#include "commands.hpp"

#include "owned.hpp"
#include <tool/answers/content_text.hpp>
#include <tool/answers/json.hpp>
#include <tool/answers/text.hpp>
#include <tool/system/batch.hpp>
#include <tool/system/console.hpp>
#include <tool/system/files.hpp>
#include <tool/system/judge.hpp>

#include <effigy/content.hpp>
#include <effigy/nwn/compile.hpp>
#include <effigy/nwn/encode.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <map>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>

namespace tool {

namespace fs = std::filesystem;
namespace nwn = effigy::nwn;

namespace {

using effigy::difference;

// Returns a model as the program that writes this file makes it: what has no meaning is that of the program.
effigy::result<nwn::owned_model> as_written(const effigy::result<effigy::file_bytes>& file) {
    const auto view = file ? nwn::open(*file) : effigy::result<nwn::model>{file.error()};
    return view ? decode(*view) : effigy::result<nwn::owned_model>{view.error()};
}
// Makes what a text says and a binary model comparable: both are written by the program that wrote the binary one. With
// a supermodel, nodes have its numbers, which a text alone does not say.
effigy::error bring_together(const fs::path& path, nwn::owned_model& text, nwn::owned_model& binary) {
    const auto file = read_input(path);
    const auto opened = file ? nwn::open_text(file->bytes()) : effigy::result<nwn::text_model>{file.error()};
    if (!opened) {
        return opened.error();
    }
    const nwn::producer by = binary.producer;
    auto a = as_written(nwn::compile(*opened, [](const effigy::finding&) {}, {.by = by, .without_supermodel = true}));
    auto b = as_written(encode(binary, by));
    if (!a || !b) {
        return a ? b.error() : a.error();
    }
    text = *std::move(a);
    binary = *std::move(b);
    for (nwn::owned_model* const each : {&text, &binary}) {
        if (!text.supermodel.view().empty()) {
            each->geometry.node_count = 0;
            for (nwn::owned_node& node : each->all<nwn::owned_node>()) {
                node.part_number = 0;
            }
        }
    }
    return {};
}
// Returns whether two files of Neverwinter Nights have two forms.
bool bring_together(const fs::path& before, owned_file& a, const fs::path& after, owned_file& b) {
    auto* const x = std::get_if<nwn::owned_model>(&a.content);
    auto* const y = std::get_if<nwn::owned_model>(&b.content);
    if (x == nullptr || y == nullptr || a.judged.is->kind == b.judged.is->kind) {
        return false;
    }
    const bool is_text = a.judged.is->kind == effigy::file_kind::nwn_ascii_model;
    (is_text ? a : b).refuse(is_text ? bring_together(before, *x, *y) : bring_together(after, *y, *x));
    return true;
}
// Whether all numbers agree but for last bits, which compilers compute otherwise: up to 2.5e-7 of a number (55 of 59
// texts measured).
bool is_rounding(const difference& found) {
    const auto &a = found.before, &b = found.after;
    if ((found.what != difference::kind::value && found.what != difference::kind::list) || a.size() != b.size() ||
        a.kind() != effigy::number_kind::float32 || a.width() != b.width()) {
        return false;
    }
    bool out = true;
    for (std::size_t i = 0; out && i < a.size(); ++i) {
        for (std::size_t k = 0; out && k < a.width(); ++k) {
            const double x = a.real(i, k), y = b.real(i, k);
            out = x == y || std::abs(x - y) <= 1e-6 * std::max(1.0, std::abs(x)) || (std::isnan(x) && std::isnan(y));
        }
    }
    return out;
}

struct compared_files {
    judgement a, b;
    bool are_compared = false; // both files are valid and of one kind
    difference_lines differences;
};

compared_files compare_files(const fs::path& before, const fs::path& after, bool json, model_cache& models) {
    compared_files out;
    out.differences = difference_lines{json};
    owned_file a = read_owned(before, models);
    owned_file b = read_owned(after, models);
    const bool are_two_forms = bring_together(before, a, after, b);
    a.visit([&]<class Model>(const Model& model) {
        const auto* const other = std::get_if<Model>(&b.content);
        out.are_compared = other != nullptr;
        return other == nullptr ? effigy::error{} : differences(model, *other, [&](const difference& found) {
            if (!are_two_forms || !is_rounding(found)) {
                out.differences.add(found, property_change_in(model, found));
            }
        });
    });
    out.are_compared = out.are_compared && a.judged.status == status::ok && b.judged.status == status::ok;
    out.a = std::move(a.judged);
    out.b = b.judged;
    return out;
}

// Returns why two files that are valid cannot be compared; empty if they can be, or if one is not valid.
std::string difference_of_kinds(const compared_files& made) {
    const bool are_of_two_kinds =
        !made.are_compared && made.a.status == status::ok && made.b.status == status::ok && made.a.is && made.b.is;
    return are_of_two_kinds
               ? "is of another kind: " + std::string{made.b.is->name} + ", not " + std::string{made.a.is->name}
               : "";
}

std::string json_of_pair(const std::string& before, const std::string& after, const compared_files& made) {
    return "{\"schema\":" + std::to_string(json_schema) + ",\"before\":" + before + ",\"after\":" + after +
           ",\"differences\":" + (made.are_compared ? '[' + made.differences.objects() + ']' : "null") + "}\n";
}

// ---- two files -----------------------------------------------------------------------------------------------------

void complain_about(const fs::path& path, const judgement& judged) {
    if (judged.status != status::ok) {
        std::cerr << printable(path.string()) << ": " << reason(judged) << '\n';
    }
}

int diff_of_files(const fs::path& before, const fs::path& after, bool json, model_cache& models) {
    const compared_files made = compare_files(before, after, json, models);
    if (json) {
        std::cout << json_of_pair(text_of(header_json(before.string(), made.a)),
                                  text_of(header_json(after.string(), made.b)), made);
    } else if (made.are_compared) {
        const style paint = style::of(stdout);
        made.differences.each([&](std::string_view path, std::string_view text) {
            std::cout << paint.name(path) << ": " << text << '\n';
        });
    }
    std::cout.flush();
    complain_about(before, made.a);
    complain_about(after, made.b);
    if (const std::string kinds = difference_of_kinds(made); !kinds.empty()) {
        std::cerr << printable(after.string()) << ": " << kinds << '\n';
    }
    return made.are_compared && made.differences.count() == 0 ? 0 : 1;
}

// ---- two folders ---------------------------------------------------------------------------------------------------

bool are_equal(const fs::path& before, const fs::path& after) {
    const auto a = read_input(before);
    const auto b = read_input(after);
    return a && b && std::ranges::equal(a->bytes(), b->bytes());
}

// Compares the files of two folders that have the same path below them.
class folder_diff {
public:
    folder_diff(const diff_options& options, model_cache& models) : options_(options), models_(models) {
        for (const std::size_t side : {0U, 1U}) {
            const found_files found = files_of({options.arguments[side]});
            report_empty_folders(found);
            for (const fs::path& file : found.files) {
                files_[file.lexically_relative(options.arguments[side])][side] = file;
            }
        }
    }

    int run() {
        std::vector<fs::path> names;
        for (const auto& [name, both] : files_) {
            names.push_back(name);
        }
        progress shown{names.size(), options_.quiet || is_terminal(stdout), [&](std::size_t i) { return names[i]; }};
        for (std::size_t i = 0; i < names.size(); ++i) {
            shown.show(i);
            const std::string lines = lines_of(names[i], files_[names[i]]);
            shown.clear();
            std::cout << lines;
        }
        std::cout.flush();
        std::cerr << counted(names.size(), "file") << ": " << grouped(equal_) << " equal, " << grouped(differing_)
                  << " different, " << grouped(only_[0]) << " only in " << printable(options_.arguments[0].string())
                  << ", " << grouped(only_[1]) << " only in " << printable(options_.arguments[1].string()) << ", "
                  << grouped(skipped_) << " skipped, " << counted(errors_, "error") << '\n';
        return equal_ == names.size() ? 0 : 1;
    }

private:
    using both_files = std::array<fs::path, 2>; // empty if a folder does not have it

    std::string lines_of(const fs::path& name, const both_files& both) {
        const std::string start = printable(name.string()) + '\t';
        for (const std::size_t side : {0U, 1U}) {
            if (both[1 - side].empty()) {
                ++only_[side];
                return options_.json ? json_of_one(both, side)
                                     : start + paint_.warning("only in") + '\t' +
                                           printable(options_.arguments[side].string()) + '\n';
            }
        }
        const compared_files made = compare_files(both[0], both[1], options_.json, models_);
        const std::string why = count(made, both, start);
        return options_.json ? json_of_pair(text_of(header_json(both[0].string(), made.a)),
                                            text_of(header_json(both[1].string(), made.b)), made)
                             : why;
    }
    // Returns the lines of a pair.
    std::string count(const compared_files& made, const both_files& both, const std::string& start) {
        if (made.are_compared) {
            ++(made.differences.count() == 0 ? equal_ : differing_);
            std::string out;
            made.differences.each([&](std::string_view path, std::string_view text) {
                out += start + "change\t" + std::string{path} + ": " + std::string{text} + '\n';
            });
            return out;
        }
        if (const std::string kinds = difference_of_kinds(made); !kinds.empty()) {
            ++differing_;
            return start + "change\t" + kinds + '\n';
        }
        const bool is_after =
            made.a.status == status::ok || (made.a.status == status::skipped && made.b.status == status::error);
        const judgement& judged = is_after ? made.b : made.a;
        if (judged.status == status::skipped && are_equal(both[0], both[1])) {
            ++equal_;
            return "";
        }
        ++(judged.status == status::skipped ? skipped_ : errors_);
        return complaint_line(paint_, both[is_after ? 1 : 0], judged);
    }
    std::string json_of_one(const both_files& both, std::size_t side) {
        const std::string one = text_of(header_json(both[side].string(), read_owned(both[side], models_).judged));
        return json_of_pair(side == 0 ? one : "null", side == 0 ? "null" : one, {});
    }

    const diff_options& options_;
    model_cache& models_;
    std::map<fs::path, both_files> files_; // by their paths below the folders
    std::array<std::size_t, 2> only_{};
    std::size_t equal_ = 0, differing_ = 0, skipped_ = 0, errors_ = 0;
    style paint_ = style::of(stdout);
};

} // namespace

int diff(const diff_options& options, model_cache& models) {
    std::error_code failure;
    const fs::path& before = options.arguments[0];
    const fs::path& after = options.arguments[1];
    const bool is_folder = fs::is_directory(before, failure);
    if (is_folder != fs::is_directory(after, failure)) {
        const fs::path& other = is_folder ? after : before;
        return wrong_usage("diff", fs::exists(other, failure) ? "diff: expected two files or two folders"
                                                              : "no such folder: " + printable(other.string()));
    }
    return is_folder ? folder_diff{options, models}.run() : diff_of_files(before, after, options.json, models);
}

} // namespace tool
