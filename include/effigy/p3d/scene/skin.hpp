// A skin whose joints are the selections with the name of an animation's bone.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/p3d/sample.hpp>
#include <effigy/p3d/scene/mesh.hpp>
#include <effigy/p3d/scene/options.hpp>

#include <algorithm>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// A joint of points. Its node is at the middle of these points, so that small errors in its rotation move them little.
struct bone_joint {
    std::string_view name;
    box<double> around;         // bounds of its points, in glTF's space
    std::uint32_t outer = npos; // node; if matrices are sheared, the parent of `scaled`, which is the parent of `inner`
    std::uint32_t scaled = npos;
    std::uint32_t inner = npos;

    // Rounded to float, so that the inverse bind matrix is exact.
    [[nodiscard]] vector3<double> middle() const noexcept { return rounded_to_float((around.min + around.max) * 0.5); }
    [[nodiscard]] double radius() const noexcept { return length(around.max - around.min) / 2; }
};

inline constexpr std::uint16_t at_rest = 0xFFFF; // in place of the number of a bone

// The joints of all converted levels. Joint 0 of the skin is their root: it holds the points that no bone moves.
//
// Each bone is a joint. But a point has shares of those of its bones that an animation has, and a mesh has one set of
// weights for all clips. So clips with the same bones form a group, and a joint can follow another bone in each group:
// if a point has the bones A and B, and a second group has no B, the point has two joints. One follows A in both
// groups. The other follows B in the first group and A in the second.
template <class = when_used> class joint_list {
public:
    joint_list(builder& to, const model& from, std::span<const named_clip> clips)
        : to_(&to), clips_(clips), left_(2 * (bytes_of(from, clips) + smallest_files)), names_(to.memory()),
          all_(to.memory()), numbers_(to.memory()), bones_of_(to.memory()), group_of_(to.memory()),
          followed_(to.memory()), mixed_(to.memory()) {
        for (const named_clip& clip : clips) {
            for (const p3d::bone& bone : clip.keys.bones()) {
                if (bone.index() < most_bones && !names_.contains(bone.name())) {
                    static_cast<void>(to.add(names_, bone.name()));
                }
            }
        }
    }

    [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
    [[nodiscard]] bone_joint& operator[](std::size_t i) noexcept { return all_[i]; }
    [[nodiscard]] std::uint32_t skin() const noexcept { return skin_; }
    [[nodiscard]] double model_size() const noexcept { return length(around_.max - around_.min); }
    [[nodiscard]] std::size_t bone_count() const noexcept { return bone_count_; } // the first joints
    [[nodiscard]] std::size_t group_count() const noexcept { return group_count_; }
    [[nodiscard]] bool has(std::size_t group, std::uint16_t bone) const noexcept {
        return bones_of_[group * bone_count_ + bone] != 0;
    }
    // Returns the number of the bone with this name; npos if no clip has it, or if it moves no point.
    [[nodiscard]] std::uint32_t find(std::string_view name) const { return numbers_.find(name); }
    // Returns the number of the joint that follows these bones, one for each group; npos if there is none.
    [[nodiscard]] std::uint32_t find(std::span<const std::uint16_t> followed) const {
        const std::uint16_t bone = first_of(followed);
        bool is_bone = bone != at_rest;
        for (std::size_t group = 0; group < followed.size() && is_bone; ++group) {
            is_bone = followed[group] == (has(group, bone) ? bone : at_rest);
        }
        if (is_bone) {
            return bone;
        }
        std::uint32_t found = 0;
        for (std::size_t group = 0; group < followed.size() && found != npos; ++group) {
            found = mixed_.find(step_of(found, followed[group]));
        }
        return found;
    }
    // Returns the bone of a clip that joint `i` follows; an empty one if it stays at rest. `bones`: those of the clip.
    [[nodiscard]] bone bone_in(std::size_t clip, std::size_t i, const bones_by_name& bones) const noexcept {
        const std::uint16_t followed = i < bone_count_ ? static_cast<std::uint16_t>(i)
                                                       : followed_[(i - bone_count_) * group_count_ + group_of_[clip]];
        return followed == at_rest ? bone{} : bones.find(all_[followed].name);
    }

    // Returns the number of joints after the bones that follow a bone of a clip.
    [[nodiscard]] std::uint64_t mixed_in(std::size_t clip) const noexcept {
        std::uint64_t out = 0;
        for (std::size_t i = group_of_[clip]; i < followed_.size(); i += group_count_) {
            out += followed_[i] != at_rest ? 1U : 0U;
        }
        return out;
    }
    // Returns the bytes of a clip's file for each of its bones.
    [[nodiscard]] std::uint64_t bytes_of_bone(std::size_t clip) const noexcept {
        const animation& keys = clips_[clip].keys;
        return keys.file().size() / std::max<std::size_t>(keys.bones().size(), 1);
    }

    // Adds the bones that move points of a level. `with_proxies`: whether points that place proxies count for the
    // model's size. Returns false if they exceed the memory limit of the scene.
    [[nodiscard]] bool find_bones(const lod& level, bool with_proxies) {
        const strided<vec3<>> points = level.points();
        auto is_left_out = to_->template list<std::uint8_t>(points.size());
        if (to_->why()) {
            return false;
        }
        for (const p3d::selection& part : level.selections()) {
            if (!with_proxies && proxy_of(part.name())) {
                for_each_point(part, [&](const selected_point& one) { is_left_out[one.point] = 1; });
            }
        }
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (is_left_out[i] == 0) {
                around_.add(mirrored_z::point(vector3<double>{points[i]}));
            }
        }
        for (const p3d::selection& part : level.selections()) {
            if (find(part.name()) == npos && names_.contains(part.name()) && has_points(part) && !add(part.name())) {
                return false;
            }
        }
        for (const p3d::selection& part : level.selections()) {
            const std::uint32_t bone = find(part.name());
            if (bone == npos) {
                continue;
            }
            for_each_point(part, [&](const selected_point& one) {
                if (const vec3<>* const stored = points.at(one.point)) {
                    all_[bone].around.add(mirrored_z::point(vector3<double>{*stored}));
                }
            });
        }
        bone_count_ = all_.size();
        return true;
    }
    // Finds the groups, after find_bones() for all levels. Returns false if they exceed the memory limit of the scene.
    [[nodiscard]] bool find_groups() {
        if (!to_->reserve(group_of_, clips_.size())) {
            return false;
        }
        for (const named_clip& clip : clips_) {
            if (!to_->make_room(bones_of_, bone_count_)) {
                return false;
            }
            bones_of_.append(bone_count_, std::uint8_t{0});
            for (const p3d::bone& bone : clip.keys.bones()) {
                const std::uint32_t number = bone.index() < most_bones ? find(bone.name()) : npos;
                if (number != npos) {
                    bones_of_[group_count_ * bone_count_ + number] = 1;
                }
            }
            const std::span<const std::uint8_t> all{bones_of_.data(), bones_of_.size()};
            const auto bones = [&](std::size_t group) { return all.subspan(group * bone_count_, bone_count_); };
            std::size_t same = 0;
            while (!std::equal(bones(same).begin(), bones(same).end(), bones(group_count_).begin())) {
                ++same;
            }
            group_of_.push_back(static_cast<std::uint32_t>(same));
            group_count_ += same == group_count_ ? 1U : 0U;
            bones_of_.resize(group_count_ * bone_count_);
        }
        return true;
    }
    // Makes the joint that follows these bones, if there is none, and adds a point to it. The limit of the scene grows
    // as if each clip had one more bone, at most to three times the limit; there are no joints beyond. Returns false if
    // the joint exceeds the memory limit of the scene.
    [[nodiscard]] bool add(std::span<const std::uint16_t> followed, const vector3<double>& point) {
        std::uint32_t joint = find(followed);
        if (joint == npos) {
            std::uint64_t bytes = 0;
            for (std::size_t clip = 0; clip < clips_.size(); ++clip) {
                bytes += followed[group_of_[clip]] != at_rest ? bytes_of_bone(clip) : 0;
            }
            if (bytes > left_ || all_.size() == most_joints) {
                return true;
            }
            left_ -= bytes;
            to_->allow(bytes);
            joint = static_cast<std::uint32_t>(all_.size());
            std::uint32_t at = 0;
            for (std::size_t group = 0; group < followed.size(); ++group) {
                const std::uint64_t step = step_of(at, followed[group]);
                at = mixed_.find(step);
                if (at == npos) {
                    at = group + 1 == followed.size() ? joint : ++steps_;
                    if (!to_->add(mixed_, step, at)) {
                        return false;
                    }
                }
            }
            const bone_joint made{all_[first_of(followed)].name, {}, npos, npos, npos};
            if (!to_->make_room(followed_, followed.size()) || to_->add(all_, made) == nullptr) {
                return false;
            }
            followed_.append(followed);
        }
        if (joint >= bone_count_) {
            all_[joint].around.add(mirrored_z::point(point));
        }
        return true;
    }

    // Makes the nodes and the skin.
    void add_nodes() {
        if (empty() || !to_->reserve(to_->made.nodes, 1 + all_.size())) {
            return;
        }
        skin_ = to_->add_skin(all_.size() + 1);
        if (skin_ == npos) {
            return;
        }
        to_->made.skins[skin_].name = "bones";
        const std::uint32_t root = to_->add_node("bones", npos);
        to_->set_joint(skin_, 0, root);
        std::size_t number = 0;
        for (bone_joint& each : all_) {
            const vector3<double> middle = each.middle();
            each.outer = to_->add_node(each.name, root, pose<double>{mirrored_z::point(middle), {}, {1, 1, 1}});
            to_->set_joint(skin_, ++number, each.outer, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, -to_real<float>(middle)});
        }
    }
    // Adds a child node to a joint's node, and a child to this one. The skin uses the latter from then on.
    void add_inner_nodes(std::size_t i) {
        bone_joint& joint = all_[i];
        if (joint.inner == npos) {
            joint.scaled = to_->add_node(joint.name, joint.outer);
            joint.inner = to_->add_node(joint.name, joint.scaled);
            if (joint.inner != npos) {
                to_->made.skins[skin_].joints[i + 1] = joint.inner;
            }
        }
    }

private:
    static constexpr std::size_t most_joints = 0xFFFE;              // indices of joints have 16 bits
    static constexpr std::uint64_t smallest_files = 128 * 1024 / 6; // for which the scene may take 128 KiB

    [[nodiscard]] bool add(std::string_view name) {
        if (all_.size() == most_joints) {
            return true;
        }
        return to_->add(numbers_, name, static_cast<std::uint32_t>(all_.size())) &&
               to_->add(all_, bone_joint{name, {}, npos, npos, npos}) != nullptr;
    }
    [[nodiscard]] static std::uint16_t first_of(std::span<const std::uint16_t> followed) noexcept {
        for (const std::uint16_t bone : followed) {
            if (bone != at_rest) {
                return bone;
            }
        }
        return at_rest;
    }
    [[nodiscard]] static std::uint64_t step_of(std::uint32_t from, std::uint16_t bone) noexcept {
        return std::uint64_t{from} << 16 | bone;
    }

    builder* to_;
    std::span<const named_clip> clips_;
    std::uint64_t left_;                                    // bytes of files by which the limit of the scene can grow
    numbers_by_key<std::string_view, compare_names> names_; // of the bones of all clips
    pool<bone_joint> all_;
    numbers_by_key<std::string_view, compare_names> numbers_;
    std::size_t bone_count_ = 0, group_count_ = 0;
    pool<std::uint8_t> bones_of_;  // for each group and each bone, whether the group has the bone
    pool<std::uint32_t> group_of_; // of each clip
    pool<std::uint16_t> followed_; // for each joint after the bones and each group, the bone that the joint follows
    // The numbers of these joints, by steps from group to group: what the previous step led to, and the next bone.
    numbers_by_key<std::uint64_t> mixed_;
    std::uint32_t steps_ = 0;
    box<double> around_; // bounds of all points
    std::uint32_t skin_ = npos;
};

// ---- weights -------------------------------------------------------------------------------------------------------

// The bones of a level's points, in each group of clips.
template <class = when_used> class shared_points {
public:
    shared_points(builder& to, const joint_list<>& joints, const lod& level)
        : to_(&to), joints_(&joints), level_(level), parts_(to.memory()), is_taken_(to.memory()),
          influences_(to.memory()), places_(to.memory()), followed_(to.memory()) {}

    // Returns false if this needs more memory than the limit of the scene allows.
    [[nodiscard]] bool prepare() {
        const std::size_t groups = joints_->group_count(), bones = joints_->bone_count();
        if (!to_->reserve(parts_, bones) || !to_->resize(bones, is_taken_) ||
            !to_->resize(groups * at_once, influences_) || !to_->resize(groups, places_, followed_)) {
            return false;
        }
        for (const p3d::selection& one : level_.selections()) {
            const std::uint32_t bone = joints_->find(one.name());
            if (bone != npos && is_taken_[bone] == 0) {
                is_taken_[bone] = 1;
                parts_.push_back({static_cast<std::uint16_t>(bone), one.point_bytes()});
            }
        }
        return true;
    }
    // Calls visit(point) for each point that bones move. After prepare().
    template <class Visit> void for_each_moved(const Visit& visit) {
        const std::size_t count = level_.points().size();
        for (std::size_t first = 0; first < count; first += at_once) {
            const std::size_t size = std::min<std::size_t>(at_once, count - first);
            read(first, size);
            for (std::size_t i = 0; i < size; ++i) {
                bool is_moved = false;
                for (std::size_t group = 0; group < places_.size(); ++group) {
                    is_moved = is_moved || of(group, i).size() != 0;
                }
                if (is_moved) {
                    current_ = i;
                    visit(static_cast<std::uint32_t>(first + i));
                }
            }
        }
    }
    // Divides the current point of for_each_moved() into parts that follow one bone in each group: visit(the bones,
    // weight). The weights add up to 1.
    template <class Visit> void for_each_part(const Visit& visit) {
        std::size_t first = 0; // group with bones of the point
        for (std::size_t group = places_.size(); group-- != 0;) {
            const influences& bones = of(group, current_);
            places_[group] = {};
            for (std::size_t i = 0; i < bones.size(); ++i) {
                places_[group].left[i] = bones.share<double>(i);
            }
            first = bones.size() != 0 ? group : first;
        }
        // As much as possible follows the same bone in all groups.
        for (std::size_t i = 0; i < of(first, current_).size(); ++i) {
            const std::uint16_t bone = of(first, current_).bone(i);
            take([&](const influences& bones, const open_shares&) { return bones.find(bone); }, visit);
        }
        const auto next = [](const influences& bones, open_shares& here) {
            while (here.next < bones.size() && here.left[here.next] <= rounding) {
                ++here.next;
            }
            return here.next;
        };
        while (take(next, visit)) {
        }
    }

private:
    static constexpr std::size_t at_once = 64; // points

    struct bone_selection { // the first selection of a bone
        std::uint16_t bone;
        array<u8> bytes;
    };
    struct open_shares {                 // of a point in a group
        double left[influences::most]{}; // of each bone's share
        std::size_t next = 0;
    };
    static constexpr double rounding = 1e-9;

    // Takes as much as there is of a bone of each group: bone_of(influences, open_shares). Returns false if there is
    // nothing.
    template <class BoneOf, class Visit> bool take(const BoneOf& bone_of, const Visit& visit) {
        double weight = 1;
        for (std::size_t group = 0; group < places_.size(); ++group) {
            const influences& bones = of(group, current_);
            followed_[group] = at_rest;
            if (bones.size() != 0) {
                const std::size_t i = bone_of(bones, places_[group]);
                followed_[group] = i < bones.size() ? bones.bone(i) : at_rest;
                weight = std::min<double>(weight, i < bones.size() ? places_[group].left[i] : 0);
            }
        }
        if (weight <= rounding) {
            return false;
        }
        for (std::size_t group = 0; group < places_.size(); ++group) {
            if (followed_[group] != at_rest) {
                places_[group].left[of(group, current_).find(followed_[group])] -= weight;
            }
        }
        visit(std::span<const std::uint16_t>{followed_.data(), followed_.size()}, weight);
        return true;
    }

    void read(std::size_t first, std::size_t size) {
        for (influences& each : influences_) {
            each = {};
        }
        for (const bone_selection& one : parts_) {
            for_each_selected(one.bytes.part(first, size), [&](std::uint32_t i, u8 byte) {
                for (std::size_t group = 0; group < places_.size(); ++group) {
                    if (joints_->has(group, one.bone)) {
                        of(group, i).add(one.bone, decode_weight(byte));
                    }
                }
                return true;
            });
        }
    }
    [[nodiscard]] influences& of(std::size_t group, std::size_t i) noexcept { return influences_[group * at_once + i]; }

    builder* to_;
    const joint_list<>* joints_;
    lod level_;
    pool<bone_selection> parts_;
    pool<std::uint8_t> is_taken_; // for each bone
    pool<influences> influences_; // for each group, those of the points that are read at once
    std::size_t current_ = 0;     // of these points
    pool<open_shares> places_;    // for each group
    pool<std::uint16_t> followed_;
};

// The largest number of sets of four influences per vertex.
inline constexpr std::size_t most_influence_sets = 4;

// Joints and weights of a level's vertices. All vertices of a point have its influences.
template <class = when_used> class influence_maker {
public:
    influence_maker(builder& to, const joint_list<>& joints, const lod& level, const point_vertices& vertices,
                    const scene_options& options)
        : to_(&to), joints_(&joints), vertices_(&vertices), points_(to, joints, level), all_(to.memory()),
          most_(options.include_all_weights ? 4 * most_influence_sets : 4) {}

    // Makes joints and weights; makes none if no bone moves a point of the level. Returns false if they exceed the
    // memory limit of the scene.
    [[nodiscard]] bool make(scene::mesh& out) {
        if (!points_.prepare()) {
            return false;
        }
        std::size_t most = 0;
        points_.for_each_moved([&](std::uint32_t) {
            find_influences();
            most = std::max<std::size_t>(most, kept());
        });
        if (most == 0) {
            return true;
        }
        const std::size_t sets = (most + 3) / 4;
        const std::size_t count = vertices_->size();
        if (!to_->resize(sets, out.joints, out.weights)) {
            return false;
        }
        for (std::size_t set = 0; set < sets; ++set) {
            if (!to_->resize(count, out.joints[set], out.weights[set])) {
                return false;
            }
        }
        for (scene::weights4& of_vertex : out.weights[0]) {
            of_vertex[0] = 1; // of the root
        }
        std::uint64_t cut = 0;
        points_.for_each_moved([&](std::uint32_t point) {
            find_influences();
            double sum = 0;
            for (std::size_t i = 0; i < kept(); ++i) {
                sum += all_[i].weight;
            }
            vertices_->for_each(point, [&](std::uint32_t vertex) {
                for (std::size_t i = 0; i < kept(); ++i) {
                    out.joints[i / 4][vertex][i % 4] = all_[i].joint;
                    out.weights[i / 4][vertex][i % 4] = static_cast<float>(all_[i].weight / sum);
                }
                cut += is_other_ || kept() < all_.size() ? 1U : 0U;
            });
        });
        to_->extras().add_given("verticesWithLostWeights", cut).put_into(out.extras);
        return !to_->why();
    }

private:
    struct joint_share {
        double weight;
        std::uint16_t joint;
    };

    // Finds the influences of the current point, the largest first.
    void find_influences() {
        all_.clear();
        is_other_ = false;
        points_.for_each_part([&](std::span<const std::uint16_t> followed, double weight) {
            if (const std::uint32_t joint = joints_->find(followed); joint != npos) {
                to_->add(all_, joint_share{weight, static_cast<std::uint16_t>(joint + 1)});
            } else {
                is_other_ = true; // there are too many joints
            }
        });
        heap_sort(all_, [](const joint_share& a, const joint_share& b) {
            return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
        });
    }
    [[nodiscard]] std::size_t kept() const noexcept { return std::min<std::size_t>(all_.size(), most_); }

    builder* to_;
    const joint_list<>* joints_;
    const point_vertices* vertices_;
    shared_points<> points_;
    pool<joint_share> all_; // of the current point
    bool is_other_ = false; // whether some are left out
    std::size_t most_;      // the number of influences that a vertex keeps
};

}}}} // namespace effigy::v0::p3d::impl
