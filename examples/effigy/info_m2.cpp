#include "info_m2.hpp"

#include "tree.hpp"

#include <algorithm>
#include <vector>

namespace tool {

namespace m2 = effigy::m2;

namespace {

// The library's names, in words.
template <class Enumeration> std::string words(Enumeration of) {
    std::string out{name_of(of)};
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

// " (NAME)", or nothing where there is no name.
std::string in_brackets(std::string_view name) { return name.empty() ? "" : " (" + std::string(name) + ')'; }

std::string_view billboard_name(m2::billboard of) {
    switch (of) {
    case m2::billboard::none: return "";
    case m2::billboard::spherical: return "billboard";
    case m2::billboard::about_x: return "billboard about x";
    case m2::billboard::about_y: return "billboard about y";
    case m2::billboard::about_z: return "billboard about z";
    }
    return "";
}

// Joins what is there by ", ".
class list {
public:
    void add(const std::string& what) { text_ += (text_.empty() ? "" : ", ") + what; }
    void add_keys(std::string_view what, std::size_t keys) {
        if (keys != 0) {
            add(std::string(what) + (keys > 1 ? " x" + std::to_string(keys) : ""));
        }
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

// The first skin profile is the model's mesh; the others are the same for older devices.
m2::skin_profile first_profile(const m2::model& model) { return model.skin_profiles().at(0); }

std::string in_seconds(double seconds) { return shortest(static_cast<float>(seconds)) + " s"; }

class m2_printer {
public:
    m2_printer(std::ostream& out, const style& paint, const m2::model& model)
        : out_(out), paint_(paint), model_(model), lines_(out, paint), entries_(model.bones().size()),
          bones_(model.index(entries_)) {}

    void print() {
        print_bones();
        print_skin_profiles();
        print_textures();
        print_animations();
        print_attached();
    }

private:
    void print_bones() {
        std::vector<std::uint32_t> path; // from the root to the last bone drawn
        for (std::size_t i = 0; i < bones_.size(); ++i) {
            const std::uint32_t number = bones_.preorder(i);
            while (!path.empty() && path.back() != bones_.parent(number)) {
                path.pop_back();
            }
            const m2::bone bone = bones_.at(number);
            std::string name = "bone";
            if (const std::int32_t id = bone.id(); id >= 0) {
                const std::string_view known = m2::key_bone_name(id);
                name += " (key bone " + std::to_string(id) + (known.empty() ? "" : ": " + std::string(known)) + ')';
            }
            lines_.branch(path.size(), entries_[number].next_sibling != effigy::npos,
                          paint_.faint(std::to_string(number)) + ' ' + paint_.name(name));
            list moves;
            moves.add_keys("translation", bone.translation().key_count());
            moves.add_keys("rotation", bone.rotation().key_count());
            moves.add_keys("scale", bone.scale().key_count());
            if (const std::string_view turned = billboard_name(m2::billboard_of(bone.flags())); !turned.empty()) {
                moves.add(std::string(turned));
            }
            if (!moves.text().empty()) {
                lines_.detail(entries_[number].first_child != effigy::npos, moves.text());
            }
            path.push_back(number);
        }
    }

    void print_skin_profiles() {
        std::size_t number = 0;
        for (const m2::skin_profile profile : model_.skin_profiles()) {
            out_ << "skin profile " << number++ << ": " << counted(profile.vertex_lookup().size(), "vertex") << ", "
                 << counted(profile.triangle_count(), "triangle") << ", "
                 << counted(profile.submeshes().size(), "submesh") << ", "
                 << counted(profile.batches().size(), "batch");
            if (const std::uint32_t limit = profile.bone_limit(); limit != 0) { // converters leave it out
                out_ << ", for " << counted(limit, "bone");
            }
            out_ << '\n';
            if (number == 1) { // the others show the same
                for (const m2::batch& batch : profile.batches()) {
                    print_batch(profile, batch);
                }
            }
        }
    }
    void print_batch(const m2::skin_profile& profile, const m2::batch& batch) {
        list tells;
        if (const auto* const submesh = profile.submeshes().at(batch.submesh)) {
            tells.add("part " + std::to_string(submesh->id.get()));
            tells.add(counted(profile.indices(*submesh).size() / 3, "triangle"));
        }
        if (const auto* const material = material_of(model_, batch)) {
            tells.add(words(material->blend.get()));
            if ((material->flags & m2::material_is_unlit) != 0) {
                tells.add("unlit");
            }
            if ((material->flags & m2::material_is_two_sided) != 0) {
                tells.add("two-sided");
            }
        }
        for (std::uint32_t i = 0; i < stage_count(batch); ++i) {
            const auto stage = stage_of(model_, batch, i);
            if (stage.texture != nullptr) {
                tells.add("texture " + std::to_string(stage.texture_number) +
                          (stage.is_environment_map() ? " as environment map" : "") +
                          (stage.transform ? ", moving" : ""));
            }
        }
        out_ << "  submesh " << batch.submesh << ": " << tells.text() << '\n';
    }

    void print_textures() {
        std::size_t number = 0;
        for (const m2::texture& texture : model_.textures()) {
            const std::string_view name = model_.get(texture.name);
            out_ << "texture " << number++ << ": " << words(texture.type.get());
            if (!name.empty()) {
                out_ << ' ' << paint_.name('"' + printable(name) + '"');
            }
            out_ << '\n';
        }
    }

    void print_animations() {
        std::size_t number = 0;
        for (const m2::animation animation : model_.animations()) {
            out_ << "animation " << number++ << ": id " << animation.id() << in_brackets(animation.name());
            if (animation.variation() != 0) {
                out_ << " variation " << animation.variation();
            }
            out_ << ", " << in_seconds(animation.duration());
            if ((animation.flags() & m2::animation_plays_once) != 0) {
                out_ << ", once";
            }
            if (const std::uint32_t alias = animation.alias(); alias != effigy::npos) {
                out_ << ", alias of " << alias;
            }
            out_ << '\n';
        }
        number = 0;
        for (const auto& length : model_.global_sequences_ms()) {
            out_ << "global sequence " << number++ << ": " << in_seconds(length.get() / 1000.0) << '\n';
        }
    }

    void print_attached() {
        for (const m2::attachment attachment : model_.attachments()) {
            out_ << "attachment " << attachment.id() << in_brackets(m2::attachment_name(attachment.id())) << " on bone "
                 << attachment.bone() << '\n';
        }
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
                 << "), " << shortest(camera.diagonal_field_of_view()) << " radians from corner to corner\n";
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
    tree lines_;
    std::vector<effigy::tree_entry> entries_;
    m2::bone_index bones_;
};

json entry_json(std::uint32_t number) { return number_or_null(number, number != effigy::npos); }

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

json skin_profile_json(const m2::model& model, const m2::skin_profile& profile) {
    json submeshes = json::array();
    for (const m2::submesh& submesh : profile.submeshes()) {
        submeshes.push_back({{"part", submesh.id.get()},
                             {"vertices", submesh.vertex_count.get()},
                             {"triangles", profile.indices(submesh).size() / 3},
                             {"bones", model.palette(submesh).size()}});
    }
    return {{"vertices", profile.vertex_lookup().size()},
            {"triangles", profile.triangle_count()},
            {"bone_limit", profile.bone_limit()},
            {"submeshes", std::move(submeshes)},
            {"batch_count", profile.batches().size()}};
}

json bones_json(const m2::model& model) {
    json out = json::array();
    for (const m2::bone bone : model.bones()) {
        const auto pivot = bone.pivot();
        out.push_back({{"parent", entry_json(bone.parent())},
                       {"key_bone", number_or_null(bone.id(), bone.id() >= 0)},
                       {"flags", bone.flags()},
                       {"pivot", {pivot.x, pivot.y, pivot.z}},
                       {"translation_keys", bone.translation().key_count()},
                       {"rotation_keys", bone.rotation().key_count()},
                       {"scale_keys", bone.scale().key_count()}});
    }
    return out;
}

json animations_json(const m2::model& model) {
    json out = json::array();
    for (const m2::animation animation : model.animations()) {
        out.push_back({{"id", animation.id()},
                       {"name", animation.name()},
                       {"variation", animation.variation()},
                       {"seconds", animation.duration()},
                       {"flags", animation.flags()},
                       {"move_speed", animation.move_speed()},
                       {"alias_of", entry_json(animation.alias())}});
    }
    return out;
}

} // namespace

void print(std::ostream& out, const style& paint, const m2::model& model) {
    out << paint.name('"' + printable(model.name()) + '"') << ": " << counted(model.bones().size(), "bone") << ", "
        << counted(model.vertices().size(), "vertex") << ", "
        << counted(first_profile(model).triangle_count(), "triangle") << ", "
        << counted(model.animations().size(), "animation") << ", "
        << counted(model.collision_triangles().size() / 3, "collision triangle") << '\n';
    m2_printer{out, paint, model}.print();
}

json to_json(const m2::model& model) {
    json textures = json::array();
    for (const m2::texture& texture : model.textures()) {
        textures.push_back({{"type", words(texture.type.get())}, {"name", utf8(model.get(texture.name))}});
    }
    json profiles = json::array();
    for (const m2::skin_profile profile : model.skin_profiles()) {
        profiles.push_back(skin_profile_json(model, profile));
    }
    json batches = json::array(); // of the first profile; the others show the same
    for (const m2::batch& batch : first_profile(model).batches()) {
        batches.push_back(batch_json(model, batch));
    }
    json events = json::array();
    for (const m2::event event : model.events()) {
        events.push_back({{"id", utf8(event.id())}, {"bone", event.bone()}, {"times", event.times().key_count()}});
    }
    json attachments = json::array();
    for (const m2::attachment attachment : model.attachments()) {
        attachments.push_back({{"id", attachment.id()}, {"bone", attachment.bone()}});
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
            {"bones", bones_json(model)},
            {"animations", animations_json(model)},
            {"skin_profiles", std::move(profiles)},
            {"batches", std::move(batches)},
            {"textures", std::move(textures)},
            {"attachments", std::move(attachments)},
            {"events", std::move(events)},
            {"lights", model.lights().size()},
            {"cameras", model.cameras().size()},
            {"ribbons", model.ribbons().size()},
            {"particles", model.particles().size()},
            {"collision_triangles", model.collision_triangles().size() / 3}};
}

} // namespace tool
