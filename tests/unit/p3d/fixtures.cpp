#include "p3d/fixtures.hpp"

namespace fixtures::p3d {

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

std::vector<std::uint32_t> bits(const std::vector<float>& values) {
    std::vector<std::uint32_t> out;
    for (const float value : values) {
        out.push_back(bits(value));
    }
    return out;
}

tag selection(std::string name, std::vector<std::uint8_t> points, const std::vector<std::uint8_t>& faces) {
    points.insert(points.end(), faces.begin(), faces.end());
    return {std::move(name), std::move(points)};
}

tag property(std::string_view name, std::string_view value) {
    tag out{"#Property#", std::vector<std::uint8_t>(128)};
    std::copy(name.begin(), name.end(), out.bytes.begin());
    std::copy(value.begin(), value.end(), out.bytes.begin() + 64);
    return out;
}

tag masses(const std::vector<float>& values) { return {"#Mass#", {}, bits(values)}; }

tag sharp_edges(std::vector<std::uint32_t> points) { return {"#SharpEdges#", {}, std::move(points)}; }

tag uv_set(std::uint32_t id, const std::vector<float>& uvs) {
    tag out{"#UVSet#", {}, bits(uvs)};
    out.numbers.insert(out.numbers.begin(), id);
    return out;
}

tag uv_set_of_uncounted_id(std::uint32_t id, const std::vector<float>& uvs) {
    tag out = uv_set(id, uvs);
    out.uncounted = 4;
    return out;
}

tag frame(float time, const std::vector<vec3>& positions) {
    tag out{"#Animation#", {}, {bits(time)}};
    for (const vec3& v : positions) {
        out.numbers.insert(out.numbers.end(), {bits(v.x), bits(v.y), bits(v.z)});
    }
    return out;
}

namespace {

// Marks each location with its path in an error: "p3d.lods[1].faces[0].count".
class writer {
public:
    byte_builder write(const model& all) {
        if (!all.container.empty()) {
            here("p3d.magic").text(all.container);
            if (all.container == "MLOD") {
                here("p3d.version").u32(257);
            }
            here("p3d.lodCount").count(all.lods.size());
        }
        for (std::size_t i = 0; i < all.lods.size(); ++i) {
            write(all.lods[i], "p3d.lods" + number(i));
        }
        here("end");
        return std::move(out_);
    }

    byte_builder write(const clip& all) {
        here("rtm.magic").text(all.magic);
        here("rtm.motion");
        if (all.magic == "RTM_0100") {
            out_.f32(all.motion.z);
        } else {
            put(all.motion);
        }
        here("rtm.phaseCount").count(all.phases.size());
        here("rtm.boneCount").count(all.bones.size());
        here("rtm.boneNames");
        for (const std::string& name : all.bones) {
            fixed(name, 32);
        }
        here("rtm.phases");
        for (std::size_t i = 0; i < all.phases.size(); ++i) {
            here("rtm.phases" + number(i)).f32(all.phases[i].time);
            for (std::size_t bone = 0; bone < all.bones.size(); ++bone) {
                const bone_pose& one = all.phases[i].bones.at(bone);
                here("rtm.phases" + number(i) + ".bones" + number(bone));
                fixed(one.name.empty() ? all.bones[bone] : one.name, 32);
                for (const vec3& column : {one.x, one.y, one.z, one.position}) {
                    put(column);
                }
            }
        }
        here("end");
        return std::move(out_);
    }

private:
    [[nodiscard]] static std::string number(std::size_t i) { return "[" + std::to_string(i) + "]"; }

    byte_builder& here(std::string name) { return out_.mark(std::move(name)); }
    void put(const vec3& v) { out_.f32s({v.x, v.y, v.z}); }
    void put(const corner& c) { out_.u32(c.point).u32(c.normal).f32(c.u).f32(c.v); }
    void text_with_nul(std::string_view chars) { out_.text(chars).u8(0); }
    void fixed(std::string_view chars, std::size_t size) { out_.text(chars).zeros(size - chars.size()); }

    void write(const lod& one, const std::string& at) {
        const bool demo = one.format == "SP3D";
        here(at + ".magic").text(one.format);
        here(at + ".header");
        if (!demo) {
            here(at + ".header.size").count(28 + one.skipped);
            out_.u32(one.version);
        }
        here(at + ".pointCount").count(one.points.size());
        here(at + ".normalCount").count(one.normals.size());
        here(at + ".faceCount").count(one.faces.size());
        if (!demo) {
            out_.u32(one.flags).fill(one.skipped, 0xEE);
        }
        here(at + ".points");
        for (const point& p : one.points) {
            put(p.position);
            if (!demo) {
                out_.u32(p.flags);
            }
        }
        here(at + ".normals");
        for (const vec3& n : one.normals) {
            put(n);
        }
        here(at + ".faces");
        for (std::size_t i = 0; i < one.faces.size(); ++i) {
            write(one.faces[i], one.format, at + ".faces" + number(i));
        }
        if (one.has_tags) {
            write_tags(one, at);
        }
    }

    void write(const face& one, std::string_view format, const std::string& at) {
        here(at);
        if (format != "P3DM") {
            here(at + ".texture");
            fixed(one.texture, 32);
        }
        here(at + ".count").count(one.corners.size());
        for (std::size_t i = 0; i < 4; ++i) {
            put(i < one.corners.size() ? one.corners[i] : one.stale);
        }
        if (format != "SP3D") {
            here(at + ".flags").u32(one.flags);
        }
        if (format == "P3DM") {
            here(at + ".texture");
            text_with_nul(one.texture);
            here(at + ".material");
            text_with_nul(one.material);
        }
    }

    void write_tags(const lod& level, const std::string& at) {
        here(at + ".tags").text("TAGG");
        std::size_t i = 0;
        for (const tag& one : level.tags) {
            write(one, level.format, at + ".tags" + number(i++));
        }
        if (level.has_end) {
            write(tag{"#EndOfFile#"}, level.format, at + ".tags" + number(i));
        }
        here(at + ".resolution").f32(level.resolution);
    }
    void write(const tag& one, std::string_view format, const std::string& at) {
        here(at);
        if (format == "P3DM") {
            here(at + ".active").u8(one.active);
            here(at + ".name");
            text_with_nul(one.name);
        } else {
            here(at + ".name");
            fixed(one.name, 64);
        }
        here(at + ".size").count(one.bytes.size() + 4 * one.numbers.size() - one.uncounted);
        here(at + ".data");
        for (const std::uint8_t byte : one.bytes) {
            out_.u8(byte);
        }
        for (const std::uint32_t word : one.numbers) {
            out_.u32(word);
        }
    }

    byte_builder out_;
};

} // namespace

byte_builder write(const model& all) { return writer{}.write(all); }
byte_builder write(const clip& animation) { return writer{}.write(animation); }

lod everything(std::string format) {
    const corner a{0, 0, 0, 1}, b{1, 1, 1, 1}, c{2, 0, 1, 0}, d{3, 1, 0, 0};
    const std::vector<vec3> rest{{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}};
    const std::vector<vec3> raised{{0, 0, 4}, {1, 0, 4}, {1, 2, 4}, {0, 2, 4}};
    const std::vector<vec3> sunk{{0, 0, -8}, {1, 0, -8}, {1, 2, -8}, {0, 2, -8}};
    const std::vector<float> uvs{0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1};
    return {
        std::move(format),
        1.5F,
        {{rest[0]}, {rest[1], 0x0100'0000}, {rest[2]}, {rest[3]}},
        {{0, 0, 1}, {0, 1, 0}},
        {
            {{a, b, c}, "rock\\moss.paa", "rock\\moss.rvmat", 0x10, {968, 77, not_a_number, 5}},
            {{a, b, c, d}, "#(argb,8,8,3)color(1,0,0,1)", ""},
            {{a, b}, "", "rock\\moss.rvmat"},
        },
        {
            sharp_edges({0, 1, 2, 2}),
            selection("#Selected#", {1, 0, 0, 1}, {0, 1, 0}),
            selection("moss", {0, 1, 2, 255}, {1, 0, 200}),
            selection("proxy:rock\\bird.007", {1, 1, 1, 0}, {1, 0, 0}),
            property("lodnoshadow", "1"),
            masses({1, 2, 0.5F, 4}),
            selection("#Hide#", {0, 0, 1, 0}, {0, 0, 1}),
            selection("#lock#", {0, 1, 0, 0}, {1, 0, 0}),
            frame(0, rest),
            frame(0.25F, raised),
            frame(0.75F, sunk),
            uv_set(0, uvs),
            uv_set(1, std::vector<float>(18, 0.5F)),
            {"#MaterialIndex#", {}, {1, 2, 3, 4}},
            {"#Strange#", {1, 2, 3, 4, 5}, {}, 7},
            {"#Mass#", {9, 9, 9}},
        },
        153,
        7,
        3,
    };
}

lod triangle(float resolution, std::string format) {
    return {std::move(format),
            resolution,
            {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}},
            {{0, 0, 1}},
            {{{{0, 0, 0, 0}, {1, 0, 1, 0}, {2, 0, 0, 1}}, "stone.paa"}}};
}

clip moves() {
    const std::string longest = "a bone whose name has 32 letters";
    return {{"spine", longest},
            {
                {0, {{}, {.position = {1, 2, 3}}}},
                {0.5F, {{.position = {4, 0, 0}}, {.position = {1, 2, 7}, .name = "another"}}},
                {1, {{.x = {2, 0, 0}}, {.position = {1, 2, 3}}}},
            },
            {0.5F, 0, -2}};
}

lod inward_box() {
    lod out{.resolution = 1};
    for (std::uint32_t i = 0; i < 8; ++i) {
        out.points.push_back({{(i & 1) != 0 ? 3.0F : 1.0F, (i & 2) != 0 ? 2.0F : 0.0F, (i & 4) != 0 ? 7.0F : 2.0F}});
    }
    out.normals = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const std::uint32_t sides[6][4] = {{0, 2, 6, 4}, {1, 5, 7, 3}, {0, 4, 5, 1},
                                       {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 6, 7, 5}};
    for (std::uint32_t side = 0; side < 6; ++side) {
        face made{.texture = "data\\box_co.paa", .material = "data\\box.rvmat"};
        for (const std::uint32_t point : sides[side]) {
            made.corners.push_back({point, side, 0, 0});
        }
        out.faces.push_back(made);
    }
    return out;
}

lod box_of_shared_points() {
    lod out = inward_box();
    const std::vector<std::uint8_t> none(6);
    out.tags = {
        selection("a", {1, 1, 128, 1, 100, 30, 1, 0}, none), selection("b", {0, 129, 1, 1, 200, 60, 1, 0}, none),
        selection("c", {0, 0, 0, 200, 77, 90, 1, 0}, none),  selection("d", {0, 0, 0, 0, 250, 120, 1, 0}, none),
        selection("e", {0, 0, 0, 0, 0, 0, 1, 0}, none),
    };
    return out;
}

std::vector<clip> clips_of_some_bones() {
    const std::vector<std::string> bones_of_clips[] = {
        {"a", "b", "c", "d", "e"}, {"B", "a"}, {"a"}, {"c", "e"}, {"a", "b"}, {"none"}, {"d", "b", "c"}};
    std::vector<clip> out;
    for (const std::vector<std::string>& bones : bones_of_clips) {
        clip& made = out.emplace_back();
        made.bones = bones;
        for (int i = 0; i < 3; ++i) {
            phase& at = made.phases.emplace_back();
            at.time = static_cast<float>(i) / 2;
            for (const std::string& bone : bones) {
                const auto offset = static_cast<float>(bone[0] % 32 * i);
                at.bones.push_back({.x = {1, 0, static_cast<float>(i) / 4}, .position = {offset, 2, -offset}});
            }
        }
    }
    return out;
}

} // namespace fixtures::p3d
