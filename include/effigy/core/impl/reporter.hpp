// Reporting what is unusual in a file.
#pragma once

#include <effigy/core/byte_view.hpp>
#include <effigy/core/finding.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Passes the findings about one part of a file to a sink.
class reporter {
public:
    // `part`: the numbers of the part and of those that hold it, and what precedes all paths. By default the file.
    reporter(byte_view file, finding_sink sink, const location& part = {}, std::string_view name = {}) noexcept
        : file_(file), sink_(sink), part_(part), name_(name) {}

    // Returns the reporter for part `i` of this part.
    [[nodiscard]] reporter inside(std::uint32_t i, std::string_view name) const noexcept {
        return {file_, sink_, part_.element(i), name};
    }
    [[nodiscard]] reporter named(std::string_view name) const noexcept { return {file_, sink_, part_, name}; }

    // Reports a finding. `i`: the number of an element of the part, if the path has one.
    void operator()(const oddity& what, const char* path, std::uint64_t offset, std::uint32_t i = npos) const {
        finding out{i != npos ? part_.element(i) : part_, what, name_};
        out.path = path;
        out.offset = offset;
        sink_(out);
    }
    // `at`: an address in the file.
    void operator()(const oddity& what, const char* path, const void* at, std::uint32_t i = npos) const {
        (*this)(what, path, file_.offset_of(at), i);
    }

private:
    byte_view file_;
    finding_sink sink_;
    location part_;
    std::string_view name_;
};

}}} // namespace effigy::v0::impl
