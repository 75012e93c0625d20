// Draws the models of /job.json into one picture and sends it back.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

const background = '#f2f2f0';
// Materials without a colour get light greys with different tints, so that they can be distinguished.
const greys = ['#d8d8d8', '#d9cbb8', '#b9c9d6', '#c8d4b8', '#d6bfca', '#c4bfdc', '#e0d8a8', '#b4d2cc', '#a8a8a8'];
const textHeight = 30;

const send = (what, content) => fetch(what, { method: 'POST', body: content });

// ---- a model ---------------------------------------------------------------------------------------------------------

function isWhite(color) {
  return color.r > 0.999 && color.g > 0.999 && color.b > 0.999;
}

// Returns the material itself if it has a texture, else one with lighting that shows the shape.
function drawn(material, number) {
  if (material.map) return material;
  const color = isWhite(material.color) ? new THREE.Color(greys[number % greys.length]) : material.color;
  return new THREE.MeshLambertMaterial({
    color, side: material.side, vertexColors: material.vertexColors, flatShading: material.flatShading,
    emissive: material.emissive ? material.emissive.clone().multiplyScalar(0.3) : 0x000000,
    transparent: material.transparent, opacity: material.transparent ? Math.min(material.opacity, 0.5) : 1,
    depthWrite: !material.transparent,
  });
}

const backMaterial = new THREE.MeshBasicMaterial({ color: '#e01010', side: THREE.BackSide });

function meshesOf(scene) {
  const meshes = [];
  scene.traverse((object) => {
    if (object.isLight) object.visible = false;
    if (object.isMesh || object.isLine || object.isPoints) meshes.push(object);
  });
  return meshes;
}

function prepare(gltf, options) {
  const drawnMaterials = new Map(); // by the file's material
  const meshes = meshesOf(gltf.scene);
  for (const mesh of meshes) {
    mesh.frustumCulled = false;
    if (!mesh.isMesh) continue;
    const own = mesh.material;
    if (!drawnMaterials.has(own)) drawnMaterials.set(own, drawn(own, drawnMaterials.size));
    mesh.material = drawnMaterials.get(own);
    if (options.backfaces && own.side === THREE.FrontSide && !own.transparent) addBack(mesh);
  }
  return meshes;
}

function addBack(mesh) {
  const back = mesh.isSkinnedMesh ? new THREE.SkinnedMesh(mesh.geometry, backMaterial)
    : new THREE.Mesh(mesh.geometry, backMaterial);
  back.frustumCulled = false;
  if (mesh.isSkinnedMesh) back.bind(mesh.skeleton, mesh.bindMatrix);
  if (mesh.morphTargetInfluences) back.morphTargetInfluences = mesh.morphTargetInfluences;
  mesh.add(back);
}

// Extends the box by the vertices that are drawn, in the current pose.
function addBounds(meshes, box) {
  const point = new THREE.Vector3();
  for (const mesh of meshes) {
    const { index, attributes } = mesh.geometry;
    const seen = new Uint8Array(attributes.position.count);
    const count = index ? index.count : attributes.position.count;
    for (let i = 0; i < count; i += 1) {
      const vertex = index ? index.getX(i) : i;
      if (seen[vertex]) continue;
      seen[vertex] = 1;
      mesh.getVertexPosition(vertex, point).applyMatrix4(mesh.matrixWorld);
      if (Number.isFinite(point.x + point.y + point.z)) box.expandByPoint(point);
    }
  }
}

function trianglesOf(meshes) {
  return meshes.reduce((sum, { geometry }) => sum + (geometry.index ?? geometry.attributes.position).count / 3, 0);
}

// Returns the rows of a model: each has a title and the moments that its cells show; null is the rest pose.
function rowsOf(gltf, options) {
  let clips = [...gltf.animations].sort((a, b) => b.duration - a.duration);
  if (options.clip.length > 0) clips = clips.filter(({ name }) => options.clip.some((part) => name.includes(part)));
  const moments = (clip) => Array.from({ length: Math.max(1, options.times) },
    (_, i) => ({ clip, time: (clip.duration * (i + 0.5)) / Math.max(1, options.times) }));
  if (options.clip.length === 0) clips = options.times > 0 ? clips.slice(0, options.clips) : [];
  return clips.length === 0 ? [{ title: '', moments: [null] }]
    : clips.map((clip) => ({ title: ` ${clip.name} ${clip.duration.toFixed(2)} s`, moments: moments(clip) }));
}

function pose(gltf, mixer, moment) {
  mixer.stopAllAction();
  if (moment !== null) {
    mixer.clipAction(moment.clip).play();
    mixer.setTime(moment.time);
  }
  gltf.scene.updateMatrixWorld(true);
  gltf.scene.traverse((object) => object.isSkinnedMesh && object.skeleton.update());
}

// ---- cells -----------------------------------------------------------------------------------------------------------

class Stage {
  constructor(options) {
    this.options = options;
    this.renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.setSize(2 * options.size, 2 * options.size, false); // scaled down later, which smooths edges
    this.scene = new THREE.Scene();
    this.scene.background = new THREE.Color(background);
    this.camera = new THREE.PerspectiveCamera(30, 1);
    this.light = new THREE.DirectionalLight('#ffffff', 2.4);
    this.scene.add(new THREE.HemisphereLight('#ffffff', '#8a8780', 1.6), this.light, this.light.target);
    this.axes = new THREE.AxesHelper(1);
    this.axes.visible = options.axes;
    this.axes.material.depthTest = false;
    this.axes.renderOrder = 1;
    this.scene.add(this.axes);
  }

  // Points the camera at the box for view number `view`.
  frame(box, view) {
    const { azimuth, elevation, views } = this.options;
    const around = THREE.MathUtils.degToRad(azimuth + (360 * view) / views);
    const up = THREE.MathUtils.degToRad(elevation);
    const side = new THREE.Vector3(Math.sin(around) * Math.cos(up), Math.sin(up), Math.cos(around) * Math.cos(up));
    const center = box.getCenter(new THREE.Vector3());
    const radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, 1e-6);
    this.camera.position.copy(center).add(side);
    this.camera.lookAt(center);
    const distance = 1.03 * this.distanceTo(box, center) + radius / 1000;
    this.camera.position.copy(center).addScaledVector(side, distance);
    this.camera.near = Math.max(distance - 2 * radius, distance / 1000);
    this.camera.far = distance + 2 * radius;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.light.target.position.copy(center);
    this.light.position.set(-0.5, 0.8, 1).applyQuaternion(this.camera.quaternion).multiplyScalar(radius).add(center);
    this.axes.scale.setScalar(radius / 2);
  }

  // Returns the distance from which the camera, in its current direction, sees all corners of the box.
  distanceTo(box, center) {
    const turned = this.camera.quaternion.clone().invert();
    const slope = Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2));
    const corner = new THREE.Vector3();
    let distance = 0;
    for (let i = 0; i < 8; i += 1) {
      corner.set((i & 1 ? box.max : box.min).x, (i & 2 ? box.max : box.min).y, (i & 4 ? box.max : box.min).z);
      corner.sub(center).applyQuaternion(turned);
      distance = Math.max(distance, Math.max(Math.abs(corner.x), Math.abs(corner.y)) / slope + corner.z);
    }
    return distance;
  }

  draw() {
    this.renderer.render(this.scene, this.camera);
    const { size } = this.options;
    const cell = new OffscreenCanvas(size, size);
    cell.getContext('2d').drawImage(this.renderer.domElement, 0, 0, size, size);
    return cell;
  }
}

function sizeText(box) {
  const sides = box.isEmpty() ? [0, 0, 0] : box.getSize(new THREE.Vector3()).toArray();
  return `${sides.map((side) => Number(side.toPrecision(3))).join(' x ')} m`;
}

// Returns the rows of cells of a model, each with its two lines of text.
function rowsOfCells(gltf, name, stage) {
  const { options } = stage;
  const meshes = prepare(gltf, options);
  const mixer = new THREE.AnimationMixer(gltf.scene);
  stage.scene.add(gltf.scene);
  const rows = rowsOf(gltf, options).map(({ title, moments }) => {
    const box = new THREE.Box3(); // of all moments, so that the cells have one scale
    for (const moment of moments) {
      pose(gltf, mixer, moment);
      addBounds(meshes, box);
    }
    if (box.isEmpty()) box.expandByPoint(new THREE.Vector3());
    const cells = [];
    for (const moment of moments) {
      pose(gltf, mixer, moment);
      for (let view = 0; view < options.views; view += 1) {
        stage.frame(box, view);
        cells.push(stage.draw());
      }
    }
    return { cells, text: [name + title, `${sizeText(box)}, ${trianglesOf(meshes)} triangles`] };
  });
  stage.scene.remove(gltf.scene);
  gltf.scene.traverse((object) => {
    object.geometry?.dispose();
    object.material?.dispose();
    object.skeleton?.dispose();
  });
  return rows;
}

function failedCell(size) {
  const cell = new OffscreenCanvas(size, size);
  const pen = cell.getContext('2d');
  pen.fillStyle = '#f0b0b0';
  pen.fillRect(0, 0, size, size);
  return cell;
}

// ---- the picture -----------------------------------------------------------------------------------------------------

// Returns the position of each cell. The cells of one row of a model stay together.
function placed(rows, columns) {
  let [column, line] = [0, 0];
  const out = rows.map((row) => {
    const width = Math.min(row.cells.length, columns);
    if (column + width > columns) [column, line] = [0, line + 1];
    const first = { column, line };
    const at = row.cells.map((_, i) => ({ column: (column + i) % columns, line: line + Math.floor((column + i) / columns) }));
    const next = column + row.cells.length;
    [column, line] = [next % columns, line + Math.floor(next / columns)];
    return { ...row, first, at, width };
  });
  return { rows: out, lines: column === 0 ? line : line + 1 };
}

function compose(all, options) {
  const count = all.reduce((sum, row) => sum + row.cells.length, 0);
  const widest = Math.max(...all.map((row) => row.cells.length));
  const square = Math.max(1, Math.ceil(Math.sqrt(count)));
  const columns = options.columns || Math.ceil(square / widest) * widest;
  const { rows, lines } = placed(all, columns);
  const { size } = options;
  const height = size + (options.bare ? 0 : textHeight);
  const sheet = document.createElement('canvas');
  [sheet.width, sheet.height] = [columns * size, lines * height];
  const pen = sheet.getContext('2d');
  pen.fillStyle = background;
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.font = '11px sans-serif';
  for (const { cells, text, first, at, width } of rows) {
    cells.forEach((cell, i) => pen.drawImage(cell, at[i].column * size, at[i].line * height));
    if (options.bare) continue;
    pen.save();
    pen.beginPath();
    pen.rect(first.column * size, first.line * height, width * size - 4, height);
    pen.clip();
    pen.fillStyle = '#202020';
    text.forEach((line, i) => pen.fillText(line, first.column * size + 4, first.line * height + size + 12 + 13 * i));
    pen.restore();
  }
  return sheet;
}

async function main() {
  const options = await (await fetch('/job.json')).json();
  const stage = new Stage(options);
  const loader = new GLTFLoader();
  const rows = [];
  for (const [i, name] of options.names.entries()) {
    try {
      const gltf = await loader.loadAsync(`/file/${i}/${encodeURIComponent(name)}`);
      rows.push(...rowsOfCells(gltf, name, stage));
    } catch (why) {
      await send('/failed', `${name}: ${why.message ?? why}`);
      rows.push({ cells: [failedCell(options.size)], text: [name, 'does not load'] });
    }
    if (i % 16 === 0) await send('/progress', String(i + 1));
  }
  const blob = await new Promise((done) => { compose(rows, options).toBlob(done); });
  if (blob === null) throw new Error('the picture is too large for Chromium');
  await send('/picture', blob);
}

main().catch((why) => send('/broken', why.stack ?? String(why)));
