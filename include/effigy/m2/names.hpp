// Names of the ids in M2 files, for display and for lookups. No rule of the format depends on them. The tables have the
// game's spelling; docs/m2.md lists their sources ("Names of ids").
#pragma once

#include <effigy/core/impl/ranges.hpp>
#include <effigy/core/text.hpp>
#include <effigy/m2/records.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace names {

using row = const char* [4]; // four names per line; not of std::string_view, which takes 0.05 s longer to compile

// AnimationData up to 3.x (readers: five public tables); 229 .. 457 are 0 .. 228 while flying.
inline constexpr row animations[] = {
    {"Stand", "Death", "Spell", "Stop"},                                                                  // 0
    {"Walk", "Run", "Dead", "Rise"},                                                                      // 4
    {"StandWound", "CombatWound", "CombatCritical", "ShuffleLeft"},                                       // 8
    {"ShuffleRight", "Walkbackwards", "Stun", "HandsClosed"},                                             // 12
    {"AttackUnarmed", "Attack1H", "Attack2H", "Attack2HL"},                                               // 16
    {"ParryUnarmed", "Parry1H", "Parry2H", "Parry2HL"},                                                   // 20
    {"ShieldBlock", "ReadyUnarmed", "Ready1H", "Ready2H"},                                                // 24
    {"Ready2HL", "ReadyBow", "Dodge", "SpellPrecast"},                                                    // 28
    {"SpellCast", "SpellCastArea", "NPCWelcome", "NPCGoodbye"},                                           // 32
    {"Block", "JumpStart", "Jump", "JumpEnd"},                                                            // 36
    {"Fall", "SwimIdle", "Swim", "SwimLeft"},                                                             // 40
    {"SwimRight", "SwimBackwards", "AttackBow", "FireBow"},                                               // 44
    {"ReadyRifle", "AttackRifle", "Loot", "ReadySpellDirected"},                                          // 48
    {"ReadySpellOmni", "SpellCastDirected", "SpellCastOmni", "BattleRoar"},                               // 52
    {"ReadyAbility", "Special1H", "Special2H", "ShieldBash"},                                             // 56
    {"EmoteTalk", "EmoteEat", "EmoteWork", "EmoteUseStanding"},                                           // 60
    {"EmoteTalkExclamation", "EmoteTalkQuestion", "EmoteBow", "EmoteWave"},                               // 64
    {"EmoteCheer", "EmoteDance", "EmoteLaugh", "EmoteSleep"},                                             // 68
    {"EmoteSitGround", "EmoteRude", "EmoteRoar", "EmoteKneel"},                                           // 72
    {"EmoteKiss", "EmoteCry", "EmoteChicken", "EmoteBeg"},                                                // 76
    {"EmoteApplaud", "EmoteShout", "EmoteFlex", "EmoteShy"},                                              // 80
    {"EmotePoint", "Attack1HPierce", "Attack2HLoosePierce", "AttackOff"},                                 // 84
    {"AttackOffPierce", "Sheath", "HipSheath", "Mount"},                                                  // 88
    {"RunRight", "RunLeft", "MountSpecial", "Kick"},                                                      // 92
    {"SitGroundDown", "SitGround", "SitGroundUp", "SleepDown"},                                           // 96
    {"Sleep", "SleepUp", "SitChairLow", "SitChairMed"},                                                   // 100
    {"SitChairHigh", "LoadBow", "LoadRifle", "AttackThrown"},                                             // 104
    {"ReadyThrown", "HoldBow", "HoldRifle", "HoldThrown"},                                                // 108
    {"LoadThrown", "EmoteSalute", "KneelStart", "KneelLoop"},                                             // 112
    {"KneelEnd", "AttackUnarmedOff", "SpecialUnarmed", "StealthWalk"},                                    // 116
    {"StealthStand", "Knockdown", "EatingLoop", "UseStandingLoop"},                                       // 120
    {"ChannelCastDirected", "ChannelCastOmni", "Whirlwind", "Birth"},                                     // 124
    {"UseStandingStart", "UseStandingEnd", "CreatureSpecial", "Drown"},                                   // 128
    {"Drowned", "FishingCast", "FishingLoop", "Fly"},                                                     // 132
    {"EmoteWorkNoSheathe", "EmoteStunNoSheathe", "EmoteUseStandingNoSheathe", "SpellSleepDown"},          // 136
    {"SpellKneelStart", "SpellKneelLoop", "SpellKneelEnd", "Sprint"},                                     // 140
    {"InFlight", "Spawn", "Close", "Closed"},                                                             // 144
    {"Open", "Opened", "Destroy", "Destroyed"},                                                           // 148
    {"Rebuild", "Custom0", "Custom1", "Custom2"},                                                         // 152
    {"Custom3", "Despawn", "Hold", "Decay"},                                                              // 156
    {"BowPull", "BowRelease", "ShipStart", "ShipMoving"},                                                 // 160
    {"ShipStop", "GroupArrow", "Arrow", "CorpseArrow"},                                                   // 164
    {"GuideArrow", "Sway", "DruidCatPounce", "DruidCatRip"},                                              // 168
    {"DruidCatRake", "DruidCatRavage", "DruidCatClaw", "DruidCatCower"},                                  // 172
    {"DruidBearSwipe", "DruidBearBite", "DruidBearMaul", "DruidBearBash"},                                // 176
    {"DragonTail", "DragonStomp", "DragonSpit", "DragonSpitHover"},                                       // 180
    {"DragonSpitFly", "EmoteYes", "EmoteNo", "JumpLandRun"},                                              // 184
    {"LootHold", "LootUp", "StandHigh", "Impact"},                                                        // 188
    {"LiftOff", "Hover", "SuccubusEntice", "EmoteTrain"},                                                 // 192
    {"EmoteDead", "EmoteDanceOnce", "Deflect", "EmoteEatNoSheathe"},                                      // 196
    {"Land", "Submerge", "Submerged", "Cannibalize"},                                                     // 200
    {"ArrowBirth", "GroupArrowBirth", "CorpseArrowBirth", "GuideArrowBirth"},                             // 204
    {"EmoteTalkNoSheathe", "EmotePointNoSheathe", "EmoteSaluteNoSheathe", "EmoteDanceSpecial"},           // 208
    {"Mutilate", "CustomSpell01", "CustomSpell02", "CustomSpell03"},                                      // 212
    {"CustomSpell04", "CustomSpell05", "CustomSpell06", "CustomSpell07"},                                 // 216
    {"CustomSpell08", "CustomSpell09", "CustomSpell10", "StealthRun"},                                    // 220
    {"Emerge", "Cower", "Grab", "GrabClosed"},                                                            // 224
    {"GrabThrown", "FlyStand", "FlyDeath", "FlySpell"},                                                   // 228
    {"FlyStop", "FlyWalk", "FlyRun", "FlyDead"},                                                          // 232
    {"FlyRise", "FlyStandWound", "FlyCombatWound", "FlyCombatCritical"},                                  // 236
    {"FlyShuffleLeft", "FlyShuffleRight", "FlyWalkbackwards", "FlyStun"},                                 // 240
    {"FlyHandsClosed", "FlyAttackUnarmed", "FlyAttack1H", "FlyAttack2H"},                                 // 244
    {"FlyAttack2HL", "FlyParryUnarmed", "FlyParry1H", "FlyParry2H"},                                      // 248
    {"FlyParry2HL", "FlyShieldBlock", "FlyReadyUnarmed", "FlyReady1H"},                                   // 252
    {"FlyReady2H", "FlyReady2HL", "FlyReadyBow", "FlyDodge"},                                             // 256
    {"FlySpellPrecast", "FlySpellCast", "FlySpellCastArea", "FlyNPCWelcome"},                             // 260
    {"FlyNPCGoodbye", "FlyBlock", "FlyJumpStart", "FlyJump"},                                             // 264
    {"FlyJumpEnd", "FlyFall", "FlySwimIdle", "FlySwim"},                                                  // 268
    {"FlySwimLeft", "FlySwimRight", "FlySwimBackwards", "FlyAttackBow"},                                  // 272
    {"FlyFireBow", "FlyReadyRifle", "FlyAttackRifle", "FlyLoot"},                                         // 276
    {"FlyReadySpellDirected", "FlyReadySpellOmni", "FlySpellCastDirected", "FlySpellCastOmni"},           // 280
    {"FlyBattleRoar", "FlyReadyAbility", "FlySpecial1H", "FlySpecial2H"},                                 // 284
    {"FlyShieldBash", "FlyEmoteTalk", "FlyEmoteEat", "FlyEmoteWork"},                                     // 288
    {"FlyEmoteUseStanding", "FlyEmoteTalkExclamation", "FlyEmoteTalkQuestion", "FlyEmoteBow"},            // 292
    {"FlyEmoteWave", "FlyEmoteCheer", "FlyEmoteDance", "FlyEmoteLaugh"},                                  // 296
    {"FlyEmoteSleep", "FlyEmoteSitGround", "FlyEmoteRude", "FlyEmoteRoar"},                               // 300
    {"FlyEmoteKneel", "FlyEmoteKiss", "FlyEmoteCry", "FlyEmoteChicken"},                                  // 304
    {"FlyEmoteBeg", "FlyEmoteApplaud", "FlyEmoteShout", "FlyEmoteFlex"},                                  // 308
    {"FlyEmoteShy", "FlyEmotePoint", "FlyAttack1HPierce", "FlyAttack2HLoosePierce"},                      // 312
    {"FlyAttackOff", "FlyAttackOffPierce", "FlySheath", "FlyHipSheath"},                                  // 316
    {"FlyMount", "FlyRunRight", "FlyRunLeft", "FlyMountSpecial"},                                         // 320
    {"FlyKick", "FlySitGroundDown", "FlySitGround", "FlySitGroundUp"},                                    // 324
    {"FlySleepDown", "FlySleep", "FlySleepUp", "FlySitChairLow"},                                         // 328
    {"FlySitChairMed", "FlySitChairHigh", "FlyLoadBow", "FlyLoadRifle"},                                  // 332
    {"FlyAttackThrown", "FlyReadyThrown", "FlyHoldBow", "FlyHoldRifle"},                                  // 336
    {"FlyHoldThrown", "FlyLoadThrown", "FlyEmoteSalute", "FlyKneelStart"},                                // 340
    {"FlyKneelLoop", "FlyKneelEnd", "FlyAttackUnarmedOff", "FlySpecialUnarmed"},                          // 344
    {"FlyStealthWalk", "FlyStealthStand", "FlyKnockdown", "FlyEatingLoop"},                               // 348
    {"FlyUseStandingLoop", "FlyChannelCastDirected", "FlyChannelCastOmni", "FlyWhirlwind"},               // 352
    {"FlyBirth", "FlyUseStandingStart", "FlyUseStandingEnd", "FlyCreatureSpecial"},                       // 356
    {"FlyDrown", "FlyDrowned", "FlyFishingCast", "FlyFishingLoop"},                                       // 360
    {"FlyFly", "FlyEmoteWorkNoSheathe", "FlyEmoteStunNoSheathe", "FlyEmoteUseStandingNoSheathe"},         // 364
    {"FlySpellSleepDown", "FlySpellKneelStart", "FlySpellKneelLoop", "FlySpellKneelEnd"},                 // 368
    {"FlySprint", "FlyInFlight", "FlySpawn", "FlyClose"},                                                 // 372
    {"FlyClosed", "FlyOpen", "FlyOpened", "FlyDestroy"},                                                  // 376
    {"FlyDestroyed", "FlyRebuild", "FlyCustom0", "FlyCustom1"},                                           // 380
    {"FlyCustom2", "FlyCustom3", "FlyDespawn", "FlyHold"},                                                // 384
    {"FlyDecay", "FlyBowPull", "FlyBowRelease", "FlyShipStart"},                                          // 388
    {"FlyShipMoving", "FlyShipStop", "FlyGroupArrow", "FlyArrow"},                                        // 392
    {"FlyCorpseArrow", "FlyGuideArrow", "FlySway", "FlyDruidCatPounce"},                                  // 396
    {"FlyDruidCatRip", "FlyDruidCatRake", "FlyDruidCatRavage", "FlyDruidCatClaw"},                        // 400
    {"FlyDruidCatCower", "FlyDruidBearSwipe", "FlyDruidBearBite", "FlyDruidBearMaul"},                    // 404
    {"FlyDruidBearBash", "FlyDragonTail", "FlyDragonStomp", "FlyDragonSpit"},                             // 408
    {"FlyDragonSpitHover", "FlyDragonSpitFly", "FlyEmoteYes", "FlyEmoteNo"},                              // 412
    {"FlyJumpLandRun", "FlyLootHold", "FlyLootUp", "FlyStandHigh"},                                       // 416
    {"FlyImpact", "FlyLiftOff", "FlyHover", "FlySuccubusEntice"},                                         // 420
    {"FlyEmoteTrain", "FlyEmoteDead", "FlyEmoteDanceOnce", "FlyDeflect"},                                 // 424
    {"FlyEmoteEatNoSheathe", "FlyLand", "FlySubmerge", "FlySubmerged"},                                   // 428
    {"FlyCannibalize", "FlyArrowBirth", "FlyGroupArrowBirth", "FlyCorpseArrowBirth"},                     // 432
    {"FlyGuideArrowBirth", "FlyEmoteTalkNoSheathe", "FlyEmotePointNoSheathe", "FlyEmoteSaluteNoSheathe"}, // 436
    {"FlyEmoteDanceSpecial", "FlyMutilate", "FlyCustomSpell01", "FlyCustomSpell02"},                      // 440
    {"FlyCustomSpell03", "FlyCustomSpell04", "FlyCustomSpell05", "FlyCustomSpell06"},                     // 444
    {"FlyCustomSpell07", "FlyCustomSpell08", "FlyCustomSpell09", "FlyCustomSpell10"},                     // 448
    {"FlyStealthRun", "FlyEmerge", "FlyCower", "FlyGrab"},                                                // 452
    {"FlyGrabClosed", "FlyGrabThrown", "ToFly", "ToHover"},                                               // 456
    {"ToGround", "FlyToFly", "FlyToHover", "FlyToGround"},                                                // 460
    {"Settle", "FlySettle", "DeathStart", "DeathLoop"},                                                   // 464
    {"DeathEnd", "FlyDeathStart", "FlyDeathLoop", "FlyDeathEnd"},                                         // 468
    {"DeathEndHold", "FlyDeathEndHold", "Strangulate", "FlyStrangulate"},                                 // 472
    {"ReadyJoust", "LoadJoust", "HoldJoust", "FlyReadyJoust"},                                            // 476
    {"FlyLoadJoust", "FlyHoldJoust", "AttackJoust", "FlyAttackJoust"},                                    // 480
    {"ReclinedMount", "FlyReclinedMount", "ToAltered", "FromAltered"},                                    // 484
    {"FlyToAltered", "FlyFromAltered", "InStocks", "FlyInStocks"},                                        // 488
    {"VehicleGrab", "VehicleThrow", "FlyVehicleGrab", "FlyVehicleThrow"},                                 // 492
    {"ToAlteredPostSwap", "FromAlteredPostSwap", "FlyToAlteredPostSwap", "FlyFromAlteredPostSwap"},       // 496
    {"ReclinedMountPassenger", "FlyReclinedMountPassenger", "Carry2H", "Carried2H"},                      // 500
    {"FlyCarry2H", "FlyCarried2H", "EmoteSniff", "EmoteFlySniff"},                                        // 504
};
// AnimationData from 4.x to 7.x (readers: three public tables), from 508 on: each animation, an even number, is
// followed by the same while flying, which is stored here.
inline constexpr std::uint32_t first_of_pairs = 508;
inline constexpr row flying_animations[] = {
    {"FlyAttackFist1H", "FlyAttackFist1HOff", "FlyParryFist1H", "FlyReadyFist1H"},                                // 508
    {"FlySpecialFist1H", "FlyEmoteReadStart", "FlyEmoteReadLoop", "FlyEmoteReadEnd"},                             // 516
    {"FlySwimRun", "FlySwimWalk", "FlySwimWalkBackwards", "FlySwimSprint"},                                       // 524
    {"FlyMountSwimIdle", "FlyMountSwimBackwards", "FlyMountSwimLeft", "FlyMountSwimRight"},                       // 532
    {"FlyMountSwimRun", "FlyMountSwimSprint", "FlyMountSwimWalk", "FlyMountSwimWalkBackwards"},                   // 540
    {"FlyMountFlightIdle", "FlyMountFlightBackwards", "FlyMountFlightLeft", "FlyMountFlightRight"},               // 548
    {"FlyMountFlightRun", "FlyMountFlightSprint", "FlyMountFlightWalk", "FlyMountFlightWalkBackwards"},           // 556
    {"FlyMountFlightStart", "FlyMountSwimStart", "FlyMountSwimLand", "FlyMountSwimLandRun"},                      // 564
    {"FlyMountFlightLand", "FlyMountFlightLandRun", "FlyReadyBlowDart", "FlyLoadBlowDart"},                       // 572
    {"FlyHoldBlowDart", "FlyAttackBlowDart", "FlyCarriageMount", "FlyCarriagePassengerMount"},                    // 580
    {"FlyCarriageMountAttack", "FlyBarTendStand", "FlyBarServerWalk", "FlyBarServerRun"},                         // 588
    {"FlyBarServerShuffleLeft", "FlyBarServerShuffleRight", "FlyBarTendEmoteTalk", "FlyBarTendEmotePoint"},       // 596
    {"FlyBarServerStand", "FlyBarSweepWalk", "FlyBarSweepRun", "FlyBarSweepShuffleLeft"},                         // 604
    {"FlyBarSweepShuffleRight", "FlyBarSweepEmoteTalk", "FlyBarPatronSitEmotePoint", "FlyMountSelfIdle"},         // 612
    {"FlyMountSelfWalk", "FlyMountSelfRun", "FlyMountSelfSprint", "FlyMountSelfRunLeft"},                         // 620
    {"FlyMountSelfRunRight", "FlyMountSelfShuffleLeft", "FlyMountSelfShuffleRight", "FlyMountSelfWalkBackwards"}, // 628
    {"FlyMountSelfSpecial", "FlyMountSelfJump", "FlyMountSelfJumpStart", "FlyMountSelfJumpEnd"},                  // 636
    {"FlyMountSelfJumpLandRun", "FlyMountSelfStart", "FlyMountSelfFall", "FlyStormstrike"},                       // 644
    {"FlyReadyJoustNoSheathe", "FlySlam", "FlyDeathStrike", "FlySwimAttackUnarmed"},                              // 652
    {"FlySpinningKick", "FlyRoundHouseKick", "FlyRollStart", "FlyRoll"},                                          // 660
    {"FlyRollEnd", "FlyPalmStrike", "FlyMonkOffenseAttackUnarmed", "FlyMonkOffenseAttackUnarmedOff"},             // 668
    {"FlyMonkOffenseParryUnarmed", "FlyMonkOffenseReadyUnarmed", "FlyMonkOffenseSpecialUnarmed",
     "FlyMonkDefenseAttackUnarmed"}, // 676
    {"FlyMonkDefenseAttackUnarmedOff", "FlyMonkDefenseParryUnarmed", "FlyMonkDefenseReadyUnarmed",
     "FlyMonkDefenseSpecialUnarmed"}, // 684
    {"FlyMonkHealAttackUnarmed", "FlyMonkHealAttackUnarmedOff", "FlyMonkHealParryUnarmed",
     "FlyMonkHealReadyUnarmed"},                                                              // 692
    {"FlyMonkHealSpecialUnarmed", "FlyFlyingKick", "FlyFlyingKickStart", "FlyFlyingKickEnd"}, // 700
    {"FlyCraneStart", "FlyCraneLoop", "FlyCraneEnd", "FlyDespawned"},                         // 708
    {"FlyThousandFists", "FlyMonkHealReadySpellDirected", "FlyMonkHealReadySpellOmni",
     "FlyMonkHealSpellCastDirected"},                                                                           // 716
    {"FlyMonkHealSpellCastOmni", "FlyMonkHealChannelCastDirected", "FlyMonkHealChannelCastOmni", "FlyTorpedo"}, // 724
    {"FlyMeditate", "FlyBreathOfFire", "FlyRisingSunKick", "FlyGroundKick"},                                    // 732
    {"FlyKickBack", "FlyPetBattleStand", "FlyPetBattleDeath", "FlyPetBattleRun"},                               // 740
    {"FlyPetBattleWound", "FlyPetBattleAttack", "FlyPetBattleReadySpell", "FlyPetBattleSpellCast"},             // 748
    {"FlyPetBattleCustom0", "FlyPetBattleCustom1", "FlyPetBattleCustom2", "FlyPetBattleCustom3"},               // 756
    {"FlyPetBattleVictory", "FlyPetBattleLoss", "FlyPetBattleStun", "FlyPetBattleDead"},                        // 764
    {"FlyPetBattleFreeze", "FlyMonkOffenseAttackWeapon", "FlyBarTendEmoteWave", "FlyBarServerEmoteTalk"},       // 772
    {"FlyBarServerEmoteWave", "FlyBarServerPourDrinks", "FlyBarServerPickup", "FlyBarServerPutDown"},           // 780
    {"FlyBarSweepStand", "FlyBarPatronSit", "FlyBarPatronSitEmoteTalk", "FlyBarPatronStand"},                   // 788
    {"FlyBarPatronStandEmoteTalk", "FlyBarPatronStandEmotePoint", "FlyCarrionSwarm", "FlyWheelLoop"},           // 796
    {"FlyStandCharacterCreate", "FlyMountChopper", "FlyFacePose", "FlyCombatAbility2HBig01"},                   // 804
    {"FlyCombatAbility2H01", "FlyCombatWhirlwind", "FlyCombatChargeLoop", "FlyCombatAbility1H01"},              // 812
    {"FlyCombatChargeEnd", "FlyCombatAbility1H02", "FlyCombatAbility1HBig01", "FlyCombatAbility2H02"},          // 820
    {"FlyShaSpellPrecastBoth", "FlyShaSpellCastBothFront", "FlyShaSpellCastLeftFront",
     "FlyShaSpellCastRightFront"},                                                                        // 828
    {"FlyReadyCrossbow", "FlyLoadCrossbow", "FlyAttackCrossbow", "FlyHoldCrossbow"},                      // 836
    {"FlyCombatAbility2HL01", "FlyCombatAbility2HL02", "FlyCombatAbility2HLBig01", "FlyCombatUnarmed01"}, // 844
    {"FlyCombatStompLeft", "FlyCombatStompRight", "FlyCombatLeapLoop", "FlyCombatLeapEnd"},               // 852
    {"FlyShaReadySpellCast", "FlyShaSpellPrecastBothChannel", "FlyShaSpellCastBothUp",
     "FlyShaSpellCastBothUpChannel"}, // 860
    {"FlyShaSpellCastBothFrontChannel", "FlyShaSpellCastLeftFrontChannel", "FlyShaSpellCastRightFrontChannel",
     "FlyPriReadySpellCast"}, // 868
    {"FlyPriSpellPrecastBoth", "FlyPriSpellPrecastBothChannel", "FlyPriSpellCastBothUp",
     "FlyPriSpellCastBothFront"}, // 876
    {"FlyPriSpellCastLeftFront", "FlyPriSpellCastRightFront", "FlyPriSpellCastBothUpChannel",
     "FlyPriSpellCastBothFrontChannel"}, // 884
    {"FlyPriSpellCastLeftFrontChannel", "FlyPriSpellCastRightFrontChannel", "FlyMagReadySpellCast",
     "FlyMagSpellPrecastBoth"}, // 892
    {"FlyMagSpellPrecastBothChannel", "FlyMagSpellCastBothUp", "FlyMagSpellCastBothFront",
     "FlyMagSpellCastLeftFront"}, // 900
    {"FlyMagSpellCastRightFront", "FlyMagSpellCastBothUpChannel", "FlyMagSpellCastBothFrontChannel",
     "FlyMagSpellCastLeftFrontChannel"}, // 908
    {"FlyMagSpellCastRightFrontChannel", "FlyLocReadySpellCast", "FlyLocSpellPrecastBoth",
     "FlyLocSpellPrecastBothChannel"}, // 916
    {"FlyLocSpellCastBothUp", "FlyLocSpellCastBothFront", "FlyLocSpellCastLeftFront",
     "FlyLocSpellCastRightFront"}, // 924
    {"FlyLocSpellCastBothUpChannel", "FlyLocSpellCastBothFrontChannel", "FlyLocSpellCastLeftFrontChannel",
     "FlyLocSpellCastRightFrontChannel"},                                                                         // 932
    {"FlyDruReadySpellCast", "FlyDruSpellPrecastBoth", "FlyDruSpellPrecastBothChannel", "FlyDruSpellCastBothUp"}, // 940
    {"FlyDruSpellCastBothFront", "FlyDruSpellCastLeftFront", "FlyDruSpellCastRightFront",
     "FlyDruSpellCastBothUpChannel"}, // 948
    {"FlyDruSpellCastBothFrontChannel", "FlyDruSpellCastLeftFrontChannel", "FlyDruSpellCastRightFrontChannel",
     "FlyArtMainLoop"},                                                                // 956
    {"FlyArtDualLoop", "FlyArtFistsLoop", "FlyArtBowLoop", "FlyCombatAbility1H01Off"}, // 964
    {"FlyCombatAbility1H02Off", "FlyCombatFuriousStrike01", "FlyCombatFuriousStrike02",
     "FlyCombatFuriousStrikes"},                                                                               // 972
    {"FlyCombatReadySpellCast", "FlyCombatShieldThrow", "FlyPalSpellCast1HUp", "FlyCombatReadyPostSpellCast"}, // 980
    {"FlyPriReadyPostSpellCast", "FlyDHCombatRun", "FlyCombatShieldBash", "FlyCombatThrow"},                   // 988
    {"FlyCombatAbility1HPierce", "FlyCombatAbility1HOffPierce", "FlyCombatMutilate", "FlyCombatBladeStorm"},   // 996
    {"FlyCombatFinishingMove", "FlyCombatLeapStart", "FlyGlvThrowMain", "FlyGlvThrownOff"},                    // 1004
    {"FlyDHCombatSprint", "FlyCombatAbilityGlv01", "FlyCombatAbilityGlv02", "FlyCombatAbilityGlvOff01"},       // 1012
    {"FlyCombatAbilityGlvOff02", "FlyCombatAbilityGlvBig01", "FlyCombatAbilityGlvBig02", "FlyReadyGlv"},       // 1020
    {"FlyCombatAbilityGlvBig03", "FlyDoubleJumpStart", "FlyDoubleJump", "FlyCombatEviscerate"},                // 1028
    {"FlyDoubleJumpLandRun", "FlyBackFlipStart", "FlyBackFlipLoop", "FlyFelRushLoop"},                         // 1036
    {"FlyFelRushEnd", "FlyDHToAlteredStart", "FlyDHToAlteredEnd", "FlyDHGlide"},                               // 1044
    {"FlyFanOfKnives", "FlySingleJumpStart", "FlyDHBladeDance1", "FlyDHBladeDance2"},                          // 1052
    {"FlyDHBladeDance3", "FlyDHMeteorStrike", "FlyCombatExecute", "FlyArtLoop"},                               // 1060
    {"FlyParryGlv", "FlyCombatUnarmed02", "FlyCombatPistolShot", "FlyCombatPistolShotOff"},                    // 1068
    {"FlyMonk2HLIdle", "FlyArtShieldLoop", "FlyCombatAbility2H03", "FlyCombatStomp"},                          // 1076
    {"FlyCombatRoar", "FlyPalReadySpellCast", "FlyPalSpellPrecastRight", "FlyPalSpellPrecastRightChannel"},    // 1084
    {"FlyPalSpellCastRightFront", "FlyShaSpellCastBothOut", "FlyAttackWeapon", "FlyReadyWeapon"},              // 1092
    {"FlyAttackWeaponOff", "FlySpecialDual", "FlyDkCast1HFront", "FlyCastStrongRight"},                        // 1100
    {"FlyCastStrongLeft", "FlyCastCurseRight", "FlyCastCurseLeft", "FlyCastSweepRight"},                       // 1108
    {"FlyCastSweepLeft", "FlyCastStrongUpLeft", "FlyCastTwistUpBoth", "FlyCastOutStrong"},                     // 1116
    {"FlyDrumLoop", "FlyParryWeapon", "FlyReadyFL", "FlyAttackFL"},                                            // 1124
    {"FlyAttackFLOff", "FlyParryFL", "FlySpecialFL", "FlyPriHoverForward"},                                    // 1132
    {"FlyPriHoverBackward", "FlyPriHoverRight", "FlyPriHoverLeft", "FlyRunBackwards"},                         // 1140
    {"FlyCastStrongUpRight"},                                                                                  // 1148
};
inline constexpr std::uint32_t animation_count = first_of_pairs + 2 * 321;

// Measured for 0 .. 27, 29 and 30: files from 264 on contain the CRC-32 of these spellings in their bones.
inline constexpr row key_bones[] = {
    {"ArmL", "ArmR", "ShoulderL", "ShoulderR"},                       // 0
    {"SpineLow", "Waist", "Head", "Jaw"},                             // 4
    {"IndexFingerR", "MiddleFingerR", "PinkyFingerR", "RingFingerR"}, // 8
    {"ThumbR", "IndexFingerL", "MiddleFingerL", "PinkyFingerL"},      // 12
    {"RingFingerL", "ThumbL", "$BTH", "$CSR"},                        // 16
    {"$CSL", "_Breath", "_Name", "_NameMount"},                       // 20
    {"$CHD", "$CCH", "Root", "Wheel1"},                               // 24
    {"Wheel2", "Wheel3", "Wheel4", "Wheel5"},                         // 28
    {"Wheel6", "Wheel7", "Wheel8"},                                   // 32
};

// From readers.
inline constexpr row attachments[] = {
    {"Shield", "HandRight", "HandLeft", "ElbowRight"},                            // 0
    {"ElbowLeft", "ShoulderRight", "ShoulderLeft", "KneeRight"},                  // 4
    {"KneeLeft", "HipRight", "HipLeft", "Helm"},                                  // 8
    {"Back", "ShoulderFlapRight", "ShoulderFlapLeft", "ChestBloodFront"},         // 12
    {"ChestBloodBack", "Breath", "PlayerName", "Base"},                           // 16
    {"Head", "SpellLeftHand", "SpellRightHand", "Special1"},                      // 20
    {"Special2", "Special3", "SheathMainHand", "SheathOffHand"},                  // 24
    {"SheathShield", "PlayerNameMounted", "LargeWeaponLeft", "LargeWeaponRight"}, // 28
    {"HipWeaponLeft", "HipWeaponRight", "Chest", "HandArrow"},                    // 32
    {"Bullet", "SpellHandOmni", "SpellHandDirected", "VehicleSeat1"},             // 36
    {"VehicleSeat2", "VehicleSeat3", "VehicleSeat4", "VehicleSeat5"},             // 40
    {"VehicleSeat6", "VehicleSeat7", "VehicleSeat8", "LeftFoot"},                 // 44
    {"RightFoot", "ShieldNoGlove", "SpineLow", "AlteredShoulderR"},               // 48
    {"AlteredShoulderL", "BeltBuckle", "SheathCrossbow", "HeadTop"},              // 52
};

// From readers. The readers disagree about the groups 6, 14 and 16, or have no name for these groups.
inline constexpr row submesh_groups[] = {
    {"SkinOrHair", "Facial1", "Facial2", "Facial3"}, // 0
    {"Gloves", "Boots", "", "Ears"},                 // 4
    {"Wristbands", "Kneepads", "Chest", "Pants"},    // 8
    {"Tabard", "Trousers", "", "Cape"},              // 12
    {"", "EyeGlow", "Belt"},                         // 16
};

struct event {
    const char* id; // if it ends in a digit: the first of four consecutive ids
    const char* meaning;
};
// From readers that follow the published list, and from others that follow the game's own code. "by data": event.data()
// chooses the sound or the effect.
inline constexpr event events[] = {
    {"$AH0", "attack of a creature lands"},
    {"$BL0", "left foot down, backwards"},
    {"$BR0", "right foot down, backwards"},
    {"$BTH", "breath"},
    {"$BWP", "bow is drawn"},
    {"$BWR", "shot leaves bow or rifle"},
    {"$CAH", "attack lands"},
    {"$CPP", "victim parries or blocks"},
    {"$CSD", "sound of an emote, by data"},
    {"$CSL", "missile leaves left hand"},
    {"$CSR", "missile leaves right hand"},
    {"$CSS", "weapon swings"},
    {"$CST", "missile leaves"},
    {"$DSE", "sound stops"},
    {"$DSL", "sound begins to loop, by data"},
    {"$DSO", "sound plays once, by data"},
    {"$DTH", "body falls in death"},
    {"$ESD", "sound of the state of an emote"},
    {"$FD1", "sound of fidgeting"},
    {"$FDX", "sound of standing"},
    {"$FL0", "left foot down"},
    {"$FR0", "right foot down"},
    {"$FSD", "sound of a footstep"},
    {"$HIT", "attack hits"},
    {"$RL0", "left foot down, running"},
    {"$RR0", "right foot down, running"},
    {"$SCD", "sound of a directed spell"},
    {"$SHK", "camera shakes, by data"},
    {"$SHL", "weapon changes between left hand and sheath"},
    {"$SHR", "weapon changes between right hand and sheath"},
    {"$SL0", "left foot down, stopping"},
    {"$SND", "sound plays, by data"},
    {"$SR0", "right foot down, stopping"},
    {"$TRD", "sound of a spell at work"},
    {"$WGG", "wings glide"},
    {"$WNG", "wings flap"},
};

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

template <std::size_t N>
[[nodiscard]] constexpr std::string_view entry(const row (&table)[N], std::uint32_t number,
                                               std::string_view fallback = {}) noexcept {
    const char* const found = number / 4 < N ? table[number / 4][number % 4] : nullptr;
    return found != nullptr && *found != '\0' ? std::string_view{found} : fallback;
}

} // namespace names

// ---- ids of the game -----------------------------------------------------------------------------------------------
// These functions return an empty text for ids without a name.

// Returns the name of an animation id, as in animations and the playable lookup: "Walk" for 4.
[[nodiscard]] constexpr std::string_view animation_name(std::uint32_t id) noexcept {
    if (id < names::first_of_pairs) {
        return names::entry(names::animations, id);
    }
    const std::string_view flying = names::entry(names::flying_animations, (id - names::first_of_pairs) / 2);
    constexpr std::size_t fly = 3;
    return id % 2 == 0 && flying.size() > fly ? flying.substr(fly) : flying;
}

// Returns the id of a name: 4 for "walk"; npos if there is none. Ignores the case of A to Z. A linear search: store the
// result.
[[nodiscard]] constexpr std::uint32_t animation_id(std::string_view name) noexcept {
    for (std::uint32_t id = 0; id < names::animation_count; ++id) {
        if (compare_any_case(animation_name(id), name) == 0) {
            return id;
        }
    }
    return npos;
}

// Returns the name of a key bone: "Head" for 6. A bone whose name begins with "$" belongs to the event with this id.
[[nodiscard]] constexpr std::string_view key_bone_name(std::int32_t id) noexcept {
    return names::entry(names::key_bones, static_cast<std::uint32_t>(id));
}

// Returns the name of an attachment: "HandRight" for 1. On a mount, 0 is the place of the rider; on a weapon, 0 .. 4
// are places of effects.
[[nodiscard]] constexpr std::string_view attachment_name(std::uint32_t id) noexcept {
    return names::entry(names::attachments, id);
}

// Returns the name of a character's group of submeshes: "Boots" for 5. The group of a submesh is its id / 100.
[[nodiscard]] constexpr std::string_view submesh_group_name(std::uint32_t group) noexcept {
    return names::entry(names::submesh_groups, group);
}

// The name of a part of a character, by its submesh.id: "body" for 0, "hair_03" for 3, "boots_02" for 502,
// "group_22_01" for a group without a name.
class part_name {
public:
    constexpr explicit part_name(std::uint32_t id) noexcept {
        const std::uint32_t group = id / 100;
        const std::string_view known = group == 0 ? id == 0 ? "body" : "hair" : submesh_group_name(group);
        for (const char c : known.empty() ? std::string_view{"group_"} : known) {
            chars_[size_++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
        if (known.empty()) {
            add_digits(group);
        }
        if (id != 0) {
            chars_[size_++] = '_';
            add_digits(id % 100);
        }
    }
    [[nodiscard]] constexpr operator std::string_view() const noexcept { return {chars_, size_}; }

private:
    constexpr void add_digits(std::uint32_t number) noexcept { // two, or as many pairs as it needs
        std::uint32_t unit = 1;
        while (number / unit >= 100) {
            unit *= 100;
        }
        for (; unit != 0; unit /= 100) {
            chars_[size_++] = static_cast<char>('0' + number / unit / 10 % 10);
            chars_[size_++] = static_cast<char>('0' + number / unit % 10);
        }
    }

    char chars_[20]{};
    std::size_t size_ = 0;
};

// Returns the meaning of an event: "body falls in death" for "$DTH". Case-sensitive.
[[nodiscard]] constexpr std::string_view event_meaning(std::string_view id) noexcept {
    for (const names::event& known : names::events) {
        const std::string_view known_id = known.id;
        const char last = known_id.back();
        if (id == known_id || (names::is_digit(last) && id.size() == known_id.size() &&
                               id.starts_with(known_id.substr(0, 3)) && id.back() > last && id.back() <= last + 3)) {
            return known.meaning;
        }
    }
    return {};
}

// ---- enumerations of this library ----------------------------------------------------------------------------------
// Returns the name of the enumerator; "unknown" for other values.

[[nodiscard]] constexpr std::string_view name_of(interpolation kind) noexcept {
    constexpr names::row kinds[] = {{"step", "linear", "hermite", "bezier"}};
    return names::entry(kinds, static_cast<std::uint32_t>(kind), "unknown");
}

[[nodiscard]] constexpr std::string_view name_of(texture_type type) noexcept {
    constexpr names::row types[] = {
        {"file", "body", "cape_or_item", "weapon_blade"},
        {"weapon_handle", "environment", "hair", "facial_hair"},
        {"skin_extra", "inventory_art", "tauren_mane", "monster_1"},
        {"monster_2", "monster_3", "item_icon"},
    };
    return names::entry(types, static_cast<std::uint32_t>(type), "unknown");
}

[[nodiscard]] constexpr std::string_view name_of(blending mode) noexcept {
    constexpr names::row modes[] = {
        {"opaque", "alpha_key", "alpha", "add_without_alpha"},
        {"add", "modulate", "modulate_2x"},
    };
    return names::entry(modes, static_cast<std::uint32_t>(mode), "unknown");
}

[[nodiscard]] constexpr std::string_view name_of(light_type type) noexcept {
    constexpr names::row types[] = {{"directional", "point"}};
    return names::entry(types, static_cast<std::uint32_t>(type), "unknown");
}

[[nodiscard]] constexpr std::string_view name_of(camera_type type) noexcept {
    constexpr names::row types[] = {{"fly_by", "portrait", "character_info"}};
    return names::entry(types, static_cast<std::uint32_t>(type) + 1, "unknown");
}

[[nodiscard]] constexpr std::string_view name_of(emitter_shape shape) noexcept {
    constexpr names::row shapes[] = {{"plane", "sphere", "spline", "bone"}};
    return names::entry(shapes, static_cast<std::uint32_t>(shape) - 1, "unknown");
}

}}} // namespace effigy::v0::m2
