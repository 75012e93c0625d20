// The files of a World of Warcraft model with other values and the same structure.
#pragma once

#include "support/inverted.hpp"

#include <effigy/m2.hpp>
#include <effigy/m2/order/references.hpp>
#include <effigy/m2/regions.hpp>

#include <map>

namespace support {

// The keys of an animation, as a view of its .anim.
struct keys_of_animation {
    const effigy::m2::model& model;
    std::uint32_t number;

    template <class Sink> friend void regions(const keys_of_animation& of, const Sink& sink) {
        effigy::m2::regions(of.model, of.number, sink);
    }
};

// Which bytes of a record are references, by the record's name and size.
class m2_references {
public:
    m2_references() {
        namespace m2 = effigy::m2;
        add(m2::bone_versions{}, m2::color_versions{}, m2::texture_transform_versions{}, m2::attachment_versions{},
            m2::event_versions{}, m2::light_versions{}, m2::camera_versions{}, m2::ribbon_versions{},
            m2::particle_versions{}, m2::track_versions<m2::opacity>{},
            effigy::record_versions<m2::texture, m2::skin_profile_header, m2::extended_particle>{});
    }
    [[nodiscard]] const std::vector<bool>* operator()(const effigy::region& part) const {
        const bool is_in_chunks = std::string_view{part.where.path}.ends_with("chunks[]");
        const std::string_view field = part.fields[0] != nullptr ? part.fields[0] : "";
        if (is_in_chunks && (field == "id" || field == "bytes")) { // of a chunk; of an unknown one
            return &all_bytes_;
        }
        const auto found = part.count != 0 ? all_.find({part.type, part.length / part.count}) : all_.end();
        return found != all_.end() ? &found->second : nullptr;
    }

private:
    template <class... Versions> void add(Versions... versions) { (add_versions(versions), ...); }
    template <class... Records> void add_versions(effigy::record_versions<Records...>) { (add_record<Records>(), ...); }
    template <class Record> void add_record() {
        const Record record{};
        std::vector<bool> bytes(sizeof(Record));
        marks to{effigy::byte_view{std::as_bytes(std::span{&record, 1})}, bytes};
        effigy::m2::impl::for_each_reference(record, to);
        all_.emplace(std::pair{std::string_view{Record::record_name}, std::uint64_t{sizeof(Record)}}, bytes);
    }
    struct marks {
        effigy::byte_view record;
        std::vector<bool>& bytes;

        template <class Field> void operator()(const Field& of, const char*) {
            if constexpr (effigy::m2::impl::is_track<Field>) {
                effigy::m2::impl::for_each_list(of, *this);
            } else {
                for (std::size_t i = 0; i < sizeof(of); ++i) {
                    bytes[effigy::impl::to_size(record.offset_of(&of)) + i] = true;
                }
            }
        }
    };

    std::map<std::pair<std::string_view, std::uint64_t>, std::vector<bool>> all_;
    std::vector<bool> all_bytes_{true};
};

// A model's file and its companions, which can be changed.
struct m2_files {
    explicit m2_files(const effigy::m2::model& of) : model(of.file().bytes().begin(), of.file().bytes().end()) {
        for (const effigy::m2::companion& one : of.companions()) {
            const std::span<const std::byte> bytes = one.bytes;
            beside.emplace_back(bytes.begin(), bytes.end());
        }
    }
    // Returns the table for open(); `of` has the ids.
    [[nodiscard]] std::vector<effigy::m2::companion> table(const effigy::m2::model& of) const {
        std::vector<effigy::m2::companion> out;
        for (std::size_t i = 0; i < beside.size(); ++i) {
            const effigy::m2::companion& one = of.companions()[i];
            out.push_back({one.kind, one.id, one.variation, std::span<const std::byte>{beside[i]}});
        }
        return out;
    }

    std::vector<std::byte> model;
    std::vector<std::vector<std::byte>> beside;
};

// Inverts the values in all files that the model uses. An .anim that no animation uses stays.
[[nodiscard]] inline m2_files inverted(const effigy::m2::model& of) {
    namespace m2 = effigy::m2;
    m2_files out{of};
    const m2_references refers;
    invert_values(of, out.model, refers);
    const m2::animation_list animations = of.animations();
    for (std::size_t i = 0; i < out.beside.size(); ++i) {
        const m2::companion& one = of.companions()[i];
        const effigy::byte_view file{one.bytes};
        if (one.kind == m2::companion_kind::skin_file) {
            invert_values(*m2::open_skin(file.bytes()), out.beside[i], refers);
        } else if (one.kind == m2::companion_kind::animation_file) {
            for (std::uint32_t k = 0; k < animations.size(); ++k) {
                if (animations[k].key_place() == m2::key_place::companion && animations.resolve_alias(k) == k &&
                    animations[k].id() == one.id && animations[k].variation() == one.variation) {
                    invert_values(keys_of_animation{of, k}, out.beside[i], refers);
                    break;
                }
            }
        } else {
            invert_values(*m2::open_skeleton(file.bytes()), out.beside[i], refers);
        }
    }
    return out;
}

} // namespace support
