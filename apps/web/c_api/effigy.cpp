#include "effigy.h"

#include "answers.hpp"

#include <utility>

struct effigy_set {
    c_api::file_set files;
    std::string answer;
    std::vector<std::byte> glb;

    // Calls make(file) unless no file has the number.
    template <class Make> std::size_t answered(std::uint32_t file, const Make& make) {
        answer = file < files.files().size() ? make(files.files()[file]) : std::string{};
        return answer.size();
    }
};

using c_api::file_set;

void* effigy_allocate(std::size_t size) { return std::malloc(size != 0 ? size : 1); }
void effigy_free(void* memory) { std::free(memory); }

effigy_set* effigy_create() { return new effigy_set; }
void effigy_destroy(effigy_set* set) { delete set; }

std::uint32_t effigy_add(effigy_set* set, const char* path, std::size_t path_size, void* bytes, std::size_t size) {
    return set->files.add(
        {{path, path_size}, std::unique_ptr<std::byte, c_api::freed>{static_cast<std::byte*>(bytes)}, size});
}

const void* effigy_answer(const effigy_set* set) { return set->answer.data(); }

std::size_t effigy_info(effigy_set* set, std::uint32_t file) {
    return set->answered(file, [&](const file_set::file& one) { return c_api::info_of(set->files, one); });
}
std::size_t effigy_lint(effigy_set* set, std::uint32_t file) {
    return set->answered(file, [&](const file_set::file& one) { return c_api::lint_of(set->files, one); });
}
std::size_t effigy_convert(effigy_set* set, std::uint32_t file, const char* options, std::size_t options_size) {
    set->glb = {};
    return set->answered(file, [&](const file_set::file& one) {
        return c_api::convert(set->files, one, {options, options_size}, set->glb);
    });
}
const void* effigy_glb(const effigy_set* set) { return set->glb.data(); }
std::size_t effigy_glb_size(const effigy_set* set) { return set->glb.size(); }

std::size_t effigy_regions(effigy_set* set, std::uint32_t file, std::size_t begin, std::size_t end) {
    return set->answered(file,
                         [&](const file_set::file& one) { return c_api::regions_of(set->files, one, begin, end); });
}
