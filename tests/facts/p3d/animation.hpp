// The facts of an animation: its phases, and the matrices between them.
#pragma once

#include "space.hpp"

namespace facts::p3d {

inline constexpr std::array<double, 5> sampled_times{0, 0.25, 0.5, 0.75, 1};

// ---- phases --------------------------------------------------------------------------------------------------------

[[nodiscard]] inline std::vector<float> times_of(const format::animation& clip) {
    std::vector<float> out;
    for (const format::phase& phase : clip.phases()) {
        out.push_back(phase.time());
    }
    return out;
}

// All times, or the first and the last 32.
[[nodiscard]] inline json some_of(std::span<const float> times) {
    constexpr std::size_t most = 64;
    json out = json::array();
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times.size() <= most || i < most / 2 || i >= times.size() - most / 2) {
            out.push_back(rounded(times[i]));
        }
    }
    return out;
}

inline void add_times(json& out, std::span<const float> times) {
    checksum crc;
    for (const float time : times) {
        const auto stored = effigy::f32<>::of(time);
        crc.add(std::as_bytes(std::span{stored.raw}));
    }
    bool ascending = true;
    for (std::size_t i = 1; i < times.size(); ++i) {
        ascending = ascending && times[i - 1] <= times[i];
    }
    out["times"] = bulk(crc, times.size());
    out["times_approx"] = some_of(times);
    out["times_ascending"] = ascending;
}

// ---- bones ---------------------------------------------------------------------------------------------------------

// Facts of the poses of all phases.
class pose_table {
public:
    explicit pose_table(const format::animation& clip) {
        const auto bones = clip.bones();
        for (const format::phase& phase : clip.phases()) {
            for (std::size_t i = 0; i < bones.size(); ++i) {
                add(phase.bones()[i], bones[i].name());
            }
        }
    }
    void add_facts(json& out) const {
        out["phase_name_differs"] = other_names_;
        out["matrices"] = bulk(matrices_, count_);
        out["det_approx"] = has_determinant_ ? numbers(determinants_) : json::array();
    }

private:
    void add(const format::bone_pose& pose, std::string_view bone) {
        constexpr std::size_t matrix_begin = sizeof(pose.bone);
        add_bytes(matrices_, std::as_bytes(std::span{&pose, 1}).subspan(matrix_begin));
        ++count_;
        other_names_ += pose.bone.view() != bone ? 1U : 0U;
        const double size = determinant(matrix{vector{pose.x}, vector{pose.y}, vector{pose.z}, {}});
        if (std::isfinite(size)) {
            determinants_.add(size);
            has_determinant_ = true;
        }
    }

    checksum matrices_;
    std::uint64_t count_ = 0, other_names_ = 0;
    range determinants_;
    bool has_determinant_ = false;
};

// The sum of the bones' matrices.
[[nodiscard]] inline json sample_facts(const format::animation& clip, double time) {
    sum<12> out;
    for (const format::bone& bone : clip.bones()) {
        out.add(elements(gltf(format::sample<double>(bone, time))));
    }
    return numbers(out);
}

// ---- the animation -------------------------------------------------------------------------------------------------

[[nodiscard]] inline json animation_facts(const format::animation& clip) {
    json bones = json::array();
    junk_count junk;
    for (const effigy::text<32>& name : clip.bone_names()) {
        bones.push_back(latin1(name.view()));
        junk.add(name);
    }
    json samples = json::array();
    if (!clip.phases().empty() && !clip.bones().empty()) {
        for (const double time : sampled_times) {
            samples.push_back(sample_facts(clip, time));
        }
    }
    const pose_table poses{clip};
    json out;
    out["container"] = clip.version() == 100 ? "RTM_0100" : "RTM_0101";
    out["bytes"] = clip.file().size();
    out["motion_approx"] = numbers({clip.motion().x, clip.motion().y, -clip.motion().z});
    out["bones"] = std::move(bones);
    out["names_junk"] = junk.count();
    out["phases"] = clip.phases().size();
    add_times(out, times_of(clip));
    poses.add_facts(out);
    out["samples_approx"] = std::move(samples);
    out["coverage"] = byte_map{clip}.coverage();
    return out;
}

} // namespace facts::p3d
