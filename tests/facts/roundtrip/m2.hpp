// Writing a World of Warcraft model and its companions back.
#pragma once

#include "facts/files.hpp"
#include "support/inverted_m2.hpp"
#include "support/write_file.hpp"

#include <effigy/m2/encode.hpp>
#include <effigy/m2/load.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <ostream>

namespace roundtrip {

// Written into the files themselves, and into the files with other values, the bytes are the same.
struct m2_check {
    struct count {
        std::size_t files = 0;
        std::size_t canonical = 0; // the same byte for byte without an original
    };
    count models, skins, keys, skeletons;

    [[nodiscard]] count& of(effigy::m2::companion_kind kind) {
        return kind == effigy::m2::companion_kind::skin_file        ? skins
               : kind == effigy::m2::companion_kind::animation_file ? keys
                                                                    : skeletons;
    }
    // Returns what is wrong, or "". Writes the files in canonical order beside `out`, the model, unless it is empty.
    std::string operator()(const facts::path& file, const std::string& out) {
        namespace m2 = effigy::m2;
        const auto loaded = m2::load(file);
        if (!loaded) {
            return to_string(loaded.error());
        }
        const m2::model& view = **loaded;
        const auto own = decode(view);
        const auto in_order = own ? encode(*own) : effigy::result<m2::written_files>{own.error()};
        if (!in_order) {
            return to_string(in_order.error());
        }
        count_canonical(view, *in_order);
        if (!out.empty() && !write(*in_order, out)) {
            return "cannot be written";
        }
        for (const bool is_inverted : {false, true}) {
            const support::m2_files original = is_inverted ? support::inverted(view) : support::m2_files{view};
            const auto table = original.table(view);
            const auto again = encode(*own, std::span<const std::byte>{original.model}, table);
            if (!again || !again->kept_rest || !is_same(view, *again)) {
                return is_inverted ? "other bytes, written into the files with other values" : "other bytes";
            }
        }
        return "";
    }

    friend std::ostream& operator<<(std::ostream& to, const m2_check& of) {
        const auto add = [&](const char* name, const count& all) {
            to << name << all.files << " files byte for byte, without an original " << all.canonical;
        };
        add("", of.models);
        add("; .skin: ", of.skins);
        add("; .anim: ", of.keys);
        add("; .skel: ", of.skeletons);
        return to;
    }

private:
    static bool is_same(std::span<const std::byte> a, std::span<const std::byte> b) { return std::ranges::equal(a, b); }
    static bool is_same(const effigy::m2::model& view, const effigy::m2::written_files& files) {
        bool same = is_same(view.file().bytes(), files.model) && files.companions.size() == view.companions().size();
        for (std::size_t i = 0; same && i < files.companions.size(); ++i) {
            same = is_same(view.companions()[i].bytes, files.companions[i].bytes);
        }
        return same;
    }
    void count_canonical(const effigy::m2::model& view, const effigy::m2::written_files& files) {
        ++models.files;
        models.canonical += is_same(view.file().bytes(), files.model) ? 1U : 0U;
        for (const effigy::m2::companion& one : view.companions()) {
            count& all = of(one.kind);
            ++all.files;
            for (const effigy::m2::written_companion& now : files.companions) {
                const bool is_it = now.kind == one.kind && now.id == one.id && now.variation == one.variation;
                all.canonical += is_it && is_same(one.bytes, now.bytes) ? 1U : 0U;
            }
        }
    }
    static bool write(const effigy::m2::written_files& files, const std::string& out) {
        bool is_written = support::write_file(out, std::span<const std::byte>{files.model});
        const std::string stem = out.substr(0, out.rfind('.'));
        for (const effigy::m2::written_companion& one : files.companions) {
            effigy::m2::wanted_companion name{};
            name.kind = one.kind;
            name.id = one.id;
            name.variation = one.variation;
            is_written = is_written &&
                         support::write_file(effigy::m2::name_of(name, stem), std::span<const std::byte>{one.bytes});
        }
        return is_written;
    }
};

} // namespace roundtrip
