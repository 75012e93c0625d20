#include "support/torture.hpp"
#include "m2/mapped.hpp"
#include "m2/opened.hpp"
#include "m2/walk.hpp"

namespace {

using bytes = std::span<const std::byte>;
namespace m2 = effigy::m2;

std::uint64_t map_of(const m2::model& model) {
    const std::uint64_t map = mapped::digest_of(model);
    REQUIRE(map != 0);
    return map;
}
std::uint64_t map_of(const effigy::result<m2::model>& made) { return made ? map_of(*made) : 0; }
const auto digest_of = [](const auto& made) { return walk::digest_of(made) * 31 + map_of(made); };

constexpr std::size_t not_a_companion = static_cast<std::size_t>(-1); // the model itself

// All files of a described model, one of which a test changes.
class files {
public:
    files(const fixtures::m2::model& described, std::size_t which) : all_(write_all(described)), changed_(which) {}

    // The changed file.
    [[nodiscard]] const support::byte_builder& file() const {
        return changed_ == not_a_companion ? all_.file : all_.companions[changed_].file;
    }
    // The opened model is valid until the next call.
    [[nodiscard]] effigy::result<m2::model> open(bytes changed) {
        table_.clear();
        for (const fixtures::m2::companion_file& one : all_.companions) {
            table_.push_back(fixtures::m2::as_companion(one));
        }
        if (changed_ != not_a_companion) {
            table_[changed_].bytes = changed;
        }
        return m2::open(changed_ == not_a_companion ? changed : all_.file.span(), table_);
    }
    // Reads the model, and the changed file alone if it is a companion.
    [[nodiscard]] std::uint64_t touch(bytes changed) {
        const std::uint64_t model = digest_of(open(changed));
        if (changed_ == not_a_companion) {
            return model;
        }
        return ((model * 31 + walk::digest_of_companion(m2::open_skin(changed))) * 31 +
                walk::digest_of_companion(m2::open_skeleton(changed))) *
                   31 +
               walk::digest_of_companion(m2::open_chunks(changed));
    }

private:
    fixtures::m2::written all_;
    std::size_t changed_;
    std::vector<m2::companion> table_;
};

// Calls torture(files) for each file of a model in turn.
template <class Torture> void each_file(const fixtures::m2::model& described, const Torture& torture) {
    const std::size_t companions = write_all(described).companions.size();
    for (std::size_t which = not_a_companion; which == not_a_companion || which < companions; ++which) {
        CAPTURE(which);
        files all{described, which};
        torture(all);
    }
}
void torture_m2(const fixtures::m2::model& described) {
    each_file(described, [](files& all) {
        support::standard_torture(
            "a file of a model", [&] { return all.file(); }, [&](bytes changed) { return all.touch(changed); });
    });
}
void torture_opened_m2(const fixtures::m2::model& described) {
    each_file(described, [](files& all) {
        support::torture_after_opening(
            "a file of a model", [&] { return all.file(); }, [&](bytes file) { return all.open(file); }, digest_of);
    });
}

} // namespace

TEST_CASE("m2: a model of version 256 survives torture") { torture_m2(fixtures::m2::small(256)); }

TEST_CASE("m2: a model of version 260 survives torture") { torture_m2(fixtures::m2::small(260)); }

TEST_CASE("m2: a model of version 264 and its companions survive torture") { torture_m2(fixtures::m2::small(264)); }

TEST_CASE("m2: a model in chunks, its skeletons and other companions survive torture") {
    torture_m2(fixtures::m2::small_with_parent());
}

TEST_CASE("m2: opened models survive every change of their files") {
    torture_opened_m2(fixtures::m2::small(256));
    torture_opened_m2(fixtures::m2::small(260));
}

TEST_CASE("m2: opened models survive every change of their companions") {
    torture_opened_m2(fixtures::m2::small(272));
    torture_opened_m2(fixtures::m2::small_with_parent());
}
