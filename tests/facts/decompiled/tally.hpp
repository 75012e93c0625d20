// What differs between two models, or between two files with the same places, by cause.
#pragma once

#include <effigy/content.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/nwn/regions.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace facts::decompiled {

namespace nwn = effigy::nwn;
using bytes = std::span<const std::byte>;

// Why a field may differ. `most`: numbers that differ by no more, relative to 1 or to themselves, differ in last bits.
struct cause {
    std::string_view name;
    double most = -1;
};
[[nodiscard]] inline const std::map<std::string, cause, std::less<>>& causes() {
    constexpr double unit = 1e-5, length = 1e-4;
    static const std::map<std::string, cause, std::less<>> all{
        {"partNumber", {"numbers of parts"}},
        {"nodeCount", {"numbers of parts"}},
        {"normals", {"normals that groups do not give", unit}},
        {"tangents", {"normals that groups do not give", unit}},
        {"handedness", {"normals that groups do not give", unit}},
        {"vertices", {"vertices shared otherwise"}},
        {"vertexCount", {"vertices shared otherwise"}},
        {"texcoords", {"vertices shared otherwise"}},
        {"colors", {"vertices shared otherwise"}},
        {"constraints", {"vertices shared otherwise"}},
        {"indexCounts", {"vertices shared otherwise"}},
        {"indexLists", {"vertices shared otherwise"}},
        {"weights", {"vertices shared otherwise"}},
        {"boneRefs", {"vertices shared otherwise"}},
        {"slots", {"vertices shared otherwise"}},
        {"adjacent", {"vertices that the author had twice"}},
        {"boundingMin", {"vertices that the author did not use", length}},
        {"boundingMax", {"vertices that the author did not use", length}},
        {"average", {"vertices that the author did not use", length}},
        {"radius", {"vertices that the author did not use", length}},
        {"normalSumHalf", {"planes and areas", length}},
        {"normal", {"planes and areas", length}},
        {"distance", {"planes and areas", length}},
        {"min", {"boxes", length}},
        {"max", {"boxes", length}},
        {"plane", {"boxes"}},
        {"aabb", {"collision trees without all faces"}},
        {"QBoneRefInv", {"bind poses", unit}},
        {"TBoneRefInv", {"bind poses", length}},
        {"controllerData", {"numbers without keys", unit}},
        {"columns", {"keys"}},
        {"slotNodes", {"garbage"}},
        {"constants", {"garbage"}},
        {"lightMapped", {"garbage"}},
        {"unknown", {"garbage"}},
        {"referenceCount", {"garbage"}},
        {"functions", {"garbage"}},
    };
    return all;
}
[[nodiscard]] inline std::string last_field(std::string path) {
    while (path.ends_with(']')) {
        path.resize(path.rfind('['));
    }
    return path.substr(path.rfind('.') + 1);
}

// Regions of lists are whole lists of records. Returns the field at an offset in one, by the layouts of docs/nwn.md;
// "" for bytes without a meaning.
[[nodiscard]] inline std::string field_in_record(std::string_view record, std::size_t offset) {
    struct part {
        std::size_t end;
        const char* field;
    };
    struct layout {
        std::string_view record;
        std::size_t size;
        std::vector<part> parts;
    };
    static const layout all[] = {
        {"face",
         0x20,
         {{0x0C, "normal"}, {0x10, "distance"}, {0x14, "surface"}, {0x1A, "adjacent"}, {0x20, "vertices"}}},
        {"box", 0x28, {{0x0C, "min"}, {0x18, "max"}, {0x20, "links"}, {0x24, "face"}, {0x28, "plane"}}},
        {"event", 0x24, {{0x04, "time"}, {0x24, "event name"}}},
        {"controllerKey", 0x0C, {{0x0A, "key"}, {0x0B, "columns"}, {0x0C, ""}}}};
    for (const layout& each : all) {
        for (const part& inside : each.parts) {
            if (each.record == record && offset % each.size < inside.end) {
                return inside.field;
            }
        }
    }
    return "?";
}

struct tally {
    struct sum {
        std::size_t count = 0;
        std::set<std::string> files;
        double largest = 0;
    };
    std::string title, unit;
    std::map<std::string, sum> by_cause{};
    std::set<std::string> unexplained{};

    void add(std::string_view why, const std::string& file, std::size_t count, double largest = 0) {
        sum& of = by_cause[std::string{why}];
        of.count += count;
        of.files.insert(file);
        of.largest = std::max(of.largest, largest);
    }
    // Adds what differs between two models.
    void compare(const std::string& file, const nwn::owned_model& a, const nwn::owned_model& b) {
        const auto why = effigy::differences(
            a, b,
            [&](const effigy::difference& found) {
                const std::string field = std::string{found.path.last_name()};
                const auto known = causes().find(field);
                if (known == causes().end()) {
                    unexplained.insert(file + ": " + found.path.text());
                    return;
                }
                const bool same_size = found.before.size() == found.after.size();
                const bool is_rounded = same_size && found.largest <= known->second.most;
                add(is_rounded ? "last bits of " + field : std::string{known->second.name}, file, found.differing,
                    found.largest);
            },
            effigy::record_pairs::by_place);
        if (why) {
            unexplained.insert(file + ": " + to_string(why));
        }
    }
    // Adds the bytes that differ between two files with the same places, by field.
    void compare_bytes(const std::string& file, const nwn::model& a, bytes b) {
        const bytes of_a = a.file().bytes();
        nwn::regions(a, [&](const effigy::region& each) {
            const auto first = effigy::impl::to_size(each.offset()), size = effigy::impl::to_size(each.length);
            const bytes before = of_a.subspan(first, size), after = b.subspan(first, size);
            const std::string whole = last_field(path_of(each));
            const bool is_text = std::string_view{each.type} == "char";
            const bool has_meaning = each.role == effigy::role::value && !(is_text && same_text(before, after));
            std::map<std::string, std::size_t> counts;
            for (std::size_t i = 0; i < size; ++i) {
                if (before[i] != after[i]) {
                    const std::string field = field_in_record(each.type, i);
                    ++counts[!has_meaning ? "" : field == "?" ? whole : field];
                }
            }
            for (const auto& [field, count] : counts) {
                // Names of events are compared as fields; behind their ends is garbage.
                if (field.empty() || field == "event name") {
                    add("garbage", file, count);
                } else if (causes().contains(field)) {
                    add(field, file, count);
                } else {
                    unexplained.insert(file + ": " + field + " of " + path_of(each));
                }
            }
        });
    }
    void print() const {
        std::cout << title << '\n';
        for (const auto& [why, of] : by_cause) {
            std::cout << "    " << why << ": " << of.count << ' ' << unit << " in " << of.files.size() << " files";
            if (of.largest != 0) {
                std::cout << ", by " << of.largest;
            }
            std::cout << '\n';
        }
        for (const std::string& each : unexplained) {
            std::cout << "    without a cause: " << each << '\n';
        }
    }

private:
    [[nodiscard]] static bool same_text(bytes a, bytes b) {
        std::size_t i = 0;
        while (i < a.size() && a[i] == b[i] && a[i] != std::byte{0}) {
            ++i;
        }
        return i == a.size() || (a[i] == std::byte{0} && b[i] == std::byte{0});
    }
};

} // namespace facts::decompiled
