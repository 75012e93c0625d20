#include "info_m2.hpp"

#include "tree.hpp"

#include <vector>

namespace tool {

namespace m2 = effigy::m2;

namespace {

std::string_view type_name(m2::texture_type type) {
    switch (type) {
    case m2::texture_type::file: return "file";
    case m2::texture_type::body: return "body";
    case m2::texture_type::cape_or_item: return "cape or item";
    case m2::texture_type::weapon_blade: return "weapon blade";
    case m2::texture_type::weapon_handle: return "weapon handle";
    case m2::texture_type::environment: return "environment";
    case m2::texture_type::hair: return "hair";
    case m2::texture_type::facial_hair: return "facial hair";
    case m2::texture_type::skin_extra: return "skin extra";
    case m2::texture_type::inventory_art: return "inventory art";
    case m2::texture_type::tauren_mane: return "tauren mane";
    case m2::texture_type::monster_1: return "monster 1";
    case m2::texture_type::monster_2: return "monster 2";
    case m2::texture_type::monster_3: return "monster 3";
    case m2::texture_type::item_icon: return "item icon";
    }
    return "other";
}

std::string_view blend_name(m2::blending blend) {
    switch (blend) {
    case m2::blending::opaque: return "opaque";
    case m2::blending::alpha_key: return "alpha key";
    case m2::blending::alpha: return "alpha";
    case m2::blending::add_without_alpha: return "add without alpha";
    case m2::blending::add: return "add";
    case m2::blending::modulate: return "modulate";
    case m2::blending::modulate_2x: return "modulate 2x";
    }
    return "other";
}

std::string_view light_name(m2::light_type type) {
    switch (type) {
    case m2::light_type::directional: return "directional";
    case m2::light_type::point: return "point";
    }
    return "other";
}

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

std::size_t triangles_of(const m2::view& view) { return view.triangles().size() / 3; }

// The first view is the model's mesh; the others are the same for older devices.
std::size_t triangles_of(const m2::model& model) { return triangles_of(model.views()[0]); }

std::string seconds(std::uint32_t milliseconds) { return shortest(static_cast<float>(milliseconds) / 1000) + " s"; }

class m2_printer {
public:
    m2_printer(std::ostream& out, const style& paint, const m2::model& model)
        : out_(out), paint_(paint), model_(model), lines_(out, paint), entries_(model.bones().size()),
          links_(model.index(entries_)) {}

    void print() {
        print_bones();
        print_views();
        print_textures();
        print_sequences();
        print_attached();
    }

private:
    void print_bones() {
        std::vector<std::uint32_t> path; // from the root to the last bone drawn
        for (std::size_t i = 0; i < links_.size(); ++i) {
            const std::uint32_t number = links_.preorder(i);
            while (!path.empty() && path.back() != links_.parent(number)) {
                path.pop_back();
            }
            const m2::bone bone = model_.bones()[number];
            std::string name = "bone";
            if (const std::int32_t key = bone.header()->key_bone; key >= 0) {
                name += " (key bone " + std::to_string(key) + ')';
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

    void print_views() {
        std::size_t number = 0;
        for (const m2::view& view : model_.views()) {
            out_ << "view " << number++ << ": " << counted(view.indices().size(), "vertex") << ", "
                 << counted(triangles_of(view), "triangle") << ", " << counted(view.submeshes().size(), "submesh")
                 << ", " << counted(view.batches().size(), "batch");
            if (const std::uint32_t limit = view.header()->bone_limit; limit != 0) { // converters leave it out
                out_ << ", for " << counted(limit, "bone");
            }
            out_ << '\n';
            for (const m2::batch& batch :
                 number == 1 ? view.batches() : view.batches().first(0)) { // the others show the same
                print_batch(view, batch);
            }
        }
    }
    void print_batch(const m2::view& view, const m2::batch& batch) {
        list tells;
        if (const auto* const submesh = view.submeshes().at(batch.submesh)) {
            tells.add("part " + std::to_string(submesh->id.get()));
            tells.add(counted(view.triangles(*submesh).size() / 3, "triangle"));
        }
        if (const auto* const material = material_of(model_, batch)) {
            tells.add(std::string(blend_name(material->blend)));
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
                          (stage.transform != nullptr ? ", moving" : ""));
            }
        }
        out_ << "  submesh " << batch.submesh << ": " << tells.text() << '\n';
    }

    void print_textures() {
        std::size_t number = 0;
        for (const m2::texture& texture : model_.textures()) {
            const std::string_view name = model_.get(texture.name);
            out_ << "texture " << number++ << ": " << type_name(texture.type);
            if (!name.empty()) {
                out_ << ' ' << paint_.name('"' + printable(name) + '"');
            }
            out_ << '\n';
        }
    }

    void print_sequences() {
        std::size_t number = 0;
        for (const m2::sequence& sequence : model_.sequences()) {
            out_ << "sequence " << number++ << ": animation " << sequence.id;
            if (sequence.variation != 0U) {
                out_ << " variation " << sequence.variation;
            }
            out_ << ", " << seconds(m2::duration(sequence));
            if ((sequence.flags & m2::sequence_plays_once) != 0) {
                out_ << ", once";
            }
            if ((sequence.flags & m2::sequence_is_alias) != 0) {
                out_ << ", alias of " << sequence.alias_next;
            }
            out_ << '\n';
        }
        number = 0;
        for (const auto& length : model_.global_sequences()) {
            out_ << "global sequence " << number++ << ": " << seconds(length) << '\n';
        }
    }

    void print_attached() {
        for (const m2::attachment& attachment : model_.attachments()) {
            out_ << "attachment " << attachment.id << " on bone " << attachment.bone << '\n';
        }
        for (const m2::event& event : model_.events()) {
            out_ << "event " << paint_.name(printable(event.id.view())) << " on bone " << event.bone << ", "
                 << counted(model_.get(event.times).times.size(), "time") << '\n';
        }
        for (const m2::light& light : model_.lights()) {
            out_ << light_name(light.type) << " light";
            if (light.bone >= 0) {
                out_ << " on bone " << light.bone;
            }
            out_ << '\n';
        }
        for (const m2::camera& camera : model_.cameras()) {
            out_ << "camera of type " << static_cast<std::int32_t>(camera.type.get()) << ", "
                 << shortest(camera.diagonal_field_of_view) << " radians from corner to corner\n";
        }
        for (const m2::ribbon& ribbon : model_.ribbons()) {
            out_ << "ribbon on bone " << ribbon.bone << '\n';
        }
        for (const m2::particle& particle : model_.particles()) {
            const m2::emission emits = m2::emission_of(model_, particle);
            out_ << "particles on bone " << particle.bone << ", texture " << particle.texture << ", "
                 << blend_name(static_cast<m2::blending>(emits.blend)) << '\n';
        }
    }

    std::ostream& out_;
    const style& paint_;
    const m2::model& model_;
    tree lines_;
    std::vector<effigy::tree_entry> entries_;
    effigy::tree_links links_;
};

json entry_json(std::uint32_t number) {
    return number_or_null(number, number != effigy::m2::basic_stage<effigy::endian::little>::no_entry);
}

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
        out["blend"] = blend_name(material->blend);
        out["flags"] = material->flags.get();
    }
    return out;
}

json view_json(const m2::model& model, const m2::view& view) {
    json submeshes = json::array();
    for (const m2::submesh& submesh : view.submeshes()) {
        submeshes.push_back({{"part", submesh.id.get()},
                             {"vertices", submesh.vertex_count.get()},
                             {"triangles", view.triangles(submesh).size() / 3},
                             {"bones", model.palette(submesh).size()}});
    }
    return {{"vertices", view.indices().size()},
            {"triangles", triangles_of(view)},
            {"bone_limit", view.header()->bone_limit.get()},
            {"submeshes", std::move(submeshes)},
            {"batch_count", view.batches().size()}};
}

json bones_json(const m2::model& model) {
    json out = json::array();
    for (const m2::bone& bone : model.bones()) {
        const auto& pivot = *bone.pivot();
        const std::int32_t key_bone = bone.header()->key_bone;
        out.push_back({{"parent", number_or_null(bone.parent(), bone.parent() >= 0)},
                       {"key_bone", number_or_null(key_bone, key_bone >= 0)},
                       {"flags", bone.flags()},
                       {"pivot", {pivot.x.get(), pivot.y.get(), pivot.z.get()}},
                       {"translation_keys", bone.translation().key_count()},
                       {"rotation_keys", bone.rotation().key_count()},
                       {"scale_keys", bone.scale().key_count()}});
    }
    return out;
}

json animations_json(const m2::model& model) {
    json out = json::array();
    for (const m2::sequence& sequence : model.sequences()) {
        const bool is_alias = (sequence.flags & m2::sequence_is_alias) != 0;
        out.push_back({{"id", sequence.id.get()},
                       {"variation", sequence.variation.get()},
                       {"seconds", m2::duration(sequence) / 1000.0},
                       {"flags", sequence.flags.get()},
                       {"move_speed", sequence.move_speed.get()},
                       {"alias_of", number_or_null(sequence.alias_next.get(), is_alias)}});
    }
    return out;
}

} // namespace

void print(std::ostream& out, const style& paint, const m2::model& model) {
    out << paint.name('"' + printable(model.name()) + '"') << ": " << counted(model.bones().size(), "bone") << ", "
        << counted(model.vertices().size(), "vertex") << ", " << counted(triangles_of(model), "triangle") << ", "
        << counted(model.sequences().size(), "sequence") << ", "
        << counted(model.collision_triangles().size() / 3, "collision triangle") << '\n';
    m2_printer{out, paint, model}.print();
}

json to_json(const m2::model& model) {
    json textures = json::array();
    for (const m2::texture& texture : model.textures()) {
        textures.push_back({{"type", type_name(texture.type)}, {"name", utf8(model.get(texture.name))}});
    }
    json views = json::array();
    for (const m2::view& view : model.views()) {
        views.push_back(view_json(model, view));
    }
    json batches = json::array(); // of the first view; the others show the same
    for (const m2::batch& batch : model.views()[0].batches()) {
        batches.push_back(batch_json(model, batch));
    }
    json events = json::array();
    for (const m2::event& event : model.events()) {
        events.push_back({{"id", utf8(event.id.view())},
                          {"bone", event.bone.get()},
                          {"times", model.get(event.times).times.size()}});
    }
    json attachments = json::array();
    for (const m2::attachment& attachment : model.attachments()) {
        attachments.push_back({{"id", attachment.id.get()}, {"bone", attachment.bone.get()}});
    }
    const totals all{.meshes = model.views()[0].submeshes().size(),
                     .vertices = model.vertices().size(),
                     .triangles = triangles_of(model),
                     .materials = model.materials().size(),
                     .bones = model.bones().size(),
                     .lights = model.lights().size(),
                     .animations = model.sequences().size()};
    return {{"totals", totals_json(all)},
            {"name", utf8(model.name())},
            {"bones", bones_json(model)},
            {"animations", animations_json(model)},
            {"views", std::move(views)},
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
