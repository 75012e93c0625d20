// Files in memory, among which those that belong to a model are found as the tool finds them in folders.
#pragma once

#include <materials/search.hpp>
#include <tool/answers/companion_table.hpp>
#include <tool/answers/judgement.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace c_api {

struct freed {
    void operator()(void* memory) const { std::free(memory); }
};

class file_set {
public:
    struct file {
        std::string path; // with /
        std::unique_ptr<std::byte, freed> content;
        std::size_t size = 0;

        [[nodiscard]] std::span<const std::byte> bytes() const { return {content.get(), size}; }
        [[nodiscard]] std::string_view name() const { return materials::last_part(path); }
        [[nodiscard]] std::string_view stem() const;
    };

    std::uint32_t add(file added);
    [[nodiscard]] const std::vector<file>& files() const { return files_; }

    // Returns the file of this path, in upper or lower case; null if there is none.
    [[nodiscard]] const file* find(std::string_view path);

    // All files, as a folder for textures.
    [[nodiscard]] const materials::root& root();
    // Returns the companions of the model that the set has.
    [[nodiscard]] tool::companion_table companions_of(const file& model);

    // Opens and verifies a file; opens a World of Warcraft model with its companions. Calls show(view, judgement,
    // companions) if the file can be opened, even if verification fails.
    template <class Show> [[nodiscard]] tool::judgement judge(const file& judged, const Show& show) {
        tool::judgement out;
        out.is = effigy::identify(judged.bytes());
        out.bytes = judged.size;
        if (out.is->kind == effigy::file_kind::m2_model) {
            judge_model(judged, show, out);
        } else if (tool::may_be_keys(judged.name(), *out.is)) {
            out.why = {{"animation keys"}, effigy::errc::unsupported, 0, -1, "they are read with their .m2"};
            out.status = tool::status::skipped;
        } else {
            const auto alone = [&](const auto& view, const tool::judgement& so_far) {
                show(view, so_far, tool::companion_table{});
            };
            tool::judge_by_itself(judged.name(), judged.bytes(), alone, out);
        }
        return out;
    }

private:
    template <class Show> void judge_model(const file& judged, const Show& show, tool::judgement& out) {
        const tool::companion_table companions = companions_of(judged);
        const tool::opened_model opened = tool::open_with(companions, judged.bytes());
        out.why = opened.why;
        out.companion = materials::last_part(opened.where);
        out.missing = companions.missing(judged.stem());
        if (opened.model) {
            out.status = opened.is_sound() ? tool::status::ok : tool::status::error;
            show(*opened.model, out, companions);
        } else {
            out.status = tool::status_of(judged.name(), *out.is, out.why);
        }
    }
    std::vector<file> files_;
    std::optional<materials::root> root_;
};

} // namespace c_api
