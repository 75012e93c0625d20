// Draws a GLB file with three.js: camera, clips, and what is shown besides the textures.
import * as THREE from './three/three.module.js';
import { OrbitControls } from './three/controls/OrbitControls.js';
import { GLTFLoader } from './three/loaders/GLTFLoader.js';

const most_labels = 200;

function checker() {
  const side = 512, squares = 16;
  const pixels = new Uint8Array(4 * side * side);
  for (let y = 0; y < side; ++y) {
    for (let x = 0; x < side; ++x) {
      const column = Math.floor((x * squares) / side), row = Math.floor((y * squares) / side);
      const light = (column + row) % 2 ? 1 : 0.55; // red grows with u, green with v
      pixels.set([light * (60 + 12 * column), light * (60 + 12 * row), light * 130, 255], 4 * (y * side + x));
    }
  }
  const made = new THREE.DataTexture(pixels, side, side);
  made.wrapS = made.wrapT = THREE.RepeatWrapping;
  made.colorSpace = THREE.SRGBColorSpace;
  made.magFilter = made.minFilter = THREE.LinearFilter;
  made.needsUpdate = true;
  return made;
}

const drawn = (object) => object.isMesh || object.isLine || object.isPoints;

function dispose(root) {
  root.traverse((object) => {
    object.geometry?.dispose();
    object.skeleton?.dispose();
    for (const material of [object.material ?? []].flat()) {
      for (const value of Object.values(material)) {
        if (value?.isTexture) {
          value.source?.data?.close?.();
          value.dispose();
        }
      }
      material.dispose();
    }
  });
}

// The number of primitives of a GLB file, from its first chunk.
function count_of_parts(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const { meshes = [] } = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  return meshes.reduce((sum, { primitives }) => sum + primitives.length, 0);
}

export class Viewer {
  on_time = () => {};
  on_camera = () => {};
  clips = [];
  triangles = 0;

  #canvas;
  #labels;
  #renderer;
  #scene = new THREE.Scene();
  #camera = new THREE.PerspectiveCamera(45, 1, 0.01, 1000);
  #controls;
  #grid;
  #model;
  #extras = new THREE.Group(); // skeleton, boxes, points: made anew when the choice changes
  #original = new Map();
  #mixer;
  #action;
  #options = { surface: 'textured', wireframe: false, grid: true, skeleton: false, boxes: false, points: false, turntable: false };
  #marks = [];
  #selected;
  #playing = false;
  #last = 0;
  #asked = false;
  #surfaces;

  constructor(canvas, labels) {
    this.#canvas = canvas;
    this.#labels = labels;
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: false });
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.enableDamping = false;
    this.#controls.addEventListener('change', () => { this.draw(); this.on_camera(); });
    this.#scene.add(new THREE.HemisphereLight('#ffffff', '#8a8f99', 2.2));
    const sun = new THREE.DirectionalLight('#ffffff', 2);
    sun.position.set(2, 3, 4);
    this.#scene.add(sun, this.#extras);
    this.#surfaces = {
      normals: new THREE.MeshNormalMaterial({ side: THREE.DoubleSide }),
      checker: new THREE.MeshLambertMaterial({ map: checker(), side: THREE.DoubleSide }),
      backs: new THREE.MeshBasicMaterial({ color: '#e01010', side: THREE.BackSide }),
    };
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#resize();
  }

  async load(bytes) {
    const most_parts = 10_000; // real models have hundreds; each is drawn by a call of its own
    const parts = count_of_parts(bytes);
    if (parts > most_parts) throw new Error(`${parts.toLocaleString('en')} parts are more than the page draws, ${most_parts.toLocaleString('en')}`);
    const loaded = await new GLTFLoader().parseAsync(bytes.buffer, '');
    this.clear();
    this.#model = loaded.scene;
    this.clips = loaded.animations;
    this.triangles = 0;
    const { json, associations } = loaded.parser;
    const first_vertices = (json.meshes ?? []).map(({ primitives }) => {
      let next = 0;
      return primitives.map(({ attributes }) => {
        const first = next;
        next += json.accessors[attributes.POSITION].count;
        return first;
      });
    });
    this.#model.traverse((object) => {
      if (object.isLight) object.visible = false; // those of the game are made for its own renderer
      if (!drawn(object)) return;
      object.frustumCulled = false; // clips move vertices out of the bounds
      this.#original.set(object, object.material);
      const { index, attributes } = object.geometry;
      this.triangles += (index ?? attributes.position).count / 3;
      const { meshes, primitives } = associations.get(object);
      object.userData.first_vertex = first_vertices[meshes][primitives];
    });
    this.#scene.add(this.#model);
    this.#mixer = new THREE.AnimationMixer(this.#model);
    this.#apply();
    this.frame();
  }
  clear() {
    if (!this.#model) return;
    this.#mixer.stopAllAction();
    this.#scene.remove(this.#model);
    for (const [object, material] of this.#original) object.material = material;
    dispose(this.#model);
    this.#original.clear();
    this.#model = this.#action = this.#selected = undefined;
    this.#playing = false;
    this.clips = [];
    this.#apply();
  }

  // ---- camera ------------------------------------------------------------------------------------------------------

  frame() {
    const box = this.#box();
    const size = box.getSize(new THREE.Vector3()).length() || 1;
    const centre = box.getCenter(new THREE.Vector3());
    const distance = (0.62 * size) / Math.tan((this.#camera.fov * Math.PI) / 360) / Math.min(1, this.#camera.aspect);
    this.#camera.near = size / 500;
    this.#camera.far = size * 100;
    this.#camera.position.copy(centre).addScaledVector(new THREE.Vector3(0.5, 0.3, 0.8).normalize(), distance);
    this.#controls.target.copy(centre);
    this.#camera.updateProjectionMatrix();
    this.#controls.update();
    this.#make_grid(size);
    this.draw();
  }
  get camera() {
    return [...this.#camera.position.toArray(), ...this.#controls.target.toArray()];
  }
  set camera(numbers) {
    this.#camera.position.fromArray(numbers);
    this.#controls.target.fromArray(numbers, 3);
    this.#controls.update();
    this.draw();
  }
  // Turns by these angles in radians, and scales the distance.
  turn(across, up, scale = 1) {
    const arm = this.#camera.position.clone().sub(this.#controls.target);
    const at = new THREE.Spherical().setFromVector3(arm);
    at.theta += across;
    at.phi = Math.min(Math.max(at.phi + up, 0.02), Math.PI - 0.02);
    at.radius *= scale;
    this.#camera.position.copy(this.#controls.target).add(arm.setFromSpherical(at));
    this.#controls.update();
    this.draw();
  }
  #box() {
    const box = new THREE.Box3();
    this.#model?.traverse((object) => {
      if (drawn(object) && object.visible) box.expandByObject(object, true);
    });
    return box.isEmpty() ? new THREE.Box3(new THREE.Vector3(-1, 0, -1), new THREE.Vector3(1, 1, 1)) : box;
  }
  #make_grid(size) {
    this.#scene.remove(this.#grid ?? this.#extras);
    this.#scene.add(this.#extras);
    this.#grid?.dispose();
    const metres = Math.min(Math.max(10, 2 * Math.ceil(size)), 200); // one line a metre
    this.#grid = new THREE.GridHelper(metres, metres, '#808080', '#9a9a9a');
    this.#grid.material.transparent = true;
    this.#grid.material.opacity = 0.45;
    this.#grid.visible = this.#options.grid;
    this.#scene.add(this.#grid);
  }

  // ---- clips -------------------------------------------------------------------------------------------------------

  choose_clip(number) {
    this.#action?.stop();
    this.#action = undefined;
    if (this.clips[number]) {
      this.#action = this.#mixer.clipAction(this.clips[number]).play();
      this.#action.paused = true;
      this.time = 0;
    }
    this.draw();
  }
  get duration() {
    return this.#action?.getClip().duration ?? 0;
  }
  get time() {
    return this.#action?.time ?? 0;
  }
  set time(seconds) {
    if (!this.#action) return;
    this.#action.paused = false;
    this.#action.time = Math.min(Math.max(seconds, 0), this.duration);
    this.#mixer.update(0);
    this.#action.paused = !this.#playing;
    this.draw();
  }
  set playing(plays) {
    this.#playing = plays && this.#action !== undefined;
    if (this.#action) this.#action.paused = !this.#playing;
    this.#last = performance.now();
    this.draw();
  }
  get playing() {
    return this.#playing;
  }
  set speed(factor) {
    if (this.#mixer) this.#mixer.timeScale = factor;
  }

  // ---- what is shown -----------------------------------------------------------------------------------------------

  set(name, value) {
    this.#options[name] = value;
    this.#apply();
  }
  // Whether the model is a character, of which only some parts are drawn.
  get has_parts() {
    return this.#model?.userData.parts !== undefined;
  }
  // Returns the names of the selections of Arma, each once.
  get selections() {
    const names = new Set();
    this.#model?.traverse((object) => {
      for (const name of Object.keys(this.#selections_of(object))) names.add(name);
    });
    return [...names].sort();
  }
  // Marks the vertices of a selection; an empty name marks none.
  mark_selection(name) {
    for (const mark of this.#marks) {
      mark.parent.remove(mark);
      mark.geometry.dispose();
      mark.material.dispose();
    }
    this.#marks = [];
    const found = [];
    this.#model?.traverse((object) => {
      const ranges = this.#selections_of(object)[name];
      if (ranges && object.visible) found.push([object, ranges]);
    });
    for (const [object, ranges] of found) {
      const position = object.geometry.attributes.position;
      const points = [];
      for (let i = 0; i + 1 < ranges.length; i += 2) {
        for (let k = 0; k < ranges[i + 1]; ++k) {
          const vertex = ranges[i] + k - object.userData.first_vertex; // the ranges count through all parts of a mesh
          if (vertex >= 0 && vertex < position.count) points.push(position.getX(vertex), position.getY(vertex), position.getZ(vertex));
        }
      }
      const geometry = new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
      const material = new THREE.PointsMaterial({ color: '#ff2a6d', size: 6, sizeAttenuation: false, depthTest: false });
      const mark = new THREE.Points(geometry, material);
      object.add(mark);
      this.#marks.push(mark);
    }
    this.draw();
    return found.length;
  }
  #selections_of(object) {
    return object.geometry ? (object.userData.selections ?? object.parent?.userData.selections ?? {}) : {};
  }
  // Marks the node, bone or mesh with this name. Returns whether there is one.
  select(name) {
    const plain = (text) => String(text).toLowerCase().replace(/[^a-z0-9]/g, ''); // three.js changes names
    let found;
    this.#model?.traverse((object) => {
      if (!found && plain(this.#name_of(object)) === plain(name)) found = object;
    });
    this.#selected = found;
    this.#apply();
    return found !== undefined;
  }

  // Marks what is at this place of the window, and returns its name.
  pick(x, y) {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const from = new THREE.Raycaster();
    from.setFromCamera(new THREE.Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2), this.#camera);
    this.#selected = from.intersectObjects([...this.#original.keys()], false)[0]?.object;
    this.#apply();
    return this.#selected && this.#name_of(this.#selected);
  }
  // The name in the file: three.js changes names, and keeps the original.
  #name_of(object) {
    return object.userData.name ?? object.name;
  }

  #apply() {
    const { surface, wireframe } = this.#options;
    for (const [object, material] of this.#original) {
      if (!object.isMesh) continue;
      object.material = this.#surfaces[surface] && surface !== 'backs' ? this.#surfaces[surface] : material;
      for (const one of [object.material].flat()) one.wireframe = wireframe;
    }
    this.#clear_extras();
    if (this.#grid) this.#grid.visible = this.#options.grid;
    this.#controls.autoRotate = this.#options.turntable;
    if (this.#model) {
      if (this.#options.skeleton) this.#extras.add(new THREE.SkeletonHelper(this.#model));
      if (this.#options.boxes) this.#add_boxes();
      if (this.#options.surface === 'backs') this.#add_backs();
      if (this.#options.points) this.#add_labels();
      if (this.#selected) this.#mark_selected();
    }
    this.draw();
  }
  #clear_extras() {
    for (const object of [...this.#extras.children]) {
      this.#extras.remove(object);
      object.dispose?.();
      object.geometry?.dispose();
    }
    for (const back of this.#backs) back.parent.remove(back);
    this.#backs = [];
    this.#labels.replaceChildren();
    this.#named = [];
  }
  #backs = [];
  #named = [];
  #add_boxes() {
    for (const object of this.#original.keys()) {
      if (object.visible) this.#extras.add(new THREE.Box3Helper(new THREE.Box3().expandByObject(object, true), '#c07000'));
    }
  }
  // Draws the same geometry again, only its back faces.
  #add_backs() {
    for (const object of this.#original.keys()) {
      if (!object.isMesh) continue;
      for (const one of [object.material].flat()) one.side = THREE.FrontSide;
      const back = object.clone(false);
      back.material = this.#surfaces.backs;
      back.frustumCulled = false;
      if (object.isSkinnedMesh) back.bind(object.skeleton, object.bindMatrix);
      object.parent.add(back);
      this.#backs.push(back);
    }
  }
  #add_labels() {
    this.#model.traverse((object) => {
      const data = object.userData;
      const is_point = object !== this.#model && object.name !== '' && !drawn(object) && !object.isBone &&
        !object.children.some(drawn);
      if (is_point && this.#named.length < most_labels) this.#label(object, this.#name_of(object));
      for (const [name, place] of Object.entries(data.points ?? {})) {
        if (this.#named.length < most_labels) this.#label(object, name, new THREE.Vector3(...[place].flat(2).slice(0, 3)));
      }
    });
  }
  #label(object, text, place = new THREE.Vector3()) {
    const label = document.createElement('span');
    label.textContent = text;
    this.#labels.append(label);
    this.#named.push({ object, place, label });
  }
  #mark_selected() {
    const box = new THREE.Box3().expandByObject(this.#selected, true);
    if (box.isEmpty()) {
      const size = this.#box().getSize(new THREE.Vector3()).length();
      box.setFromCenterAndSize(this.#selected.getWorldPosition(new THREE.Vector3()), new THREE.Vector3().setScalar(size / 40));
    }
    this.#extras.add(new THREE.Box3Helper(box, '#ff2a6d'));
    this.#label(this.#selected, this.#name_of(this.#selected));
  }

  // ---- drawing -----------------------------------------------------------------------------------------------------

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.draw();
  }
  // Draws the next frame; further ones only while something moves.
  draw() {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame((now) => this.#frame(now));
  }
  #frame(now) {
    this.#asked = false;
    const passed = Math.min((now - this.#last) / 1000, 0.1);
    this.#last = now;
    if (this.#playing) {
      this.#mixer.update(Math.max(passed, 0));
      this.on_time();
    }
    if (this.#options.turntable) this.#controls.update(passed);
    this.#renderer.render(this.#scene, this.#camera);
    this.#place_labels();
    if (this.#playing || this.#options.turntable) this.draw();
  }
  #place_labels() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    for (const { object, place, label } of this.#named) {
      const at = object.localToWorld(place.clone()).project(this.#camera);
      label.hidden = Math.abs(at.z) > 1;
      label.style.left = `${((at.x + 1) / 2) * width}px`;
      label.style.top = `${((1 - at.y) / 2) * height}px`;
    }
  }
}
