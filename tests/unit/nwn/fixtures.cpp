#include "nwn/fixtures.hpp"

namespace fixtures::nwn {

key position_key(const vec3& at) { return {8, 3, {0}, {at[0], at[1], at[2]}}; }

key orientation_key(const vec4& q) { return {20, 4, {0}, {q[0], q[1], q[2], q[3]}}; }

key scale_key(float by) { return {36, 1, {0}, {by}}; }

namespace {

// Marks the offsets of pointers, lists and fields by their error paths: "nwn.nodes[2].mesh.vertices". The target of a
// reference has the same name with "*" in front.
class writer {
public:
    explicit writer(const model& model) : of_(model) {}

    byte_builder write() {
        here("nwn.file.zero").u32(0);
        here("nwn.file.modelSize").u32(0).u32(0);
        write_geometry("nwn.model", of_.name, of_.nodes.size() + of_.uncounted_nodes, 2);
        out_.zeros(2).u8(4).u8(1).u32(0); // a character, fog
        list("nwn.animations", of_.clips.size()).u32(0);
        here("nwn.model.boundingBox");
        put(of_.bounding_min);
        put(of_.bounding_max);
        out_.f32(2);
        here("nwn.model.animationScale").f32(of_.animation_scale);
        text(of_.supermodel, 64);
        write_tree(of_.nodes, "nwn.", "nwn.model.root", false);
        begin("nwn.animations"); // even of an empty list
        for (std::size_t i = 0; i < of_.clips.size(); ++i) {
            pointer("nwn.animations" + number(i));
        }
        for (std::size_t i = 0; i < of_.clips.size(); ++i) {
            write(of_.clips[i], "nwn.animations" + number(i));
        }
        finish();
        return std::move(out_);
    }

private:
    static constexpr std::size_t model_at = 12;

    [[nodiscard]] static std::string number(std::size_t i) { return "[" + std::to_string(i) + "]"; }
    [[nodiscard]] bool enhanced() const { return of_.by == flavour::enhanced; }

    byte_builder& here(std::string name) { return out_.mark(std::move(name)); }
    byte_builder& junk(std::size_t words) { // arbitrary words, for fields that no program reads
        for (std::size_t i = 0; i < words; ++i) {
            out_.u32(0x0045'1000U + static_cast<std::uint32_t>(enhanced() ? out_.size() * 0x9E37U : i));
        }
        return out_;
    }
    byte_builder& text(std::string_view chars, std::size_t size) { return out_.text(chars).zeros(size - chars.size()); }
    // A number, or the numbers of an array or list.
    template <class T> static void put(byte_builder& to, const T& value) {
        if constexpr (requires { value.begin(); }) {
            for (const auto& one : value) {
                put(to, one);
            }
        } else if constexpr (std::is_same_v<T, float>) {
            to.f32(value);
        } else if constexpr (sizeof(T) == 2) {
            to.u16(static_cast<std::uint16_t>(value));
        } else {
            to.u32(value);
        }
    }
    template <class T> void put(const T& value) { put(out_, value); }

    // ---- references --------------------------------------------------------------------------------------------

    byte_builder& pointer(std::string name) { return here(std::move(name)).u32(0); }
    // The pointer of an empty list is null in files of nwnmdlcomp, and not null in files of the other programs.
    byte_builder& list(std::string name, std::size_t count) {
        const bool leftover = count == 0 && of_.by != flavour::nwnmdlcomp;
        return here(std::move(name)).u32(leftover ? 0xE8 : 0).count(count).count(count);
    }
    // Begins the target of the reference with this name.
    void begin(const std::string& name) {
        out_.poke(out_.at(name), static_cast<std::uint32_t>(out_.size() - model_at));
        here("*" + name);
    }
    template <class T> void put_list(const std::string& name, const std::vector<T>& items) {
        if (!items.empty()) {
            begin(name);
            put(items);
        }
    }
    // The target of a list of pointers.
    void put_pointers(const std::string& name, std::size_t count) {
        if (count != 0) {
            begin(name);
        }
        for (std::size_t i = 0; i < count; ++i) {
            pointer(name + number(i));
        }
    }
    // A raw pointer, and its target in raw data.
    template <class T> void raw(const std::string& name, const std::vector<T>& items) {
        here(name).u32(items.empty() ? 0xFFFF'FFFF : static_cast<std::uint32_t>(raw_.size()));
        if (!items.empty()) {
            raw_marks_.emplace_back(raw_.size(), "*" + name);
            put(raw_, items);
        }
    }

    // ---- records -----------------------------------------------------------------------------------------------

    void write_geometry(const std::string& at, std::string_view name, std::size_t nodes, std::uint8_t type) {
        constexpr std::array<std::array<std::uint32_t, 2>, 3> fingerprints{
            {{0x40BBC0, 0x40BBD0}, {0x46AB0C, 0x46AB1C}, {4, 0}}};
        here(at);
        if (type == 2) {
            put(fingerprints.at(static_cast<std::size_t>(of_.by)));
        } else {
            junk(2);
        }
        text(name, 64);
        pointer(at + ".root");
        here(at + ".nodeCount").count(nodes).zeros(24).u32(enhanced() ? 0x1234'5678 : 0);
        out_.u8(type).fill(3, enhanced() ? 0xCD : 0);
    }

    void write(const clip& all, const std::string& at) {
        begin(at);
        write_geometry(at + ".geometry", all.name, all.nodes.size(), 5);
        here(at + ".length").f32(all.length).f32(0.25F);
        text(all.root, 64);
        list(at + ".events", all.events.size());
        if (!all.events.empty()) {
            begin(at + ".events");
            for (const event& one : all.events) {
                out_.f32(one.time);
                text(one.name, 32);
            }
        }
        write_tree(all.nodes, at + ".", at + ".geometry.root", true);
    }

    void write_tree(const std::vector<node>& nodes, const std::string& path_prefix, const std::string& root,
                    bool moves) {
        std::vector<std::size_t> taken(nodes.size()); // number of children written, per node
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto parent = static_cast<std::size_t>(nodes[i].parent);
            begin(i == 0 ? root : path_prefix + "nodes" + number(parent) + ".children" + number(taken.at(parent)++));
            std::size_t children = nodes[i].null_child ? 1 : 0;
            for (const node& other : nodes) {
                children += other.parent == static_cast<std::int32_t>(i) ? 1U : 0U;
            }
            write(nodes[i], children, i, path_prefix + "nodes" + number(i), moves);
        }
    }

    void write(const node& one, std::size_t children, std::size_t part, const std::string& at, bool moves) {
        here(at);
        junk(6).u32(0).count(part);
        here(at + ".name");
        text(one.name, 32);
        junk(2);
        list(at + ".children", children);
        list(at + ".controllers", one.keys.size());
        std::size_t pool = 0;
        for (const key& each : one.keys) {
            pool += each.times.size() + each.values.size();
        }
        list(at + ".controllerData", pool);
        here(at + ".flags").u32(flags_of(one));
        write_body(one, at, moves);
        put_pointers(at + ".children", children);
        write_controllers(one.keys, at);
    }
    [[nodiscard]] static std::uint32_t flags_of(const node& one) {
        return 0x001U | (one.light ? 0x002U : 0) | (one.emitter ? 0x004U : 0) | (one.reference ? 0x010U : 0) |
               (one.mesh ? 0x020U : 0) | (one.skin ? 0x040U : 0) | (one.animmesh ? 0x080U : 0) |
               (one.dangly ? 0x100U : 0) | (one.aabb ? 0x200U : 0) | one.more_flags;
    }
    void write_controllers(const std::vector<key>& keys, const std::string& at) {
        if (keys.empty()) {
            return;
        }
        std::vector<float> pool;
        begin(at + ".controllers");
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const key& one = keys[i];
            const std::size_t times = pool.size();
            pool.insert(pool.end(), one.times.begin(), one.times.end());
            const std::size_t values = pool.size();
            pool.insert(pool.end(), one.values.begin(), one.values.end());
            here(at + ".controllers" + number(i)).i32(one.id);
            out_.i16(one.rows.value_or(static_cast<std::int16_t>(one.times.size())));
            out_.u16(static_cast<std::uint16_t>(times)).u16(static_cast<std::uint16_t>(values));
            here(at + ".controllers" + number(i) + ".columns").u8(one.columns).u8(enhanced() ? 0xEE : 0);
        }
        put_list(at + ".controllerData", pool);
    }

    void write_body(const node& one, const std::string& at, bool moves) {
        constexpr std::uint8_t heap = 0x7B; // bodies in animations are uninitialised memory
        const auto part = [&](const auto& written, const char* name) {
            if (written) {
                write(*written, at + name);
            }
        };
        part(one.light, ".light");
        part(one.emitter, ".emitter");
        if (one.reference) {
            text(*one.reference, 64).u32(1);
        }
        part(one.mesh, ".mesh");
        part(one.skin, ".skin");
        part(one.animmesh, ".animmesh");
        if (one.dangly) {
            list(at + ".dangly.constraints", one.dangly->constraints.size());
            out_.f32s({one.dangly->displacement, one.dangly->tightness, one.dangly->period});
            put_list(at + ".dangly.constraints", one.dangly->constraints);
        }
        part(one.aabb, ".aabb");
        if (moves && (one.more_flags & 0x20U) != 0) {
            const std::size_t more = one.more_flags == 0x60    ? (enhanced() ? 0xC0U : 0x64U)
                                     : one.more_flags == 0x220 ? 4U
                                                               : 0U;
            out_.fill(0x200 + more, heap);
        }
        if (one.mesh) {
            write_lists(*one.mesh, at + ".mesh");
        }
    }

    void write(const light& one, const std::string& at) {
        out_.f32(one.flare_radius).zeros(12);
        list(at + ".flareSizes", one.flare_sizes.size());
        list(at + ".flarePositions", one.flare_positions.size());
        list(at + ".flareColorShifts", one.flare_color_shifts.size());
        list(at + ".flareTextures", one.flare_textures.size());
        out_.u32(one.priority).u32(0).u32(1).u32(2).u32(3).u32(4).u32(6);
        put_list(at + ".flareSizes", one.flare_sizes);
        put_list(at + ".flarePositions", one.flare_positions);
        put_list(at + ".flareColorShifts", one.flare_color_shifts);
        put_pointers(at + ".flareTextures", one.flare_textures.size());
        for (std::size_t i = 0; i < one.flare_textures.size(); ++i) {
            begin(at + ".flareTextures" + number(i));
            out_.text(one.flare_textures[i]).u8(0);
        }
    }
    void write(const emitter& one, const std::string&) {
        out_.f32s({0.5F, 1.5F, 2.5F}).u32(2).u32(3).u32(1);
        text(one.update, 32);
        text(one.render, 32);
        text(one.blend, 32);
        text(one.texture, 64);
        text(one.chunk, 16);
        out_.u32(1).u32(0).u16(7).u16(0xABCD).u32(one.flags);
    }

    void write(const mesh& all, const std::string& at) {
        here(at);
        junk(2);
        list(at + ".faces", all.faces.size());
        vec3 low{}, high{};
        for (const vec3& one : all.vertices) {
            for (std::size_t i = 0; i < 3; ++i) {
                low[i] = &one == &all.vertices[0] || one[i] < low[i] ? one[i] : low[i];
                high[i] = &one == &all.vertices[0] || one[i] > high[i] ? one[i] : high[i];
            }
        }
        put(low);
        put(high);
        out_.f32s({1, 0, 0, 0, 0.8F, 0.8F, 0.8F, 0.2F, 0.2F, 0.2F, 0, 0, 0, 1}); // radius .. shininess
        out_.u32(1).u32(0).u32(all.render).u32(0).u32(0);
        for (const std::string& texture : all.textures) {
            text(texture, 64);
        }
        out_.u32(0).zeros(24);
        list(at + ".indexCounts", all.index_lists.size());
        list(at + ".indexLists", all.index_lists.size());
        out_.u32(0xFFFF'FFFF).u32(0);
        here(at + ".triangleMode").u8(all.triangle_mode).zeros(7);
        raw(at + ".vertices", all.vertices);
        std::uint16_t sets = 0;
        for (const auto& set : all.texcoords) {
            sets = static_cast<std::uint16_t>(sets + (set.empty() ? 0 : 1));
        }
        here(at + ".vertexCount").u16(static_cast<std::uint16_t>(all.vertices.size()));
        out_.u16(all.texture_count.value_or(sets));
        for (std::size_t set = 0; set < 4; ++set) {
            raw(at + ".texcoords" + number(set), all.texcoords[set]);
        }
        raw(at + ".normals", all.normals);
        std::vector<std::uint32_t> colors; // 0xRRGGBBAA, written in this order
        for (const std::uint32_t one : all.colors) {
            colors.push_back(one >> 24 | (one >> 8 & 0xFF00) | (one & 0xFF00) << 8 | one << 24);
        }
        raw(at + ".colors", colors);
        out_.fill(12, 0xFF);
        raw(at + ".tangents", all.tangents);
        out_.fill(4, 0xFF);
        raw(at + ".handedness", all.handedness);
        out_.u8(0).u8(1).u16(enhanced() ? 0xBEEF : 0).f32(0.5F).u32(0);
    }
    void write_lists(const mesh& all, const std::string& at) {
        if (!all.faces.empty()) {
            begin(at + ".faces");
        }
        for (std::size_t i = 0; i < all.faces.size(); ++i) {
            const face& one = all.faces[i];
            put(one.normal);
            out_.f32(one.distance).i32(one.surface);
            put(one.adjacent);
            here(at + ".faces" + number(i) + ".vertices");
            put(one.vertex);
        }
        if (all.index_lists.empty()) {
            return;
        }
        begin(at + ".indexCounts");
        for (std::size_t i = 0; i < all.index_lists.size(); ++i) {
            here(at + ".indexCounts" + number(i)).count(all.merged_away ? 0 : all.index_lists[i].size());
        }
        begin(at + ".indexLists");
        for (std::size_t i = 0; i < all.index_lists.size(); ++i) {
            raw(at + ".indexLists" + number(i), all.index_lists[i]);
        }
    }

    void write(const skin& all, const std::string& at) {
        out_.zeros(12);
        raw(at + ".weights", all.weights);
        raw(at + ".boneRefs", all.refs);
        pointer(at + ".nodeToSlot").count(all.node_to_slot.size());
        list(at + ".QBoneRefInv", all.inverse_rotations.size());
        list(at + ".TBoneRefInv", all.inverse_translations.size());
        list(at + ".constants", all.constants.size());
        here(at + ".slotNodes");
        put(all.slot_nodes);
        std::vector<vec4> real_part_first;
        for (const vec4& q : all.inverse_rotations) {
            real_part_first.push_back({q[3], q[0], q[1], q[2]});
        }
        put_list(at + ".nodeToSlot", all.node_to_slot);
        put_list(at + ".QBoneRefInv", real_part_first);
        put_list(at + ".TBoneRefInv", all.inverse_translations);
        put_list(at + ".constants", all.constants);
    }
    void write(const animmesh& all, const std::string& at) {
        out_.f32(all.period).zeros(36);
        pointer(at + ".vertices");
        pointer(at + ".texcoords");
        here(at + ".vertexSets").u32(all.vertex_sets).u32(all.texcoord_sets);
        put_list(at + ".vertices", all.vertices);
        put_list(at + ".texcoords", all.texcoords);
    }
    void write(const std::vector<box>& boxes, const std::string& at) {
        pointer(at);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const box& one = boxes[i];
            if (i == 0) {
                begin(at);
            }
            const auto pointer_to = [&](std::int32_t child) {
                const std::size_t first = out_.at("*" + at) - model_at;
                out_.u32(child < 0 ? 0 : static_cast<std::uint32_t>(first + 0x28 * static_cast<std::size_t>(child)));
            };
            put(one.min);
            put(one.max);
            here(at + number(i) + ".left");
            pointer_to(one.left);
            here(at + number(i) + ".right");
            pointer_to(one.right);
            here(at + number(i) + ".face").i32(one.face).u32(one.plane);
        }
    }

    void finish() {
        const std::size_t model_size = out_.size() - model_at;
        out_.poke(4, static_cast<std::uint32_t>(model_size)).poke(8, static_cast<std::uint32_t>(raw_.size()));
        here("raw");
        std::size_t done = 0;
        for (std::size_t i = 0; i < raw_.size(); ++i) {
            for (; done < raw_marks_.size() && raw_marks_[done].first == i; ++done) {
                here(raw_marks_[done].second);
            }
            out_.u8(std::to_integer<std::uint8_t>(raw_.span()[i]));
        }
        here("end").text(of_.trailing);
    }

    const model& of_;
    byte_builder out_, raw_;
    std::vector<std::pair<std::size_t, std::string>> raw_marks_;
};

} // namespace

byte_builder write(const model& model) { return writer{model}.write(); }

mesh triangle(float height) {
    mesh out;
    out.vertices = {{0, 0, height}, {1, 0, height}, {0, 1, height}};
    out.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    out.texcoords[0] = {{0, 0}, {1, 0}, {0, 1}};
    out.faces = {{{0, 1, 2}, {0, 0, 1}, -height}};
    out.index_lists = {{0, 1, 2}};
    out.textures = {"stone", "", "", ""};
    return out;
}

skin binding(std::size_t nodes, std::size_t first, const vec3& first_at, std::size_t second, const vec3& second_at,
             std::size_t slots) {
    skin out;
    out.weights = {{1, 0, 0, 0}, {0.75F, 0.25F, 0, 0}, {1, 0, 0, 0}};
    out.refs = {{0, -1, -1, -1}, {0, 1, -1, -1}, {1, -1, -1, -1}};
    out.slot_nodes.assign(slots, 0x5A5A);
    out.slot_nodes[0] = static_cast<std::int16_t>(first);
    out.slot_nodes[1] = static_cast<std::int16_t>(second);
    out.node_to_slot.assign(nodes, -1);
    out.node_to_slot[first] = 0;
    out.node_to_slot[second] = 1;
    out.inverse_rotations.assign(nodes, {0, 0, 0, 1});
    out.inverse_translations.assign(nodes, {0, 0, 0});
    out.inverse_translations[first] = {-first_at[0], -first_at[1], -first_at[2]};
    out.inverse_translations[second] = {-second_at[0], -second_at[1], -second_at[2]};
    out.constants.assign(nodes, 0xCDCD'CDCD);
    return out;
}

model bioware() {
    model out;
    out.nodes = {
        {"root", -1, {position_key({1, 2, 3}), orientation_key({0, 0, half, half})}},
        {"arm", 0, {position_key({0, 0, 1})}},
        {"lamp", 1, {{76, 3, {0}, {1, 0.5F, 0.25F}}}},
        {"spark", 1, {{88, 1, {0}, {30}}, {228, 0xFF, {0.5F}, {}}}},
        {"floor", 0},
        {"body", 0, {}, triangle()},
    };
    out.nodes[1].null_child = true;
    out.nodes[2].light = light{9, {1, 2}, {0.5F, 1}, {{1, 0, 0}, {0, 1, 0}}, {"flare", "halo_01"}};
    out.nodes[3].emitter = emitter{.texture = "fxpa_flame", .chunk = "gib", .flags = 0x84};
    nwn::mesh ground = triangle();
    ground.vertices.push_back({1, 1, 0});
    ground.normals = {};
    ground.texcoords = {};
    ground.faces = {{{0, 1, 2}, {0, 0, 1}, 0, 3, {-1, 1, -1}}, {{1, 3, 2}, {0, 0, 1}, 0, 4, {-1, -1, 0}}};
    ground.index_lists = {{0, 1, 2, 1, 3, 2}};
    ground.textures = {};
    ground.render = 0;
    out.nodes[4].mesh = ground;
    out.nodes[4].aabb = std::vector<box>{{{0, 0, 0}, {1, 1, 0}, 1, 2, -1, 1},
                                         {{0, 0, 0}, {1, 1, 0}, -1, -1, 0, 0},
                                         {{0, 0, 0}, {1, 1, 0}, -1, -1, 1, 0}};
    out.nodes[5].skin = binding(6, 0, {0, 0, 0}, 1, {0, 0, 1}, 18);
    out.clips = {
        {"nod",
         2,
         {{0.5F, "snd_footstep"}, {1.5F, "hit"}},
         {{"root", -1},
          {"arm",
           0,
           {{20, 4, {0, 1, 2}, {0, 0, 0, 1, half, 0, 0, half, 0, 0, 0, -1}}, {8, 3, {0, 2}, {0, 0, 1, 0, 0, 3}}}}}}};
    return out;
}

model enhanced() {
    model out;
    out.by = flavour::enhanced;
    out.nodes = {
        {"root", -1},
        {"plinth", 0, {}, triangle()},
        {"step", 0, {position_key({0, 0, 1})}, triangle()},
        {"arm", 0, {position_key({0, 0, 1})}},
        {"body", 0, {}, triangle()},
    };
    nwn::mesh& head = *out.nodes[1].mesh;
    head.vertices.insert(head.vertices.end(), {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}});
    head.normals.assign(6, {0, 0, 1});
    head.texcoords[0].insert(head.texcoords[0].end(), {{0, 0}, {1, 0}, {0, 1}});
    head.tangents.assign(6, {1, 0, 0});
    head.handedness = {1, 1, 1, -1, -1, -1};
    head.index_lists = {{0, 1, 2, 3, 4, 5}};
    nwn::mesh& lost = *out.nodes[2].mesh;
    lost.merged_away = true;
    lost.render = 0;
    lost.textures[0] = "STONE";
    out.nodes[4].mesh->textures = {"skin", "", "", "effigy_material"};
    out.nodes[4].skin = binding(5, 0, {0, 0, 0}, 3, {0, 0, 1}, 64);
    out.clips = {{"idle", 1, {}, {{"root", -1}, {"ARM", 0, {orientation_key({0, 0, 0, 1})}}}}};
    return out;
}

model nwnmdlcomp() {
    model out;
    out.by = flavour::nwnmdlcomp;
    out.nodes = {{"root", -1, {scale_key(2)}}, {"flag", 0, {}, triangle()}, {"wave", 0, {}, triangle()}, {"link", 0}};
    nwn::mesh& flag = *out.nodes[1].mesh;
    flag.colors = {0x1122'33FF, 0x4455'66FF, 0x7788'99FF};
    flag.texcoords.fill({{0, 0}, {1, 0}, {0, 1}});
    flag.texcoords[3][1] = {0.5F, 0.25F};
    out.nodes[1].dangly = dangly{{0, 128, 255}, 0.5F, 1.5F, 2.5F};
    out.nodes[2].animmesh = animmesh{};
    out.nodes[3].reference = "fx_ref";
    nwn::mesh moving;
    moving.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    nwn::node wave{"wave", 0, {}, moving};
    wave.animmesh = animmesh{
        0.25F, 2, 1, {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 2}, {0, 1, 0}, {0, 1, 3}}, {{0, 0}, {1, 0}, {0, 1}}};
    out.clips = {{"wave", 1, {{0, "cast"}}, {{.name = "root", .more_flags = 0x20}, wave}}};
    return out;
}

} // namespace fixtures::nwn
