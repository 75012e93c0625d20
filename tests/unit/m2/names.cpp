#include <effigy/m2/names.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace {

using namespace effigy;

constexpr std::uint32_t named_animations = 1150;

template <class Enum, class Number> std::string_view name_of_number(Number number) {
    return m2::name_of(static_cast<Enum>(number));
}

} // namespace

TEST_CASE("m2 names: animations have the names of public tables") {
    struct row {
        std::uint32_t id;
        std::string_view name;
    };
    // From all parts of the table, to detect a missing or extra name.
    constexpr row rows[] = {
        {0, "Stand"},
        {1, "Death"},
        {4, "Walk"},
        {5, "Run"},
        {13, "Walkbackwards"},
        {16, "AttackUnarmed"},
        {34, "NPCWelcome"},
        {41, "SwimIdle"},
        {55, "BattleRoar"},
        {69, "EmoteDance"},
        {89, "Sheath"},
        {91, "Mount"},
        {105, "LoadBow"},
        {127, "Birth"},
        {135, "Fly"},
        {143, "Sprint"},
        {157, "Despawn"},
        {169, "Sway"},
        {190, "StandHigh"},
        {203, "Cannibalize"},
        {222, "CustomSpell10"},
        {228, "GrabThrown"},
        {229, "FlyStand"},
        {242, "FlyWalkbackwards"},
        {284, "FlyBattleRoar"},
        {320, "FlyMount"},
        {364, "FlyFly"},
        {421, "FlyLiftOff"},
        {457, "FlyGrabThrown"},
        {458, "ToFly"},
        {465, "FlySettle"},
        {472, "DeathEndHold"},
        {484, "ReclinedMount"},
        {492, "VehicleGrab"},
        {505, "FlyCarried2H"},
        {506, "EmoteSniff"},
        {507, "EmoteFlySniff"},
        {508, "AttackFist1H"},
        {509, "FlyAttackFist1H"},
        {524, "SwimRun"},
        {590, "BarTendStand"},
        {650, "Stormstrike"},
        {672, "MonkOffenseAttackUnarmed"},
        {703, "FlyFlyingKick"},
        {742, "PetBattleStand"},
        {850, "CombatUnarmed01"},
        {989, "FlyPriReadyPostSpellCast"},
        {1070, "CombatUnarmed02"},
        {1104, "DkCast1HFront"},
        {1149, "FlyCastStrongUpRight"},
    };
    for (const row& known : rows) {
        CAPTURE(known.id);
        CHECK(m2::animation_name(known.id) == known.name);
        CHECK(m2::animation_id(known.name) == known.id);
    }
}

TEST_CASE("m2 names: every animation is found by its name, and names are unique") {
    std::set<std::string> seen;
    for (std::uint32_t id = 0; id < named_animations; ++id) {
        const std::string_view name = m2::animation_name(id);
        std::string small;
        for (const char c : name) {
            small += lower(c);
        }
        CAPTURE(name);
        CHECK(!name.empty());
        CHECK(name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == name.npos);
        CHECK(m2::animation_id(name) == id);
        CHECK(m2::animation_id(small) == id);
        CHECK(seen.insert(small).second);
    }
}

TEST_CASE("m2 names: the name of a flying animation is Fly and the name of the animation on the ground") {
    for (std::uint32_t id = 0; id < 229; ++id) {
        CHECK(m2::animation_name(id + 229) == "Fly" + std::string(m2::animation_name(id)));
    }
    for (std::uint32_t id = 508; id < named_animations; id += 2) {
        CHECK(m2::animation_name(id + 1) == "Fly" + std::string(m2::animation_name(id)));
    }
}

TEST_CASE("m2 names: unknown animations") {
    CHECK(m2::animation_name(named_animations).empty());
    CHECK(m2::animation_name(0xFFFF).empty());
    CHECK(m2::animation_name(npos).empty());
    for (const std::string_view name : {"", "Stan", "Standing", "Stand ", "walk-backwards"}) {
        CHECK(m2::animation_id(name) == npos);
    }
}

TEST_CASE("m2 names: key bones, attachments, groups of submeshes") {
    using name = std::pair<std::int32_t, std::string_view>;
    for (const auto& [id, text] :
         {name{0, "ArmL"}, name{6, "Head"}, name{17, "ThumbL"}, name{18, "$BTH"}, name{23, "_NameMount"},
          name{26, "Root"}, name{34, "Wheel8"}, name{35, ""}, name{-1, ""}}) {
        CHECK(m2::key_bone_name(id) == text);
    }
    for (const auto& [id, text] : {name{0, "Shield"}, name{1, "HandRight"}, name{11, "Helm"}, name{19, "Base"},
                                   name{34, "Chest"}, name{46, "VehicleSeat8"}, name{55, "HeadTop"}, name{56, ""}}) {
        CHECK(m2::attachment_name(static_cast<std::uint32_t>(id)) == text);
    }
    for (const auto& [group, text] :
         {name{0, "SkinOrHair"}, name{5, "Boots"}, name{7, "Ears"}, name{13, "Trousers"}, name{18, "Belt"}, name{6, ""},
          name{14, ""}, name{16, ""}, name{19, ""}, name{655, ""}}) {
        CHECK(m2::submesh_group_name(static_cast<std::uint32_t>(group)) == text);
    }
    for (const auto& [id, text] : {name{0, "body"}, name{3, "hair_03"}, name{1501, "cape_01"}, name{1700, "eyeglow_00"},
                                   name{2201, "group_22_01"}, name{9999, "group_99_99"}, name{10000, "group_0100_00"},
                                   name{65535, "group_0655_35"}}) {
        CHECK(std::string_view{m2::part_name{static_cast<std::uint16_t>(id)}} == text);
    }
}

TEST_CASE("m2 names: meanings of events") {
    CHECK(m2::event_meaning("$DTH") == "body falls in death");
    CHECK(m2::event_meaning("$FSD") == "sound of a footstep");
    CHECK(m2::event_meaning("$RL0") == "left foot down, running");
    CHECK(m2::event_meaning("$RL3") == m2::event_meaning("$RL0"));
    CHECK(m2::event_meaning("$FD4") == m2::event_meaning("$FD1"));
    CHECK(m2::event_meaning("$FDX") == "sound of standing");
    for (const std::string_view id :
         {"", "$", "$DT", "$dth", "$DTHX", "$RL", "$RL4", "$RLX", "$RL00", "$FD0", "$FD5", "$CCH", "POIN"}) {
        CAPTURE(id);
        CHECK(m2::event_meaning(id).empty());
    }
}

TEST_CASE("m2 names: enumerators, and values between and beyond them") {
    CHECK(name_of(m2::interpolation::step) == "step");
    CHECK(name_of(m2::interpolation::bezier) == "bezier");
    CHECK(name_of_number<m2::interpolation>(4) == "unknown");

    CHECK(name_of(m2::texture_type::file) == "file");
    CHECK(name_of(m2::texture_type::cape_or_item) == "cape_or_item");
    CHECK(name_of(m2::texture_type::hair) == "hair");
    CHECK(name_of(m2::texture_type::monster_1) == "monster_1");
    CHECK(name_of(m2::texture_type::item_icon) == "item_icon");
    CHECK(name_of_number<m2::texture_type>(15) == "unknown");
    CHECK(name_of_number<m2::texture_type>(0xFFFF'FFFF) == "unknown");

    CHECK(name_of(m2::blending::opaque) == "opaque");
    CHECK(name_of(m2::blending::add) == "add");
    CHECK(name_of(m2::blending::modulate_2x) == "modulate_2x");
    CHECK(name_of_number<m2::blending>(0x0104) == "unknown");

    CHECK(name_of(m2::light_type::directional) == "directional");
    CHECK(name_of(m2::light_type::point) == "point");
    CHECK(name_of_number<m2::light_type>(2) == "unknown");

    CHECK(name_of(m2::camera_type::fly_by) == "fly_by");
    CHECK(name_of(m2::camera_type::portrait) == "portrait");
    CHECK(name_of(m2::camera_type::character_info) == "character_info");
    CHECK(name_of_number<m2::camera_type>(2) == "unknown");
    CHECK(name_of_number<m2::camera_type>(-2) == "unknown");

    CHECK(name_of_number<m2::emitter_shape>(0) == "unknown");
    CHECK(name_of(m2::emitter_shape::plane) == "plane");
    CHECK(name_of(m2::emitter_shape::bone) == "bone");
    CHECK(name_of_number<m2::emitter_shape>(5) == "unknown");
}

TEST_CASE("m2 names: at compile time") {
    static_assert(m2::animation_name(4) == "Walk" && m2::animation_id("wALK") == 4);
    static_assert(m2::key_bone_name(6) == "Head" && m2::name_of(m2::blending::alpha) == "alpha");
    static_assert(m2::event_meaning("$AH2") == m2::event_meaning("$AH0"));
}
