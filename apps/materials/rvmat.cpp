#include "rvmat.hpp"

#include "texts.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace materials::p3d {

namespace {

struct named_color {
    std::string_view name;
    color rvmat::* member;
};
// Measured: 547 of 555 files spell "emmisive".
constexpr std::array<named_color, 6> colors{{{"ambient", &rvmat::ambient},
                                             {"diffuse", &rvmat::diffuse},
                                             {"forcedDiffuse", &rvmat::forced_diffuse},
                                             {"emmisive", &rvmat::emissive},
                                             {"emissive", &rvmat::emissive},
                                             {"specular", &rvmat::specular}}};

// Reads statements one after the other: `class NAME {`, `}`, `NAME = VALUE;` and `NAME[] = {VALUES};`.
class config_reader {
public:
    explicit config_reader(std::string_view text) : text_(text) {}

    effigy::result<rvmat> read() {
        while (skip_blanks() && statement()) {
        }
        if (!error_ && depth_ != 0) {
            unclosed("rvmat.class", text_.size());
        }
        return error_ ? effigy::result<rvmat>{error_} : effigy::result<rvmat>{std::move(out_)};
    }

private:
    // False at the end of the text, and after an error.
    bool skip_blanks() {
        while (!error_) {
            at_ = std::min(text_.find_first_not_of(" \t\r\n\v\f", at_), text_.size());
            const std::string_view rest = text_.substr(at_);
            if (rest.starts_with("//") || (rest.starts_with('#') && begins_line())) { // # is for the preprocessor
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (rest.starts_with("/*")) {
                skip_past("*/", 2, "rvmat.comment");
            } else {
                return !rest.empty();
            }
        }
        return false;
    }

    [[nodiscard]] bool begins_line() const { return at_ == 0 || text_[at_ - 1] == '\n'; }

    bool statement() {
        if (accept(";")) {
            return true;
        }
        if (accept("}")) {
            return close_class();
        }
        const std::string_view name = word();
        if (equal_any_case(name, "class")) {
            return open_class();
        }
        if (name.empty()) {
            return unexpected("a name");
        }
        const bool list = accept("[") && expect("]");
        return expect("=") && (list ? read_list(name) : read_value(name));
    }

    bool open_class() {
        skip_blanks();
        const std::string_view name = word();
        if (accept(":")) { // a base class
            skip_blanks();
            word();
        }
        if (accept(";")) { // only declared
            return true;
        }
        constexpr std::string_view stage = "stage";
        in_stage_ = depth_ == 0 && starts_with_any_case(name, stage);
        if (in_stage_) {
            out_.stages.push_back({std::string{name.substr(stage.size())}, {}, {}});
        }
        ++depth_;
        return expect("{");
    }

    bool close_class() {
        if (depth_ == 0) {
            --at_;
            return unexpected("} only after {");
        }
        --depth_;
        return true;
    }

    bool read_value(std::string_view name) {
        const std::string text = value(";\n");
        if (depth_ == 1 && in_stage_) {
            rvmat::stage& stage = out_.stages.back();
            if (equal_any_case(name, "texture")) {
                stage.texture = text;
            } else if (equal_any_case(name, "uvSource")) {
                stage.uv_source = text;
            }
        } else if (depth_ == 0 && equal_any_case(name, "PixelShaderID")) {
            out_.pixel_shader = text;
        } else if (depth_ == 0 && equal_any_case(name, "VertexShaderID")) {
            out_.vertex_shader = text;
        } else if (depth_ == 0 && equal_any_case(name, "specularPower")) {
            out_.specular_power = read_number(text).value_or(out_.specular_power);
        }
        return !error_;
    }

    // Lists may have lists as elements, which are not read.
    bool read_list(std::string_view name) {
        color* const out = depth_ == 0 ? color_of(name) : nullptr;
        std::size_t component = 0;
        std::size_t lists = expect("{") ? 1 : 0;
        while (lists != 0 && skip_blanks()) {
            if (accept("{")) {
                ++lists;
            } else if (accept("}")) {
                --lists;
            } else if (!accept(",")) {
                const auto number = read_number(value(",{}"));
                if (out != nullptr && number && component < out->size()) {
                    (*out)[component] = *number;
                }
                ++component;
            }
        }
        return lists == 0 ? !error_ : unclosed("rvmat.list", text_.size());
    }

    color* color_of(std::string_view name) {
        for (const named_color& one : colors) {
            if (equal_any_case(one.name, name)) {
                return &(out_.*one.member);
            }
        }
        return nullptr;
    }

    // A text in quotes, in which "" stands for a quote, or everything up to one of these characters.
    std::string value(const char* ends) {
        std::string out;
        if (!skip_blanks()) {
            return out;
        }
        if (text_[at_] != '"') {
            const std::size_t end = std::min(text_.find_first_of(ends, at_), text_.size());
            out = trimmed(text_.substr(at_, end - at_));
            at_ = end;
            return out;
        }
        while (true) {
            const std::size_t begin = at_ + 1;
            if (!skip_past("\"", 1, "rvmat.string")) {
                return out;
            }
            out += text_.substr(begin, at_ - 1 - begin);
            if (at_ == text_.size() || text_[at_] != '"') {
                return out;
            }
            out += '"';
        }
    }

    std::string_view word() {
        const std::size_t end = std::min(text_.find_first_of(" \t\r\n\v\f[]{}=;:,\"/", at_), text_.size());
        const std::string_view out = text_.substr(at_, end - at_);
        at_ = end;
        return out;
    }

    bool accept(std::string_view symbol) {
        const bool here = skip_blanks() && text_.substr(at_).starts_with(symbol);
        at_ += here ? symbol.size() : 0;
        return here;
    }

    bool expect(const char* symbol) { return accept(symbol) || unexpected(symbol); }

    bool skip_past(std::string_view end, std::size_t length_of_begin, const char* path) {
        const std::size_t found = text_.find(end, at_ + length_of_begin);
        if (found == std::string_view::npos) {
            return unclosed(path, at_);
        }
        at_ = found + end.size();
        return true;
    }

    bool unclosed(const char* path, std::size_t begin) { return fail(effigy::errc::truncated, path, begin, ""); }

    bool unexpected(const char* expected) {
        return at_ == text_.size() ? unclosed("rvmat.statement", at_)
                                   : fail(effigy::errc::bad_value, "rvmat.statement", at_, expected);
    }

    bool fail(effigy::errc code, const char* path, std::size_t offset, const char* expected) {
        if (!error_) { // the first error counts
            error_.code = code;
            error_.path = path;
            error_.offset = offset;
            error_.expected = expected;
            error_.need = 1;
            error_.found = code == effigy::errc::truncated ? 0 : static_cast<unsigned char>(text_[offset]);
        }
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0, depth_ = 0;
    bool in_stage_ = false;
    rvmat out_;
    effigy::error error_;
};

struct numbered_use {
    std::string_view number;
    stage_use use;
};
constexpr std::array<numbered_use, 8> super_stages{{{"1", stage_use::normal},
                                                    {"2", stage_use::detail},
                                                    {"3", stage_use::macro},
                                                    {"4", stage_use::ambient_shadow},
                                                    {"5", stage_use::specular},
                                                    {"6", stage_use::fresnel},
                                                    {"7", stage_use::environment},
                                                    {"TI", stage_use::thermal}}};

} // namespace

effigy::result<rvmat> read_rvmat(std::string_view text) {
    constexpr std::string_view binarised{"\0raP", 4};
    if (text.starts_with(binarised)) {
        effigy::error why;
        why.code = effigy::errc::unsupported;
        why.path = "rvmat.raP";
        why.expected = "binarised config";
        why.found = -1;
        return why;
    }
    return config_reader{text}.read();
}

// Measured: Super in 482 of 555 files, NormalMap* in 25.
stage_use use_of(const rvmat& material, const rvmat::stage& one) {
    if (equal_any_case(material.pixel_shader, "Super") || equal_any_case(one.number, "TI")) {
        for (const numbered_use& known : super_stages) {
            if (equal_any_case(known.number, one.number)) {
                return known.use;
            }
        }
    }
    if (starts_with_any_case(material.pixel_shader, "NormalMap")) {
        const bool specular = starts_with_any_case(material.pixel_shader, "NormalMapSpecular");
        return one.number == "1"   ? stage_use::normal
               : one.number != "2" ? stage_use::other
               : specular          ? stage_use::specular
                                   : stage_use::detail;
    }
    return stage_use::other;
}

} // namespace materials::p3d
