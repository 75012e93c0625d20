// effigy_outcomes [digests]: prints what effigy says about fixtures, and about corrupted copies of them, one line each:
// regions, findings, and errors as code, path and offset. With `digests`, prints one digest per fixture.
// effigy_outcomes write FOLDER: writes the fixtures, for independent readers.
#include "facts/outcomes/outcomes.hpp"
#include "hostile/files.hpp"
#include "support/digest.hpp"
#include "support/write_file.hpp"

#include <cstdio>

namespace {

using namespace outcomes;

// The line of a large file. Only its findings are counted, because there are too many of them.
std::string line_of(const hostile::file& of) {
    const outcome found = outcome_of(of.make().span());
    return of.name + " -> " + text_of(found, found) + ' ' + std::to_string(found.findings.size()) + " findings\n";
}

bool write_files(const std::string& folder) {
    bool all_written = true;
    for (const fixture& one : all_fixtures()) {
        const std::string path = folder + '/' + one.name, stem = path.substr(0, path.rfind('.'));
        all_written = all_written && support::write_file(path, one.files.file.span());
        for (const fixtures::m2::companion_file& beside : one.files.companions) {
            all_written = all_written && support::write_file(stem + suffix_of(beside), beside.file.span());
        }
    }
    return all_written;
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view{argv[1]} == "write") {
        return write_files(argv[2]) ? 0 : 1;
    }
    const bool only_digests = argc == 2 && std::string_view{argv[1]} == "digests";
    if (argc != 1 && !only_digests) {
        std::fputs("effigy_outcomes [digests]: prints what effigy says about fixtures and corrupted fixtures\n"
                   "effigy_outcomes write FOLDER: writes the fixtures\n",
                   stderr);
        return 2;
    }
    const auto print = [&](const std::string& name, const std::string& lines) {
        if (only_digests) {
            support::digest sum;
            sum.add(std::string_view{lines});
            std::printf("%s %016llx\n", name.c_str(), static_cast<unsigned long long>(sum.value()));
        } else {
            std::fputs(lines.c_str(), stdout);
        }
    };
    for (const fixture& one : all_fixtures()) {
        print(one.name, lines_of(one, 400));
    }
    for (const auto& part : {hostile::grimrock_files(), hostile::nwn_files(), hostile::m2_files(), hostile::p3d_files(),
                             hostile::foreign_files()}) {
        for (const hostile::file& one : part) {
            print(one.name, line_of(one));
        }
    }
    return 0;
}
