#include "m2/odd.hpp"

#include <utility>

namespace fixtures::m2::odd {

using support::byte_builder;

namespace {

// The times, the ranges and the other fields of a track.
struct keys {
    std::vector<std::uint32_t> times;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;
    std::uint16_t interpolation = 0;
    std::int16_t global_sequence = -1;
};

class writer {
public:
    explicit writer(std::uint32_t version) : version_(version) {
        out_.text("MD20").u32(version).zeros(header_size - 8);
    }

    [[nodiscard]] bool is_packed() const { return version_ >= 260; }
    [[nodiscard]] byte_builder& bytes() { return out_; }
    [[nodiscard]] std::uint32_t version() const { return version_; }

    // Begins the list whose reference is at `field`.
    writer& list(const std::string& name, std::size_t field, std::size_t count) {
        out_.poke(field, static_cast<std::uint32_t>(count));
        out_.poke(field + 4, static_cast<std::uint32_t>(count != 0 ? out_.size() : 0));
        out_.mark(name);
        return *this;
    }
    template <class Function> writer& list(const std::string& name, std::size_t field, std::size_t count,
                                           const Function& write) {
        list(name, field, count);
        for (std::size_t i = 0; i < count; ++i) {
            out_.mark(name + '[' + std::to_string(i) + ']');
            write(name + '[' + std::to_string(i) + "].", i);
        }
        flush();
        return *this;
    }
    writer& shorts(const std::string& name, std::size_t field, const std::vector<std::int16_t>& values) {
        return list(name, field, values.size(), [&](const std::string&, std::size_t i) { out_.i16(values[i]); });
    }
    // A list that a record refers to. The elements are written after all records of the record's list.
    void pair(const std::string& name, std::size_t count, const std::function<void(std::size_t)>& write) {
        out_.mark(name);
        later_.push_back({out_.size(), name, count, write});
        out_.zeros(8);
    }
    void text(const std::string& name, const std::string& chars) {
        pair(name, chars.size(), [this, chars](std::size_t i) { out_.text(chars.substr(i, 1)); });
    }
    void events(const std::string& name, const keys& of) {
        out_.mark(name).mark(name + ".interpolation").u16(of.interpolation);
        out_.mark(name + ".global").i16(of.global_sequence);
        pair(name + ".ranges", of.ranges.size(),
             [this, of](std::size_t i) { out_.u32(of.ranges[i].first).u32(of.ranges[i].second); });
        pair(name + ".times", of.times.size(), [this, of](std::size_t i) { out_.u32(of.times[i]); });
    }
    void track(const std::string& name, const keys& of, const std::function<void(std::size_t)>& write,
               std::size_t values_per_key = 1) {
        events(name, of);
        pair(name + ".values", of.times.size() * values_per_key, write);
    }
    // A track whose values are vectors of `width` numbers. The numbers count up from `from`.
    void floats(const std::string& name, const keys& of, std::size_t width, float from) {
        track(name, of, [this, width, from](std::size_t i) {
            for (std::size_t k = 0; k < width; ++k) {
                out_.f32(from + static_cast<float>(i * width + k));
            }
        });
    }
    void shorts(const std::string& name, const keys& of, std::int16_t from) {
        track(name, of,
              [this, from](std::size_t i) { out_.i16(static_cast<std::int16_t>(from + static_cast<int>(i))); });
    }
    void switches(const std::string& name, const keys& of) {
        track(name, of, [this](std::size_t i) { out_.u8(static_cast<std::uint8_t>(i % 2 == 0)); });
    }
    void rotations(const std::string& name, const keys& of, bool packed) {
        track(name, of, [this, packed](std::size_t i) { // the identity, and half a turn
            if (packed) {
                const std::int16_t one = 32767;
                out_.i16(one).i16(i % 2 == 0 ? one : -1).i16(one).i16(i % 2 == 0 ? -1 : one);
            } else {
                out_.f32s({0, i % 2 == 0 ? 0.0F : 1.0F, 0, i % 2 == 0 ? 1.0F : 0.0F});
            }
        });
    }

    void poke16(std::size_t at, std::uint16_t value) {
        out_.poke_u8(at, static_cast<std::uint8_t>(value & 0xFFU))
            .poke_u8(at + 1, static_cast<std::uint8_t>(value >> 8U));
    }

private:
    static constexpr std::size_t header_size = 0x144;

    struct pending {
        std::size_t at;
        std::string name;
        std::size_t count;
        std::function<void(std::size_t)> write;
    };

    void flush() {
        const auto lists = std::exchange(later_, {});
        for (const pending& one : lists) {
            list(one.name + "[]", one.at, one.count);
            for (std::size_t i = 0; i < one.count; ++i) {
                out_.mark(one.name + '[' + std::to_string(i) + ']');
                one.write(i);
            }
        }
    }

    byte_builder out_;
    std::uint32_t version_;
    std::vector<pending> later_;
};

// ---- the model -----------------------------------------------------------------------------------------------------

// Three animations: 0 .. 1000, 2000 .. 3000 and 4000 .. 5000 ms, with regular ranges.
const keys moving{{0, 500, 1000, 2000, 3000, 4000, 5000}, {{0, 2}, {3, 4}, {5, 6}, {0, 0}}, 1};
const keys constant{{0}, {}};
const keys looping{{0, 250, 500}, {}, 1, 0};
const keys hermite{{0, 1000}, {{0, 1}, {1, 1}, {1, 1}}, 2};
const keys firing{{500, 2500}, {{0, 1}, {1, 2}, {2, 2}, {0, 0}}};
const keys none{};

void write_bounds(byte_builder& to, float from) {
    to.f32s({from, from + 1, from + 2, from + 10, from + 11, from + 12, from + 20});
}

void write_animations(writer& to) {
    byte_builder& out = to.bytes();
    to.list("globalSequences", 0x14, 1, [&](const std::string&, std::size_t) { out.u32(500); });
    to.list("animations", 0x1C, 3, [&](const std::string& name, std::size_t i) {
        const auto n = static_cast<std::uint32_t>(i);
        out.u16(i == 2 ? 4 : 0).u16(i == 1 ? 1 : 0);
        out.mark(name + "start").u32(2000 * n).mark(name + "end").u32(2000 * n + 1000);
        out.mark(name + "speed").f32(2.5F + static_cast<float>(i)).mark(name + "flags").u32(i == 2 ? 0x40 : 1);
        out.i16(16383).u16(0x3D75).u32(n + 1).u32(n + 2).u32(150 + n);
        write_bounds(out.mark(name + "bounds"), static_cast<float>(i));
        out.mark(name + "next").i16(i == 0 ? 1 : -1).mark(name + "alias").u16(i == 2 ? 0 : 16255);
    });
    to.shorts("animationLookup", 0x24, {0, -1, -1, -1, 2});
    to.list("playableLookup", 0x2C, 2, [&](const std::string&, std::size_t i) {
        out.u16(static_cast<std::uint16_t>(i + 3)).u16(static_cast<std::uint16_t>(i));
    });
}

void write_bones(writer& to) {
    byte_builder& out = to.bytes();
    to.list("bones", 0x34, 2, [&](const std::string& name, std::size_t i) {
        out.i32(i == 0 ? 0 : -1).u32(i == 0 ? 0x200 : 8).mark(name + "parent").i16(i == 0 ? -1 : 0).u16(0x3F0B);
        if (to.is_packed()) {
            out.u32(0x20017);
        }
        to.floats(name + "translation", i == 0 ? moving : none, 3, 1.5F);
        to.rotations(name + "rotation", i == 0 ? constant : looping, to.is_packed());
        if (i == 0) {
            to.floats(name + "scale", none, 3, 1);
        } else {
            to.track(name + "scale", hermite, [&](std::size_t k) { out.f32s({1, 2, static_cast<float>(k)}); }, 3);
        }
        out.mark(name + "pivot").f32s({static_cast<float>(i), 4, 5});
    });
    to.shorts("keyBoneLookup", 0x3C, {0, -1});
}

void write_vertices(writer& to) {
    byte_builder& out = to.bytes();
    to.list("vertices", 0x44, 6, [&](const std::string& name, std::size_t i) {
        out.mark(name + "position").f32s({static_cast<float>(i % 3), static_cast<float>(i / 2), 7});
        out.mark(name + "weights").u8(i == 0 ? 128 : 255).u8(i == 0 ? 127 : 0).u8(0).u8(0);
        out.mark(name + "bones").u8(i < 3 ? 0 : 1).u8(i == 0 ? 1 : 0).u8(0).u8(0);
        out.mark(name + "normal").f32s({0, 0, 1}).f32s({0.25F, 0.75F, 0.5F, static_cast<float>(i)});
    });
}

void write_submesh(writer& to, const std::string& name, std::size_t i) {
    byte_builder& out = to.bytes();
    const auto n = static_cast<std::uint16_t>(i);
    out.mark(name).u16(static_cast<std::uint16_t>(101 + i)).u16(0);
    out.mark(name + ".firstVertex").u16(static_cast<std::uint16_t>(3 * n));
    out.mark(name + ".vertexCount").u16(3);
    out.mark(name + ".firstIndex").u16(static_cast<std::uint16_t>(3 * n));
    out.mark(name + ".indexCount").u16(3);
    out.mark(name + ".boneCount").u16(i == 0 ? 2 : 1).mark(name + ".palette").u16(n);
    out.mark(name + ".influences").u16(i == 0 ? 2 : 1).mark(name + ".centerBone").u16(n).f32s({1, 2, 3});
    if (to.is_packed()) {
        out.f32s({4, 5, 6, 7});
    }
}
void write_batch(writer& to, const std::string& name, std::size_t i) {
    byte_builder& out = to.bytes();
    const auto n = static_cast<std::uint16_t>(i);
    out.mark(name).u8(0x10).u8(static_cast<std::uint8_t>(0xFF - i)).u16(3).mark(name + ".submesh").u16(n).u16(n);
    out.mark(name + ".color").i16(i == 0 ? 0 : -1).mark(name + ".material").u16(0).u16(n);
    out.mark(name + ".textureCount").u16(1).mark(name + ".texture").u16(n).mark(name + ".unit").u16(0);
    out.mark(name + ".weight").u16(0).mark(name + ".transform").u16(n);
}
void write_skin_profiles(writer& to) {
    byte_builder& out = to.bytes();
    to.list("skinProfiles", 0x4C, 2, [&](const std::string& name, std::size_t i) {
        to.pair(name + "indices", 6, [&](std::size_t k) { out.u16(static_cast<std::uint16_t>(k)); });
        to.pair(name + "triangles", 6, [&](std::size_t k) { out.u16(static_cast<std::uint16_t>(k)); });
        to.pair(name + "properties", 6, [&](std::size_t k) { out.u8(0).u8(k == 0 ? 1 : 0).u8(0).u8(0); });
        to.pair(name + "submeshes", 2,
                [&to, name](std::size_t k) { write_submesh(to, name + "submesh" + std::to_string(k), k); });
        to.pair(name + "batches", 2,
                [&to, name](std::size_t k) { write_batch(to, name + "batch" + std::to_string(k), k); });
        out.mark(name + "limit").u32(i == 0 ? 256 : 21);
    });
}

void write_materials(writer& to) {
    byte_builder& out = to.bytes();
    to.list("colors", 0x54, 1, [&](const std::string& name, std::size_t) {
        to.floats(name + "rgb", moving, 3, 0);
        to.shorts(name + "alpha", moving, 100);
    });
    to.list("textures", 0x5C, 2, [&](const std::string& name, std::size_t i) {
        out.mark(name + "type").u32(i == 0 ? 0 : 11).u16(3).u16(0xFFFF);
        to.text(name + "name", i == 0 ? std::string("A\\B.blp\0", 8) : std::string(1, '\0'));
    });
    to.list("weights", 0x64, 1,
            [&](const std::string& name, std::size_t) { to.shorts(name + "weight", looping, 32000); });
    to.list("transforms", 0x74, 1, [&](const std::string& name, std::size_t) {
        to.floats(name + "translation", looping, 3, 8);
        to.rotations(name + "rotation", looping, false);
        to.floats(name + "scale", constant, 3, 9);
    });
    to.shorts("replaceableLookup", 0x7C, {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
    to.list("materials", 0x84, 1, [&](const std::string&, std::size_t) { out.u16(0x11).u16(4); });
    to.shorts("boneLookup", 0x8C, {0, 1});
    to.shorts("textureLookup", 0x94, {0, 1});
    to.shorts("textureUnitLookup", 0x9C, {0});
    to.shorts("weightLookup", 0xA4, {0});
    to.shorts("transformLookup", 0xAC, {-1, 0});
}

void write_collision(writer& to) {
    byte_builder& out = to.bytes();
    to.shorts("collisionTriangles", 0xEC, {0, 1, 2});
    to.list("collisionVertices", 0xF4, 3, [&](const std::string&, std::size_t i) {
        out.f32s({static_cast<float>(i % 2), static_cast<float>(i / 2), 0});
    });
    to.list("collisionNormals", 0xFC, 1, [&](const std::string&, std::size_t) { out.f32s({0, 0, 1}); });
}

void write_attachments(writer& to) {
    byte_builder& out = to.bytes();
    to.list("attachments", 0x104, 1, [&](const std::string& name, std::size_t) {
        out.u32(1).mark(name + "bone").u16(1).u16(48823).mark(name + "position").f32s({1, 2, 3});
        to.switches(name + "visible", constant);
    });
    to.shorts("attachmentLookup", 0x10C, {-1, 0});
    to.list("events", 0x114, 1, [&](const std::string& name, std::size_t) {
        out.text("$HIT").u32(6801).mark(name + "bone").u32(1).mark(name + "position").f32s({4, 5, 6});
        to.events(name + "event", firing);
    });
    to.list("lights", 0x11C, 1, [&](const std::string& name, std::size_t) {
        out.u16(1).mark(name + "bone").i16(-1).mark(name + "position").f32s({7, 8, 9});
        to.floats(name + "ambientColor", constant, 3, 1);
        to.floats(name + "ambientIntensity", constant, 1, 2);
        to.floats(name + "diffuseColor", moving, 3, 3);
        to.floats(name + "diffuseIntensity", moving, 1, 4);
        to.floats(name + "attenuationStart", looping, 1, 5);
        to.floats(name + "attenuationEnd", looping, 1, 6);
        to.switches(name + "visible", looping);
    });
    to.list("cameras", 0x124, 1, [&](const std::string& name, std::size_t) {
        out.i32(0).mark(name + "view").f32s({0.95F, 27.75F, 0.25F});
        to.floats(name + "position", moving, 9, 1);
        out.f32s({1, 2, 3});
        to.floats(name + "target", looping, 9, 2);
        out.f32s({4, 5, 6});
        to.floats(name + "roll", constant, 3, 3);
    });
    to.shorts("cameraLookup", 0x12C, {0});
}

void write_ribbons(writer& to) {
    byte_builder& out = to.bytes();
    to.list("ribbons", 0x134, 1, [&](const std::string& name, std::size_t) {
        out.i32(-1).mark(name + "bone").u32(1).mark(name + "position").f32s({1, 2, 3});
        to.pair(name + "textures", 2, [&](std::size_t i) { out.u16(static_cast<std::uint16_t>(i)); });
        to.pair(name + "materials", 1, [&](std::size_t) { out.u16(0); });
        to.floats(name + "color", constant, 3, 1);
        to.shorts(name + "alpha", constant, 2);
        to.floats(name + "heightAbove", moving, 1, 3);
        to.floats(name + "heightBelow", looping, 1, 4);
        out.f32s({10, 11, 12}).u16(13).u16(14);
        to.shorts(name + "slot", constant, 5);
        to.switches(name + "visible", moving);
    });
}
void write_particles(writer& to) {
    byte_builder& out = to.bytes();
    to.list("particles", 0x13C, 1, [&](const std::string& name, std::size_t) {
        out.i32(-1).u32(0x1000).mark(name + "position").f32s({1, 2, 3});
        out.mark(name + "bone").u16(1).mark(name + "texture").u16(0);
        to.text(name + "model", std::string("M\0", 2));
        to.text(name + "recursionModel", std::string("R.m2\0", 5));
        out.mark(name + "emission");
        if (to.version() >= 263) {
            out.u8(4).u8(2).u16(11);
        } else {
            out.u16(4).u16(2);
        }
        out.u8(1).u8(2).i16(-1).u16(3).u16(4);
        for (int i = 0; i < 10; ++i) {
            to.floats(name + "track" + std::to_string(i), i == 3 ? moving : constant, 1, static_cast<float>(i));
        }
        out.f32(0.5F);
        for (std::uint8_t i = 0; i < 12; ++i) {
            out.u8(i);
        }
        out.f32s({1, 2, 3});
        for (std::uint16_t i = 0; i < 10; ++i) {
            out.u16(i);
        }
        for (int i = 0; i < 22; ++i) {
            out.f32(100.0F + static_cast<float>(i));
        }
        to.pair(name + "splinePoints", 2, [&](std::size_t i) { out.f32s({static_cast<float>(i), 1, 2}); });
        to.switches(name + "enabled", constant);
    });
}

} // namespace

byte_builder valid_file(std::uint32_t version) {
    writer to{version};
    byte_builder& out = to.bytes();
    const std::string name("Figure\0", 7);
    to.list("name", 0x08, name.size(), [&](const std::string&, std::size_t i) { out.text(name.substr(i, 1)); });
    out.poke(0x10, std::uint32_t{3});
    for (std::size_t i = 0; i < 14; ++i) {
        out.poke(0xB4 + 4 * i, static_cast<float>(i));
    }
    write_animations(to);
    write_bones(to);
    write_vertices(to);
    write_skin_profiles(to);
    write_materials(to);
    write_collision(to);
    write_attachments(to);
    write_ribbons(to);
    write_particles(to);
    return std::move(out);
}

} // namespace fixtures::m2::odd
