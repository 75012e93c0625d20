// Models in text form.
#pragma once

#include <string>

namespace fixtures::nwn {

// All types of nodes, all kinds of statements and lists.
inline std::string text_of_all_types() {
    return R"(#MAXMODEL ASCII
filedependancy all.max
newmodel all
setsupermodel all a_base
classification Character
setanimationscale 0.5
beginmodelgeom all
node dummy all
  parent NULL
endnode
node trimesh box # two faces, which share an edge
  parent all
  position 1 2 3
  orientation 0 0 2 1.57079637
  wirecolor 1 1 1
  diffuse 0.5 0.25 1
  ambient 0.1 0.2 0.3
  specular 0 0 0.5
  shininess 2.5
  shadow 0
  beaming 1
  render 1
  transparencyhint 2
  tilefade 1
  rotatetexture 1
  lightmapped 1
  inheritcolor 1
  renderhint NormalAndSpecMapped
  materialname stone
  bitmap wall
  texture1 wall_n
  alpha 0.75
  selfillumcolor 0.1 0.2 0.3
  verts 4
    0 0 0
    1 0 0
    1 1 0
    0 1 0.5
  tverts 4
    0 0 0
    1 0 0
    1 1 0
    0 1 0
  faces 2
    0 1 2  1  0 1 2  7
    0 2 3  1  0 2 3  9
  colors 4
    1 0 0
    0 1 0
    0 0 1
    1 1 1
endnode
node danglymesh flag
  parent box
  displacement 1.5
  tightness 2
  period 3
  bitmap flag
  verts 3
    0 0 0
    1 0 0
    0 1 0
  faces 1
    0 1 2 1 0 0 0 1
  constraints 3
    0
    128
    255
endnode
node skin coat
  parent all
  position 0 0 1
  bitmap coat
  verts 4
    0 0 0
    1 0 0
    0 1 0
    1 1 0
  faces 2
    0 1 2 1 0 0 0 1
    2 1 3 1 0 0 0 1
  weights 4
    box 1
    box 0.5 all 0.5
    flag 1
    all 0.25 box 0.25 flag 0.5
endnode
node animmesh water
  parent all
  sampleperiod 0.25
  bitmap water
  verts 3
    0 0 0
    1 0 0
    0 1 0
  tverts 3
    0 0 0
    1 0 0
    0 1 0
  faces 1
    0 1 2 1 0 1 2 1
endnode
node aabb walk
  parent all
  verts 4
    0 0 0
    1 0 0
    0 1 0
    1 1 0
  faces 2
    0 1 2 1 0 0 0 3
    2 1 3 1 0 0 0 3
  aabb 0 0 0 1 1 0 -1
    0 0 0 1 1 0 0
    0.5 0 0 1 1 0 1
endnode
node emitter smoke
  parent all
  p2p 0
  p2p_sel 1
  random 1
  update Fountain
  render Normal
  blend Lighten
  texture fx_smoke
  chunkname
  xgrid 2
  ygrid 3
  spawntype 1
  loop 1
  twosidedtex 1
  renderorder 4
  deadspace 0.5
  blastradius 1
  blastlength 2
  birthrate 10
  colorstart 1 0.5 0
  alphamid 0.5
endnode
node light lamp
  parent all
  ambientonly 0
  shadow 0
  ndynamictype 2
  affectdynamic 0
  lightpriority 3
  fadinglight 0
  generateflare 1
  flareradius 4
  color 1 0.9 0.8
  radius 14
  multiplier 2
  texturenames 1
    flare_a
  flaresizes 1
    3
  flarepositions 1
    0.5
  flarecolorshifts 1
    0.1 0.2 0.3
endnode
node reference hook
  parent all
  refmodel fx_ref
  reattachable 1
endnode
endmodelgeom all
newanim walk all
  length 2
  transtime 0.5
  animroot all
  event 1 hit
  event 0.5 snd_footstep
  node dummy all
    parent NULL
  endnode
  node dummy box
    parent all
    positionkey 2
      0 0 0 0
      1 0 0 5
    orientationkey
      0 0 0 1 0
      2 0 0 1 3.14159274
    endlist
  endnode
  node animmesh water
    parent all
    sampleperiod 0.5
    verts 3
      0 0 0
      1 0 0
      0 1 0
    tverts 3
      0 0 0
      1 0 0
      0 1 0
    faces 1
      0 1 2 1 0 1 2 1
    animverts 6
      0 0 0
      1 0 0
      0 1 0
      0 0 1
      1 0 1
      0 1 1
    animtverts 3
      0 0 0
      2 0 0
      0 2 0
  endnode
  node emitter smoke
    parent all
    detonatekey 1

  endnode
doneanim walk all
donemodel all
)";
}

// A model with a root and, behind it, `nodes` and what follows them.
inline std::string text_with(const std::string& nodes) {
    return "newmodel m\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\n" + nodes +
           "\nendmodelgeom m\ndonemodel m\n";
}
inline std::string text_of_mesh(const std::string& statements, const std::string& type = "trimesh") {
    return text_with("node " + type + " only\nparent m\n" + statements + "\nendnode");
}

// Returns a text in which each `from` is replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

} // namespace fixtures::nwn
