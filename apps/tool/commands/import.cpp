#include "import.hpp"

#include "batch.hpp"
#include "console.hpp"
#include "judge.hpp"
#include "output.hpp"
#include "usage.hpp"
#include <tool/answers/imported.hpp>
#include <tool/answers/text.hpp>

#include <effigy/file.hpp>
#include <effigy/report.hpp>
#include <gltf/read.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

std::string complaint_of(const import_options& options) {
    if (options.into.empty()) {
        return "expected --into FILE: the model, and the clips to change";
    }
    if (!lod_choice::of(options.lod)) {
        return "--lod: " + complaint_of_level(options.lod);
    }
    if (options.in_place == !options.output.empty() && !options.dry_run) {
        return options.in_place ? "-o and --in-place exclude each other" : "expected -o OUT, --in-place or --dry-run";
    }
    if (options.in_place && std::ranges::any_of(options.into, is_standard)) {
        return "--in-place: standard input has no place; use -o OUT";
    }
    const std::string complaint = place_of(options.output, options.into).complaint;
    return complaint.empty() ? "" : "-o: " + complaint;
}

std::string_view word_of(effigy::remark_kind kind) {
    switch (kind) {
    case effigy::remark_kind::changed: return "changed";
    case effigy::remark_kind::kept: return "kept";
    case effigy::remark_kind::guessed: return "guessed";
    case effigy::remark_kind::left_out: break;
    }
    return "left out";
}

class importing {
public:
    explicit importing(const import_options& options) : options_(options) {}

    int run() {
        const auto changed = read_scene();
        if (!changed || !open_old_files()) {
            return 1;
        }
        const import_settings settings{lod_choice::of(options_.lod).value_or(lod_choice{}), options_.choices,
                                       options_.delete_missing};
        std::vector<old_file> old;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            old.push_back({name_of_file(options_.into[i].stem()), files_[i].bytes()});
        }
        import_result made = import_scene(*changed, old, settings);
        old.clear();
        files_.clear(); // so that they can be replaced on Windows
        if (!made.words.empty()) {
            return wrong_usage("import", "--into: " + made.words);
        }
        if (made.why) {
            const bool is_scene = made.culprit >= options_.into.size();
            return fail(is_scene ? options_.from : options_.into[made.culprit], made.why);
        }
        return write(made);
    }

private:
    int fail(const fs::path& file, const effigy::error& why) const {
        std::cerr << printable(file.string()) << '\t' << paint_.bad("error") << '\t' << effigy::to_string(why) << '\n';
        return 1;
    }
    [[nodiscard]] std::optional<effigy::scene> read_scene() {
        const auto file = read_input(options_.from);
        if (!file) {
            fail(options_.from, file.error());
            return std::nullopt;
        }
        const auto load = [&](std::string_view path) -> std::optional<effigy::file_bytes> {
            const auto beside = read_regular(options_.from.parent_path() / path_of_name(path));
            if (!beside) {
                return std::nullopt;
            }
            effigy::file_bytes out;
            out.append(beside->bytes());
            return out;
        };
        auto read = gltf_files::read(
            file->bytes(), load, [&](const effigy::remark& told) { note(options_.from, {told.kind, text_of(told)}); });
        if (!read) {
            fail(options_.from, read.error());
            return std::nullopt;
        }
        return *std::move(read);
    }
    [[nodiscard]] bool open_old_files() {
        bool out = true;
        for (const fs::path& path : options_.into) {
            auto file = read_input(path);
            if (file) {
                files_.push_back(*std::move(file));
            } else {
                fail(path, file.error());
                out = false;
            }
        }
        return out;
    }

    void note(const fs::path& file, const import_line& line) {
        if (line.is_detail && !options_.verbose) {
            return;
        }
        lines_ += printable(file.string()) + '\t' + std::string{word_of(line.kind)} + '\t' + line.text + '\n';
        left_out_ += line.kind == effigy::remark_kind::left_out ? 1U : 0U;
    }
    [[nodiscard]] fs::path place_of(const imported_file& file) const {
        const fs::path& old = options_.into[file.old];
        if (options_.output.empty()) {
            return file.new_name.empty() ? old : old.parent_path() / path_of_name(file.new_name);
        }
        const bool is_file = tool::place_of(options_.output, options_.into).is_file;
        if (file.new_name.empty()) {
            return is_file ? options_.output : options_.output / old.filename();
        }
        return (is_file ? options_.output.parent_path() : options_.output) / path_of_name(file.new_name);
    }
    // Returns why the files cannot be written; empty if they can.
    [[nodiscard]] std::string obstacle(const import_result& made) const {
        std::set<fs::path> places;
        std::error_code failure;
        if (is_standard(options_.output) && made.files.size() > 1) {
            return "-o: expected a folder for several files";
        }
        for (const imported_file& file : made.files) {
            const fs::path to = place_of(file);
            if (!places.insert(to.lexically_normal()).second) {
                return "two files would have the name " + printable(to.string());
            }
            if (!file.new_name.empty() && path_of_name(file.new_name).has_parent_path()) {
                return "the clip " + printable(file.new_name) + " has no name for a file";
            }
            const bool is_old = std::ranges::any_of(
                options_.into, [&](const fs::path& each) { return fs::equivalent(each, real_place(to), failure); });
            if (!file.bytes.empty() && !options_.in_place && !options_.output.empty() && is_old) {
                return "-o: expected another place than that of the files; --in-place replaces them";
            }
            if (!file.new_name.empty() && options_.in_place && fs::exists(to, failure)) {
                return printable(to.string()) + " exists already: --into changes it";
            }
        }
        return "";
    }
    int write(const import_result& made) {
        for (const imported_file& file : made.files) {
            for (const import_line& line : file.lines) {
                note(options_.into[file.old], line);
            }
        }
        if (const std::string why = obstacle(made); !why.empty()) {
            return wrong_usage("import", why);
        }
        const bool writes = !options_.dry_run && (!options_.strict || left_out_ == 0);
        std::size_t written = 0;
        std::ostream& lines = lines_beside(options_.output);
        for (const imported_file& file : made.files) {
            const fs::path& name = file.new_name.empty() ? options_.into[file.old] : options_.from;
            const fs::path to = place_of(file);
            if (file.bytes.empty()) {
                lines << printable(name.string()) << '\t' << paint_.faint("unchanged") << '\n';
                continue;
            }
            if (writes) {
                new_file out{to};
                out.write(file.bytes);
                out.flush();
                if (const effigy::error why = out.keep()) {
                    return fail(to, why);
                }
            }
            ++written;
            lines << printable(name.string()) << '\t'
                  << (writes ? paint_.good("written") : paint_.warning("would be written")) << '\t'
                  << printable(to.string()) << '\n';
        }
        lines << lines_;
        lines.flush();
        std::cerr << counted(made.files.size(), "file") << ": " << written
                  << (writes ? " written, " : " would be written, ") << made.files.size() - written << " unchanged"
                  << (left_out_ != 0 ? "; " + counted(left_out_, "thing") + " left out" : "")
                  << (options_.strict && left_out_ != 0 ? ": nothing is written with --strict" : "") << '\n';
        return options_.strict && left_out_ != 0 ? 1 : 0;
    }

    const import_options& options_;
    std::vector<effigy::file_buffer> files_; // of options_.into
    std::string lines_;
    std::size_t left_out_ = 0;
    style paint_ = style::of(stdout);
};

} // namespace

int import_files(const import_options& options) {
    if (const std::string complaint = complaint_of(options); !complaint.empty()) {
        return wrong_usage("import", complaint);
    }
    ignore_closed_output();
    clean_up_if_interrupted(remove_unfinished_files);
    int status = 1;
    if (const effigy::error why = guarded("import", [&] { status = importing{options}.run(); })) {
        std::cerr << printable(options.from.string()) << "\terror\t" << effigy::to_string(why) << '\n';
        return 1;
    }
    return status;
}

} // namespace tool
