#include "p3d/figure.hpp"

#include <array>
#include <cmath>

namespace fixtures::p3d::figure {

namespace {

[[nodiscard]] vec3 operator+(const vec3& a, const vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
[[nodiscard]] vec3 operator-(const vec3& a, const vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
[[nodiscard]] vec3 operator*(const vec3& a, float s) { return {a.x * s, a.y * s, a.z * s}; }
[[nodiscard]] vec3 cross(const vec3& a, const vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] vec3 unit(const vec3& v) { return v * (1 / std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z)); }

// A block of stone, narrower or wider at its top. The idol faces -z and has its right hand at -x.
struct block {
    std::string selection{};
    vec3 center{};
    vec3 half{};
    float taper = 1; // width of the top, relative to the bottom
    std::string texture = "effigy\\stone_co.paa";
    std::string material = "effigy\\stone.rvmat";
};

constexpr const char* ember = "#(argb,8,8,3)color(1,0.69,0.19,1)";

[[nodiscard]] std::vector<block> blocks() {
    return {
        {"plinth", {0, 0.15F, 0}, {0.45F, 0.15F, 0.45F}, 0.85F},
        {"body", {0, 0.86F, 0}, {0.2F, 0.1F, 0.13F}, 0.9F},
        {"leg_right", {-0.11F, 0.55F, 0}, {0.095F, 0.25F, 0.12F}, 0.85F},
        {"leg_left", {0.11F, 0.55F, 0}, {0.095F, 0.25F, 0.12F}, 0.85F},
        {"body", {0, 1.16F, 0}, {0.19F, 0.22F, 0.13F}, 1.25F},
        {"neck", {0, 1.4F, 0}, {0.07F, 0.06F, 0.07F}},
        {"head", {0, 1.58F, -0.01F}, {0.16F, 0.17F, 0.15F}, 0.8F},
        {"head", {0, 1.53F, -0.15F}, {0.035F, 0.07F, 0.04F}, 0.6F},
        {"arm_right", {-0.35F, 1.13F, 0}, {0.06F, 0.26F, 0.075F}, 1.2F},
        {"arm_left", {0.35F, 1.13F, 0}, {0.06F, 0.26F, 0.075F}, 1.2F},
        {"head", {-0.065F, 1.62F, -0.14F}, {0.032F, 0.016F, 0.012F}, 0.8F, ember, ""},
        {"head", {0.065F, 1.62F, -0.14F}, {0.032F, 0.016F, 0.012F}, 0.8F, ember, ""},
    };
}
// The idol in the coarse level, the shadow and the geometry.
[[nodiscard]] std::vector<block> rough_blocks() {
    return {{"Component01", {0, 0.15F, 0}, {0.45F, 0.15F, 0.45F}},
            {"Component02", {0, 1.02F, 0}, {0.4F, 0.73F, 0.15F}}};
}

enum class cut { quads, triangles };

class sculptor {
public:
    sculptor(float resolution, cut how) : out_{.resolution = resolution}, how_(how) {}

    void add(const block& part) {
        const std::array<vec3, 6> outward{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
        const auto first = static_cast<std::uint32_t>(out_.points.size());
        for (std::uint32_t i = 0; i < 8; ++i) { // bit 0: x, bit 1: y, bit 2: z
            const float width = (i & 2U) != 0 ? part.taper : 1;
            out_.points.push_back({part.center + vec3{sign(i & 1U) * part.half.x * width, sign(i & 2U) * part.half.y,
                                                      sign(i & 4U) * part.half.z * width}});
        }
        for (const vec3& n : outward) {
            add_face(part, first, n);
        }
        for (std::uint32_t i = 0; i < 8; ++i) {
            for (const std::uint32_t bit : {1U, 2U, 4U}) {
                if ((i & bit) == 0) {
                    edges_.insert(edges_.end(), {first + i, first + (i | bit)});
                }
            }
        }
        part_of_point_.resize(out_.points.size(), part.selection);
        part_of_face_.resize(out_.faces.size(), part.selection);
    }

    // A triangle that places another model. Its shortest side is the other model's +z axis, the second shortest is +y.
    void add_proxy(const std::string& name, const vec3& origin) {
        const auto first = static_cast<std::uint32_t>(out_.points.size());
        const auto normal = static_cast<std::uint32_t>(out_.normals.size());
        for (const vec3& at : {origin, origin + vec3{0, 0, -0.1F}, origin + vec3{0, 0.2F, 0}}) {
            out_.points.push_back({at});
        }
        out_.normals.push_back({1, 0, 0});
        out_.faces.push_back({{{first, normal}, {first + 1, normal, 1, 0}, {first + 2, normal, 0, 1}}});
        part_of_point_.resize(out_.points.size(), name);
        part_of_face_.resize(out_.faces.size(), name);
    }

    void select(const std::string& part) { select(part, part, 0); }
    // Selects a part. The points of the neck get the weight byte `share_of_neck`.
    void select(const std::string& name, const std::string& part, std::uint8_t share_of_neck) {
        tag out{name};
        for (const std::string& owner : part_of_point_) {
            out.bytes.push_back(owner == part ? 1 : owner == "neck" ? share_of_neck : 0);
        }
        for (const std::string& owner : part_of_face_) {
            out.bytes.push_back(owner == part ? 1 : 0);
        }
        out_.tags.push_back(std::move(out));
    }
    void add_sharp_edges() { out_.tags.push_back(sharp_edges(edges_)); }
    void add_masses(float each) { out_.tags.push_back(masses(std::vector<float>(out_.points.size(), each))); }
    void add_property(std::string_view name, std::string_view value) { out_.tags.push_back(property(name, value)); }
    // Set 0: the texture coordinates of the faces. Set 1: the same on a sheet of 4 x 4 fields, one per block.
    void add_uv_sets() {
        std::vector<float> own, sheet;
        for (std::size_t i = 0; i < out_.faces.size(); ++i) {
            const std::size_t field = i / 6;
            for (const corner& c : out_.faces[i].corners) {
                own.insert(own.end(), {c.u, c.v});
                sheet.insert(sheet.end(), {(static_cast<float>(field % 4) + c.u) * 0.25F,
                                           (static_cast<float>(field / 4) + c.v) * 0.25F});
            }
        }
        out_.tags.push_back(uv_set(0, own));
        out_.tags.push_back(uv_set(1, sheet));
    }
    // Adds a frame that moves the head by `shift`, and the neck half as far.
    void add_frame(float time, const vec3& shift) {
        std::vector<vec3> positions;
        for (std::size_t i = 0; i < out_.points.size(); ++i) {
            const std::string& part = part_of_point_[i];
            positions.push_back(out_.points[i].position + shift * (part == "head" ? 1 : part == "neck" ? 0.5F : 0));
        }
        out_.tags.push_back(frame(time, positions));
    }
    [[nodiscard]] const lod& finish() const { return out_; }

private:
    [[nodiscard]] static float sign(std::uint32_t bit) { return bit != 0 ? 1 : -1; }

    // Adds a face whose front and normal point inward.
    void add_face(const block& part, std::uint32_t first, const vec3& n) {
        const vec3 up = n.y == 0 ? vec3{0, 1, 0} : vec3{0, 0, 1};
        const vec3 right = cross(n, up);
        const auto number = [&](const vec3& s) {
            return first + (s.x > 0 ? 1U : 0U) + (s.y > 0 ? 2U : 0U) + (s.z > 0 ? 4U : 0U);
        };
        const auto normal = static_cast<std::uint32_t>(out_.normals.size());
        const std::array<corner, 4> all{{{number(n + up - right), normal, 0, 0},
                                         {number(n - up - right), normal, 0, 1},
                                         {number(n - up + right), normal, 1, 1},
                                         {number(n + up + right), normal, 1, 0}}};
        const auto at = [&](std::size_t i) { return out_.points[all[i].point].position; };
        out_.normals.push_back(unit(cross(at(1) - at(0), at(2) - at(0))));
        if (how_ == cut::quads) {
            out_.faces.push_back({{all.begin(), all.end()}, part.texture, part.material});
        } else {
            out_.faces.push_back({{all[0], all[1], all[2]}, part.texture, part.material});
            out_.faces.push_back({{all[0], all[2], all[3]}, part.texture, part.material});
        }
    }

    lod out_;
    cut how_;
    std::vector<std::uint32_t> edges_;
    std::vector<std::string> part_of_point_, part_of_face_;
};

[[nodiscard]] lod fine() {
    sculptor out{1, cut::quads};
    for (const block& part : blocks()) {
        out.add(part);
    }
    constexpr std::uint8_t half = 128; // a weight of 128 / 255
    out.add_proxy("proxy:\\effigy\\torch.001", {-0.35F, 0.85F, -0.1F});
    out.add_sharp_edges();
    for (const char* const part : {"plinth", "body", "leg_right", "leg_left", "arm_right", "arm_left"}) {
        out.select(part);
    }
    out.select("head", "head", half);
    out.select("proxy:\\effigy\\torch.001");
    out.add_property("lodnoshadow", "1");
    out.add_property("autocenter", "0");
    out.add_property("keyframe", "1");
    out.add_frame(0, {});
    out.add_frame(0.25F, {0, -0.01F, -0.02F});
    out.add_frame(0.5F, {0, -0.03F, -0.05F});
    out.add_frame(0.75F, {0, -0.01F, -0.02F});
    out.add_uv_sets();
    return out.finish();
}
[[nodiscard]] lod coarse() {
    sculptor out{2, cut::triangles};
    for (block part : rough_blocks()) {
        part.selection = part.selection == "Component01" ? "plinth" : "body";
        out.add(part);
    }
    out.select("plinth");
    out.select("body");
    return out.finish();
}
[[nodiscard]] lod shadow() {
    sculptor out{10000, cut::triangles};
    for (block part : rough_blocks()) {
        part.texture = part.material = "";
        out.add(part);
    }
    out.add_sharp_edges();
    return out.finish();
}
[[nodiscard]] lod geometry() {
    sculptor out{1e13F, cut::quads};
    for (block part : rough_blocks()) {
        part.texture = part.material = "";
        out.add(part);
    }
    out.add_sharp_edges();
    out.select("Component01");
    out.select("Component02");
    out.add_masses(12.5F);
    out.add_property("autocenter", "0");
    out.add_property("class", "house");
    return out.finish();
}
[[nodiscard]] lod memory() {
    return {.resolution = 1e15F,
            .points = {{{0, 1.62F, -0.15F}}, {{-0.35F, 0.87F, 0}}, {{0.35F, 0.87F, 0}}},
            .tags = {selection("eye", {1, 0, 0}, {}), selection("hand_right", {0, 1, 0}, {}),
                     selection("hand_left", {0, 0, 1}, {})}};
}

} // namespace

p3d::model model() { return {{fine(), coarse(), shadow(), geometry(), memory()}}; }

namespace {

// A rotation around the x axis at the height `pivot`; `sine` is the sine of the angle.
[[nodiscard]] bone_pose nodding(float sine, float pivot) {
    const float cosine = std::sqrt(1 - sine * sine);
    return {{1, 0, 0}, {0, cosine, sine}, {0, -sine, cosine}, {0, pivot - cosine * pivot, -sine * pivot}};
}

} // namespace

clip nod() {
    clip out{{"body", "head", "arm_right", "arm_left"}, {}};
    constexpr float neck = 1.4F;
    constexpr float shoulder = 1.36F;
    for (const float time : {0.0F, 0.25F, 0.5F, 0.75F, 1.0F}) {
        const float bent = 16 * time * time * (1 - time) * (1 - time);
        out.phases.push_back(
            {time,
             {{}, nodding(-0.25F * bent, neck), nodding(0.125F * bent, shoulder), nodding(-0.125F * bent, shoulder)}});
    }
    return out;
}

} // namespace fixtures::p3d::figure
