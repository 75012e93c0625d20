#include "info.hpp"

#include "info_m2_parts.hpp"

#include <effigy/m2/sample/camera.hpp>

#include <map>
#include <vector>

namespace tool {

namespace m2 = effigy::m2;

namespace {

using impl::entry_json;
using impl::in_brackets;
using impl::words;

// The first skin profile is the mesh of the model. The others are the same mesh for older devices.
m2::skin_profile first_profile(const m2::model& model) { return model.skin_profiles().at(0); }

using little_ids = effigy::array<effigy::u32<>>;

// Returns ", file 1234" for entry `i` of a list of FileDataIDs; empty if there is none.
std::string file_id_text(const little_ids& ids, std::size_t i) {
    const auto* const id = ids.at(i);
    return id != nullptr && *id != 0 ? ", file " + std::to_string(id->get()) : "";
}

// The submeshes of the first profile that belong to one part of a character. Modders call its id geoset.
struct model_part {
    std::vector<std::uint32_t> submeshes{};
    std::size_t triangles = 0;
};
std::map<std::uint32_t, model_part> parts_of(const m2::skin_profile& profile) {
    std::map<std::uint32_t, model_part> out;
    std::uint32_t number = 0;
    for (const m2::submesh& submesh : profile.submeshes()) {
        model_part& part = out[submesh.id];
        part.submeshes.push_back(number++);
        part.triangles += profile.indices(submesh).size() / 3;
    }
    return out;
}
std::string_view name_of(m2::companion_kind kind) {
    switch (kind) {
    case m2::companion_kind::skin_file: return "skin";
    case m2::companion_kind::animation_file: return "animation";
    case m2::companion_kind::skeleton_file: return "skeleton";
    case m2::companion_kind::parent_skeleton_file: return "parent_skeleton";
    }
    return "";
}

class m2_printer {
public:
    m2_printer(std::ostream& out, const style& paint, const m2::model& model, const companion_table& companions)
        : out_(out), paint_(paint), model_(model), companions_(companions) {}

    void print() {
        impl::print_bones(out_, paint_, model_);
        print_skin_profiles();
        print_textures();
        impl::print_animations(out_, model_.animations(), &companions_);
        impl::print_global_sequences(out_, model_.global_sequences_ms());
        print_attached();
        print_companions();
        impl::print_chunks(out_, paint_, model_.chunks());
    }

private:
    void print_skin_profiles() {
        bool is_first = true;
        for (const m2::skin_profile profile : model_.skin_profiles()) {
            out_ << "skin profile " << profile.number() << ": " << impl::sizes_text(profile) << '\n';
            if (is_first) { // the others draw the same
                for (const m2::batch& batch : profile.batches()) {
                    print_batch(profile, batch);
                }
                for (const auto& [id, part] : parts_of(profile)) {
                    out_ << "  part " << id << in_brackets(m2::part_name{id}) << ": "
                         << counted(part.submeshes.size(), "submesh") << ", " << counted(part.triangles, "triangle")
                         << '\n';
                }
            }
            is_first = false;
        }
    }
    void print_batch(const m2::skin_profile& profile, const m2::batch& batch) {
        impl::list parts;
        if (const auto* const submesh = profile.submeshes().at(batch.submesh)) {
            parts.add("part " + std::to_string(submesh->id.get()));
            parts.add(counted(profile.indices(*submesh).size() / 3, "triangle"));
        }
        if (const auto* const material = material_of(model_, batch)) {
            parts.add(words(material->blend.get()));
            if ((material->flags & m2::material_is_unlit) != 0) {
                parts.add("unlit");
            }
            if ((material->flags & m2::material_is_two_sided) != 0) {
                parts.add("two-sided");
            }
        }
        for (std::uint32_t i = 0; i < stage_count(batch); ++i) {
            const auto stage = stage_of(model_, batch, i);
            if (stage.texture != nullptr) {
                parts.add("texture " + std::to_string(stage.texture_number) +
                          (stage.is_environment_map() ? " as environment map" : "") +
                          (stage.transform ? ", moving" : ""));
            }
        }
        out_ << "  submesh " << batch.submesh << ": " << parts.text() << '\n';
    }

    void print_textures() {
        const little_ids files = model_.texture_files();
        std::size_t number = 0;
        for (const m2::texture& texture : model_.textures()) {
            const std::string_view name = model_.get(texture.name);
            out_ << "texture " << number << ": " << words(texture.type.get());
            if (!name.empty()) {
                out_ << ' ' << paint_.name('"' + printable(name) + '"');
            }
            out_ << file_id_text(files, number++) << '\n';
        }
    }

    // Prints all companions except animation files, which print_animations() prints.
    void print_companions() {
        m2::for_each_wanted_companion(model_, [&](const m2::wanted_companion& wanted) {
            if (wanted.kind == m2::companion_kind::animation_file) {
                return;
            }
            const std::string path = companions_.path_of(wanted.kind, wanted.id, wanted.variation);
            out_ << impl::in_words(name_of(wanted.kind));
            if (wanted.kind == m2::companion_kind::skin_file) {
                out_ << ' ' << wanted.id;
            }
            out_ << ": " << (path.empty() ? "missing" : paint_.name(printable(materials::last_part(path))));
            if (wanted.file != 0) {
                out_ << ", file " << wanted.file;
            }
            out_ << '\n';
        });
        if (const std::uint32_t file = model_.physics_file(); file != 0) {
            out_ << "physics: file " << file << '\n';
        }
    }

    void print_attached() {
        impl::print_attachments(out_, model_.attachments());
        for (const m2::event event : model_.events()) {
            out_ << "event " << paint_.name(printable(event.id())) << in_brackets(m2::event_meaning(event.id()))
                 << " on bone " << event.bone() << ", " << counted(event.times().key_count(), "time") << '\n';
        }
        for (const m2::light light : model_.lights()) {
            out_ << words(light.type()) << " light";
            if (light.bone() != effigy::npos) {
                out_ << " on bone " << light.bone();
            }
            out_ << '\n';
        }
        for (const m2::camera camera : model_.cameras()) {
            out_ << "camera of type " << static_cast<std::int32_t>(camera.type()) << " (" << words(camera.type())
                 << "), diagonal field of view " << shortest(sample(camera, {}).diagonal_field_of_view) << " radians\n";
        }
        for (const m2::ribbon ribbon : model_.ribbons()) {
            out_ << "ribbon on bone " << ribbon.bone() << '\n';
        }
        for (const m2::particle particle : model_.particles()) {
            const m2::emission emits = particle.emission();
            out_ << "particles on bone " << particle.bone() << ", texture " << particle.texture() << ", "
                 << words(static_cast<m2::blending>(emits.blend)) << '\n';
        }
    }

    std::ostream& out_;
    const style& paint_;
    const m2::model& model_;
    const companion_table& companions_;
};

json batch_json(const m2::model& model, const m2::batch& batch) {
    json textures = json::array();
    for (std::uint32_t i = 0; i < stage_count(batch); ++i) {
        const auto stage = stage_of(model, batch, i);
        textures.push_back({{"texture", entry_json(stage.texture_number)},
                            {"environment_map", stage.is_environment_map()},
                            {"weight", entry_json(stage.weight_number)},
                            {"transform", entry_json(stage.transform_number)}});
    }
    json out{{"submesh", batch.submesh.get()},
             {"layer", batch.layer.get()},
             {"texture_count", batch.texture_count.get()},
             {"textures", std::move(textures)}};
    if (const auto* const material = material_of(model, batch)) {
        out["blend"] = words(material->blend.get());
        out["flags"] = material->flags.get();
    }
    return out;
}

json skin_profiles_json(const m2::model& model) {
    json out = json::array();
    for (const m2::skin_profile profile : model.skin_profiles()) {
        out.push_back(impl::skin_profile_json(profile, impl::submeshes_json(profile, [&](const m2::submesh& submesh) {
                                                  return model.palette(submesh).size();
                                              })));
    }
    return out;
}

json parts_json(const m2::model& model) {
    json out = json::array();
    for (auto& [id, part] : parts_of(first_profile(model))) {
        out.push_back({{"id", id},
                       {"name", std::string_view{m2::part_name{id}}},
                       {"submeshes", part.submeshes},
                       {"triangles", part.triangles}});
    }
    return out;
}

json textures_json(const m2::model& model) {
    const little_ids files = model.texture_files();
    json out = json::array();
    for (const m2::texture& texture : model.textures()) {
        const auto* const id = files.at(out.size());
        out.push_back({{"type", words(texture.type.get())},
                       {"name", utf8(model.get(texture.name))},
                       {"file_id", id != nullptr && *id != 0 ? json(id->get()) : json(nullptr)}});
    }
    return out;
}

json companions_json(const m2::model& model, const companion_table& companions) {
    json out = json::array();
    m2::for_each_wanted_companion(model, [&](const m2::wanted_companion& wanted) {
        const std::string path = companions.path_of(wanted.kind, wanted.id, wanted.variation);
        const bool is_of_animation = wanted.kind == m2::companion_kind::animation_file;
        out.push_back(
            {{"kind", name_of(wanted.kind)},
             {"id", number_or_null(wanted.id, is_of_animation || wanted.kind == m2::companion_kind::skin_file)},
             {"variation", number_or_null(wanted.variation, is_of_animation)},
             {"file_id", number_or_null(wanted.file, wanted.file != 0)},
             {"file", path.empty() ? json(nullptr) : json(materials::last_part(path))}});
    });
    return out;
}

} // namespace

void print(std::ostream& out, const style& paint, const m2::model& model, const companion_table& companions) {
    out << paint.name('"' + printable(model.name()) + '"') << ": " << counted(model.bones().size(), "bone") << ", "
        << counted(model.vertices().size(), "vertex") << ", "
        << counted(first_profile(model).triangle_count(), "triangle") << ", "
        << counted(model.animations().size(), "animation") << ", "
        << counted(model.collision_triangles().size() / 3, "collision triangle") << '\n';
    m2_printer{out, paint, model, companions}.print();
}

json to_json(const m2::model& model, const companion_table& companions) {
    json batches = json::array(); // of the first profile; the others draw the same
    for (const m2::batch& batch : first_profile(model).batches()) {
        batches.push_back(batch_json(model, batch));
    }
    json events = json::array();
    for (const m2::event event : model.events()) {
        events.push_back({{"id", utf8(event.id())}, {"bone", event.bone()}, {"times", event.times().key_count()}});
    }
    const totals all{.meshes = first_profile(model).submeshes().size(),
                     .vertices = model.vertex_count(),
                     .triangles = first_profile(model).triangle_count(),
                     .materials = model.materials().size(),
                     .bones = model.bones().size(),
                     .lights = model.lights().size(),
                     .animations = model.animations().size()};
    return {{"totals", totals_json(all)},
            {"name", utf8(model.name())},
            {"bones", impl::bones_json(model.bones())},
            {"animations", impl::animations_json(model.animations())},
            {"skin_profiles", skin_profiles_json(model)},
            {"parts", parts_json(model)},
            {"batches", std::move(batches)},
            {"textures", textures_json(model)},
            {"attachments", impl::attachments_json(model.attachments())},
            {"events", std::move(events)},
            {"lights", model.lights().size()},
            {"cameras", model.cameras().size()},
            {"ribbons", model.ribbons().size()},
            {"particles", model.particles().size()},
            {"collision_triangles", model.collision_triangles().size() / 3},
            {"companions", companions_json(model, companions)},
            {"physics_file_id", number_or_null(model.physics_file(), model.physics_file() != 0)},
            {"chunks", impl::chunks_json(model.chunks())}};
}

} // namespace tool
