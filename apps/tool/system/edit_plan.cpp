#include "edit_plan.hpp"

#include "output.hpp"
#include "standard_streams.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

edit_plan planned(const std::vector<fs::path>& arguments, const fs::path& output) {
    edit_plan out;
    std::error_code failure;
    const auto [is_file, complaint] = place_of(output, arguments);
    out.complaint = complaint;
    out.is_one = arguments.size() == 1 && !fs::is_directory(arguments.front(), failure);
    output_names names;
    for (const fs::path& argument : arguments) {
        const bool is_folder = fs::is_directory(argument, failure);
        found_files found = files_of({argument});
        for (fs::path& file : found.files) {
            edit_job one;
            const fs::path behind = real_place(file);
            if (!out.inputs.insert(behind).second && output.empty()) {
                continue; // it would be changed twice
            }
            if (output.empty()) {
                one.to = behind;
            } else if (is_file) {
                one.to = output;
            } else {
                const fs::path below = is_folder ? file.lexically_relative(argument) : file.filename();
                one.to = output / names.take(below, file.extension().string());
                out.complaint = out.complaint.empty() ? complaint_of_link(one.to, output) : out.complaint;
            }
            one.from = std::move(file);
            out.jobs.push_back(std::move(one));
        }
        out.found.left_out += found.left_out;
        out.found.empty_folders.insert(out.found.empty_folders.end(), found.empty_folders.begin(),
                                       found.empty_folders.end());
    }
    out.replaces_input = !output.empty() && std::ranges::any_of(out.jobs, [&](const edit_job& one) {
        return !is_standard(one.to) && out.inputs.contains(real_place(one.to));
    });
    return out;
}

} // namespace tool
