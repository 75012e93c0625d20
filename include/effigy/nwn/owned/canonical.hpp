// What the three programs that write binary MDL put into bytes that have no meaning: addresses in the program itself,
// and the records of nodes in animations, which are those of a new node (measured: without exception in 342 files; what
// is not initialised there is 0 here).
#pragma once

#include <effigy/nwn/order/blocks.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Addresses of functions, by the flags of a node: six of the node, and two of its mesh.
struct function_addresses {
    std::uint32_t flags;
    std::uint32_t node[6];
    std::uint32_t mesh[2];
};
inline constexpr function_addresses bioware_functions[] = {
    {0x001, {0x40CB70, 0x40CBD0, 0x40CBE0, 0x40CBF0, 0x40CC10, 0x40CC20}, {0, 0}},
    {0x003, {0x40DB70, 0x40DB80, 0x40DB90, 0x40DBA0, 0x40DBC0, 0x40DBD0}, {0, 0}},
    {0x005, {0x40CB70, 0x40D9B0, 0x40D9C0, 0x40D9D0, 0x40D9F0, 0x40DA00}, {0, 0}},
    {0x011, {0x40CB70, 0x40DF30, 0x40CBE0, 0x40DF40, 0x40DF60, 0x40DF70}, {0, 0}},
    {0x021, {0x40E2E0, 0x40E2F0, 0x40E300, 0x40E310, 0x40E330, 0x40E340}, {0x40E350, 0x40D7E0}},
    {0x061, {0x40D710, 0x40D790, 0x40D7A0, 0x40E310, 0x40D7B0, 0x40D7C0}, {0x40D7D0, 0x40D7E0}},
    {0x121, {0x40E040, 0x40E080, 0x40E090, 0x40E310, 0x40E330, 0x40E0A0}, {0x40E0C0, 0x40E0B0}},
    {0x221, {0x40E660, 0x40E6E0, 0x40E300, 0x40E310, 0x40E330, 0x40E6F0}, {0x40E350, 0x40D7E0}},
};
inline constexpr function_addresses nwnmdlcomp_functions[] = {
    {0x001, {0x46B9E0, 0x46B9F0, 0x46BA04, 0x46BA14, 0x46BA30, 0x46BA40}, {0, 0}},
    {0x003, {0x46DBB8, 0x46DBC8, 0x46DBDC, 0x46DBEC, 0x46DC08, 0x46DC18}, {0, 0}},
    {0x005, {0x46DBB8, 0x46DA00, 0x46DA14, 0x46DA24, 0x46DA40, 0x46DA50}, {0, 0}},
    {0x011, {0x46B9E0, 0x46E178, 0x46BA04, 0x46E18C, 0x46E1A8, 0x46E1B8}, {0, 0}},
    {0x021, {0x46E7B4, 0x46E7C4, 0x46E7D8, 0x46E7E8, 0x46E804, 0x46E814}, {0x46E828, 0x46E838}},
    {0x061, {0x46D394, 0x46D3A4, 0x46D3B8, 0x46E7E8, 0x46D3C8, 0x46D3D8}, {0x46D3EC, 0x46D3FC}},
    {0x0A1, {0x46CF88, 0x46CF98, 0x46CFAC, 0x46CFBC, 0x46CFD8, 0x46CFE8}, {0x46CFFC, 0x46D00C}},
    {0x121, {0x46E2B4, 0x46E2C4, 0x46E2D8, 0x46E7E8, 0x46E804, 0x46E2E8}, {0x46E2FC, 0x46E30C}},
    {0x221, {0x46ED74, 0x46ED84, 0x46E7D8, 0x46E7E8, 0x46E804, 0x46ED98}, {0x46E828, 0x46E838}},
};

struct canonical_rules {
    nwn::producer by = producer::enhanced_edition; // the program whose rules apply
    bool sets_fingerprint = false;                 // else the model's own remains

    // Whether an empty list refers to the place where it would be.
    [[nodiscard]] constexpr bool has_cursors() const noexcept { return by != producer::nwnmdlcomp; }

    // Sets the addresses of functions; 0 where the program leaves others in each file.
    void set_functions(node_header& node, std::uint32_t flags) const noexcept {
        for (const function_addresses& row : functions()) {
            if (row.flags == flags) {
                set(node.functions, row.node);
            }
        }
    }
    void set_functions(mesh_header& mesh, std::uint32_t flags) const noexcept {
        for (const function_addresses& row : functions()) {
            if (row.flags == flags) {
                set(mesh.functions, row.mesh);
            }
        }
    }

    // Clears what has no meaning: texts behind the NUL, padding, garbage. `flags`: those of the node.
    template <class Record> void clean(Record& stored, std::uint32_t flags) const noexcept {
        clean_fields(stored);
        if constexpr (std::same_as<Record, model_header>) {
            if (sets_fingerprint) {
                constexpr std::uint32_t of_bioware[] = {0x40BBC0, 0x40BBD0};
                constexpr std::uint32_t of_nwnmdlcomp[] = {0x46AB0C, 0x46AB1C};
                constexpr std::uint32_t of_enhanced_edition[] = {4, 0};
                set(stored.geometry.functions, by == producer::bioware      ? of_bioware
                                               : by == producer::nwnmdlcomp ? of_nwnmdlcomp
                                                                            : of_enhanced_edition);
            }
        } else if constexpr (std::same_as<Record, animation_header>) {
            constexpr std::uint32_t of_bioware[] = {0x40B6C0, 0x44E700};
            constexpr std::uint32_t of_nwnmdlcomp[] = {0x46A144, 0x4C64E4};
            constexpr std::uint32_t none[] = {0, 0};
            set(stored.geometry.functions, by == producer::bioware      ? of_bioware
                                           : by == producer::nwnmdlcomp ? of_nwnmdlcomp
                                                                        : none);
        } else if constexpr (std::same_as<Record, mesh_header>) {
            set_functions(stored, flags);
            stored.unused_strips[0] =
                stored.unused_strips[0] == 0U ? u32<>::of(no_raw_offset) : stored.unused_strips[0];
        }
    }

    // ---- records of nodes in animations ----------------------------------------------------------------------------

    [[nodiscard]] static nwn::light new_light() noexcept {
        nwn::light out{};
        out.priority = u32<>::of(5);
        out.dynamic_type = out.affect_dynamic = out.shadow = out.fading = u32<>::of(1);
        return out;
    }
    // `cursor`: the end of the node. `raw_cursor`: the end of raw data so far.
    [[nodiscard]] mesh_header new_mesh(std::uint32_t flags, std::uint32_t cursor,
                                       std::uint32_t raw_cursor) const noexcept {
        mesh_header out{};
        clean(out, flags);
        const bool is_enhanced = by == producer::enhanced_edition;
        const auto gray = [](float level) { return vec3<>{f32<>::of(level), f32<>::of(level), f32<>::of(level)}; };
        out.diffuse = gray(is_enhanced ? 1.0F : 0.8F);
        out.ambient = gray(is_enhanced ? 1.0F : 0.2F);
        out.shininess = f32<>::of(1);
        out.shadow = out.render = u32<>::of((flags & has_aabb) != 0 ? 0 : 1);
        const auto none = u32<>::of(no_raw_offset);
        for (auto& each : out.texcoords) {
            each.offset = none;
        }
        out.colors.offset = out.tangents.offset = out.handedness.offset = none;
        out.positions.offset = out.normals.offset = has_cursors() ? u32<>::of(raw_cursor) : none;
        if (has_cursors()) {
            out.index_counts.offset = out.index_lists.offset = u32<>::of(cursor);
        } else {
            constexpr std::uint32_t not_a_number = 0xFFC0'0000;
            out.average = gray(std::bit_cast<float>(not_a_number));
        }
        return out;
    }
    [[nodiscard]] skin_header new_skin(std::uint32_t cursor, std::uint32_t raw_cursor) const noexcept {
        skin_header out{};
        out.weights.offset = out.joints.offset = u32<>::of(has_cursors() ? raw_cursor : no_raw_offset);
        if (has_cursors()) {
            out.node_to_slot.offset = out.inverse_rotations.offset = u32<>::of(cursor);
            out.inverse_translations.offset = out.constants.offset = u32<>::of(cursor);
        }
        return out;
    }
    [[nodiscard]] dangly_header new_dangly(std::uint32_t cursor) const noexcept {
        dangly_header out{};
        out.constraints.offset = u32<>::of(has_cursors() ? cursor : 0);
        return out;
    }

private:
    [[nodiscard]] std::span<const function_addresses> functions() const noexcept {
        return by == producer::bioware      ? std::span<const function_addresses>{bioware_functions}
               : by == producer::nwnmdlcomp ? std::span<const function_addresses>{nwnmdlcomp_functions}
                                            : std::span<const function_addresses>{};
    }
    template <std::size_t N> static void set(u32<> (&to)[N], const std::uint32_t (&from)[N]) noexcept {
        for (std::size_t i = 0; i < N; ++i) {
            to[i] = u32<>::of(from[i]);
        }
    }
    template <class T> static void clean_field(const field& of, T& value) noexcept {
        if constexpr (std::is_array_v<T>) {
            for (auto& element : value) {
                clean_field(of, element);
            }
        } else if constexpr (is_text<T>) {
            bool is_past_nul = false;
            for (char& letter : value.chars) {
                is_past_nul = is_past_nul || letter == '\0';
                letter = is_past_nul ? '\0' : letter;
            }
        } else if constexpr (described<T> && !reference_to_records<T>) {
            clean_fields(value);
        } else if constexpr (!reference_to_records<T>) {
            value = of.role == role::garbage || of.role == role::padding ? T{} : value;
            if constexpr (std::same_as<T, u32<>>) {
                value = of.role == role::constant && value == 0U ? u32<>::of(of.constant) : value;
            }
        }
    }
    template <class Record> static void clean_fields(Record& stored) noexcept {
        for_each_field(stored, [](const field& of, auto& value) { clean_field(of, value); });
    }
};

}}}} // namespace effigy::v0::nwn::impl
