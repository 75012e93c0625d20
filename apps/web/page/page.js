// The page: opens what is dropped, and connects the controls with the picture and the panels.
import { chosen_files, dropped_files, joined, may_be_model, sample_files } from './files.js';
import { Opener } from './opener.js';
import { Bytes, show_findings, show_in_tree, show_tree } from './panels.js';
import { Viewer } from './viewer.js';

const $ = (id) => document.getElementById(id);
const opener = new Opener();
const viewer = new Viewer($('canvas'), $('labels'));
const most_clips = 60; // of a folder; more are added only if their names begin with the model's

let files = []; // { path, file }
let model;      // its path
let sample;     // the name of the sample that is shown
let glb;
let bytes;
let opening = 0; // counts; what an older one brings is thrown away

const name_of = (path) => path.slice(path.lastIndexOf('/') + 1);
const stem_of = (path) => name_of(path).replace(/\.[^.]*$/, '');
const counted = (number, thing) => `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;

function say(text, is_bad = false) {
  $('status').textContent = text;
  $('status').classList.toggle('bad', is_bad);
}
function fill(select, entries) {
  select.replaceChildren(...entries.map(([value, text]) => new Option(text, value)));
}

// ---- opening ---------------------------------------------------------------------------------------------------------

async function open(added) {
  if (added.length === 0) return say('These files are of no format that effigy reads.', true);
  const models = added.filter(may_be_model);
  const completes = models.length === 0 && model !== undefined && added.length < 2000 && !(added.length === 1 && !known(added[0]));
  files = completes ? joined(files, added, model) : added;
  if (!completes) model = models[0]?.path ?? added[0].path;
  sample = undefined;
  await reopen();
}
const known = ({ path }) => /\.(animation|skin|anim|skel|bone|rtm|dds|d3d9_texture|tga|png|jpe?g|blp|paa|pac|plt|lua|rvmat|mtr|txi)$/i.test(path);

async function reopen() {
  const mine = ++opening;
  $('busy').hidden = false;
  $('welcome').hidden = true;
  say(`Opening ${name_of(model)} …`);
  try {
    await opener.open(files);
    if (mine !== opening) return;
    const models = files.filter(may_be_model).map(({ path }) => [path, path]);
    fill($('model'), models);
    $('model').value = model;
    $('model-label').hidden = models.length < 2;
    await show_model();
  } catch (why) {
    if (mine === opening) fail(why);
  } finally {
    if (mine === opening) $('busy').hidden = true;
  }
}
function fail(why) {
  clear_picture();
  say(`${name_of(model)}: ${why.message}`, true);
}
function clear_picture() {
  viewer.clear();
  glb = undefined;
  $('download').disabled = true;
  $('timeline').hidden = true;
  $('selection-label').hidden = true;
  $('canvas').setAttribute('aria-label', 'No model');
}

async function show_model() {
  const mine = opening;
  const info = await opener.info(model);
  if (mine !== opening) return;
  const levels = (info.lods ?? []).map(({ kind, resolution }, i) => [String(i), `${i}: ${kind}${kind === 'visual' ? ` ${resolution}` : ''}`]);
  const profiles = (info.skin_profiles ?? []).map(({ number }) => [String(number), `skin profile ${number}`]);
  const lods = levels.length > 1 ? [['', 'most detailed'], ...levels, ['all', 'all']] : profiles.length > 1 ? profiles : [];
  fill($('lod'), lods);
  $('lod-label').hidden = lods.length === 0;
  $('all-parts').checked = false;
  $('collision').checked = false;
  $('collision-label').hidden = !(info.collision_triangles > 0 || info.nodes?.some(({ mesh }) => mesh?.render === false && mesh.triangles > 0));
  show_tree($('tree'), info, select);
  const of_model = files.find(({ path }) => path === model);
  bytes = new Bytes($('bytes'), { file: of_model.file, regions_of, fields: meanings[info.kind?.split('_')[0]] ?? {} });
  $('findings').replaceChildren();
  await convert();
  if (mine !== opening) return;
  const lint = await opener.lint(model);
  if (mine === opening) show_findings($('findings'), lint, { select, show_place });
}

// An answer has a limited number of regions, and says where to continue.
async function regions_of(begin, end) {
  const out = [];
  while (begin < end) {
    const { regions, next } = await opener.regions(model, begin, end);
    out.push(...regions);
    begin = next;
  }
  return out;
}

function clips_of_folder() {
  const clips = files.map(({ path }) => path).filter((path) => /\.(animation|rtm)$/i.test(path));
  const own = clips.filter((path) => name_of(path).toLowerCase().startsWith(stem_of(model).toLowerCase()));
  return clips.length <= most_clips ? undefined : own;
}

async function convert() {
  const mine = opening;
  const started = performance.now();
  const options = {
    clips: clips_of_folder(),
    parts: $('all-parts').checked ? 'all' : undefined,
    collision: $('collision').checked || undefined,
    lod: $('lod').value || undefined,
  };
  const made = await opener.toGlb(model, options);
  if (mine !== opening) return;
  const { report } = made;
  show_needs(report);
  if (report.status !== 'ok') {
    clear_picture();
    return say(`${name_of(model)}: ${report.error.message}`, true);
  }
  glb = made.glb;
  await viewer.load(glb.slice()); // three.js keeps parts of it
  if (mine !== opening) return;
  show_clips();
  $('parts-label').hidden = !viewer.has_parts;
  fill($('selection'), [['', 'none'], ...viewer.selections.map((name) => [name, name])]);
  $('selection-label').hidden = $('selection').options.length === 1;
  $('download').disabled = false;
  const size = `${counted(viewer.triangles, 'triangle')}, ${counted(viewer.clips.length, 'clip')}`;
  const version = report.version === null ? '' : `, version ${report.version}`;
  say(`${name_of(model)}: ${report.format}${version}, ${counted(report.bytes, 'byte')}, ${size}`);
  $('canvas').setAttribute('aria-label', `${stem_of(model)}: ${size}. Arrow keys turn the model, plus and minus change the distance.`);
  document.body.dataset.shown = model; // for tests
  document.body.dataset.milliseconds = Math.round(performance.now() - started);
}

const drop_what = { companion: 'drop it too', supermodel: 'drop it too', texture: 'a texture', material: 'a material' };
function show_needs({ missing = [], broken = [] }) {
  const lines = [
    ...missing.map(({ kind, name }) => `needs ${name}: ${drop_what[kind]}`),
    ...broken.map(({ name, message }) => `${name}: ${message}`),
  ];
  const most = 100;
  $('needs').replaceChildren(...lines.slice(0, most).map((text) => Object.assign(document.createElement('li'), { textContent: text })));
  if (lines.length > most) $('needs').append(`and ${lines.length - most} more`);
  $('needs').hidden = lines.length === 0;
}

function download() {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([glb], { type: 'model/gltf-binary' }));
  link.download = `${stem_of(model)}.glb`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// ---- clips -----------------------------------------------------------------------------------------------------------

function show_clips() {
  fill($('clip'), [['', 'pose of the file'], ...viewer.clips.map((clip, i) => [String(i), clip.name])]);
  $('timeline').hidden = viewer.clips.length === 0;
  $('clip').value = viewer.clips.length === 0 ? '' : '0';
  viewer.speed = Number($('speed').value);
  choose_clip();
}
function choose_clip() {
  viewer.choose_clip($('clip').value === '' ? -1 : Number($('clip').value));
  $('time').max = viewer.duration || 1;
  $('time').step = (viewer.duration || 1) / 1000;
  $('time').disabled = $('play').disabled = viewer.duration === 0;
  play(false);
}
function play(plays) {
  viewer.playing = plays;
  $('play').textContent = viewer.playing ? 'Pause' : 'Play';
  $('play').setAttribute('aria-pressed', viewer.playing);
  show_time();
}
function show_time() {
  $('time').value = viewer.time;
  $('time').setAttribute('aria-valuetext', `${viewer.time.toFixed(2)} seconds`);
  $('seconds').textContent = `${viewer.time.toFixed(2)} of ${viewer.duration.toFixed(2)} s`;
  if (!viewer.playing) remember();
}
viewer.on_time = show_time;

// ---- the address: sample, camera, clip and time ------------------------------------------------------------------------

let remembering;
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    if (glb === undefined) return;
    const parts = new URLSearchParams();
    if (sample !== undefined) parts.set('sample', sample);
    parts.set('camera', viewer.camera.map((number) => Number(number.toPrecision(5))).join(','));
    if ($('clip').value !== '') {
      parts.set('clip', $('clip').selectedOptions[0].text);
      parts.set('time', viewer.time.toFixed(3));
    }
    history.replaceState(null, '', `#${parts}`);
  }, 300);
}
viewer.on_camera = remember;

function recall(parts) {
  const camera = (parts.get('camera') ?? '').split(',').map(Number);
  if (camera.length === 6 && camera.every(Number.isFinite)) viewer.camera = camera;
  const clip = [...$('clip').options].find(({ text }) => text === parts.get('clip'));
  if (clip) {
    $('clip').value = clip.value;
    choose_clip();
    viewer.time = Number(parts.get('time')) || 0;
    show_time();
  }
}

// ---- controls --------------------------------------------------------------------------------------------------------

function select(name) {
  if (!viewer.select(name)) say(`${name} is not in the picture.`);
}
// The place of a finding: an offset, or a line and a column of a text.
async function show_place({ offset, line, column }) {
  choose_tab($('tab-bytes'));
  bytes.show(offset ?? await bytes.offset_of(line, column));
}

const tabs = [...document.querySelectorAll('[role=tab]')];
function choose_tab(chosen) {
  for (const tab of tabs) {
    const is_chosen = tab === chosen;
    tab.setAttribute('aria-selected', is_chosen);
    tab.tabIndex = is_chosen ? 0 : -1;
    $(tab.getAttribute('aria-controls')).hidden = !is_chosen;
  }
}
for (const tab of tabs) {
  tab.addEventListener('click', () => choose_tab(tab));
  tab.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    choose_tab(next);
    next.focus();
  });
}

for (const name of ['wireframe', 'grid', 'skeleton', 'boxes', 'points', 'turntable']) {
  $(name).addEventListener('change', () => viewer.set(name, $(name).checked));
}
$('surface').addEventListener('change', () => viewer.set('surface', $('surface').value));
$('selection').addEventListener('change', () => viewer.mark_selection($('selection').value));
$('frame').addEventListener('click', () => viewer.frame());
$('play').addEventListener('click', () => play(!viewer.playing));
$('clip').addEventListener('change', choose_clip);
$('speed').addEventListener('change', () => { viewer.speed = Number($('speed').value); });
$('time').addEventListener('input', () => {
  const seconds = Number($('time').value);
  play(false);
  viewer.time = seconds;
  show_time();
});
$('download').addEventListener('click', download);
for (const control of ['lod', 'all-parts', 'collision']) {
  $(control).addEventListener('change', () => convert().catch(fail));
}
$('model').addEventListener('change', () => {
  model = $('model').value;
  ++opening;
  show_model().catch(fail);
});

// A click, not a turn, selects what is under it.
let pressed;
$('canvas').addEventListener('pointerdown', ({ clientX, clientY }) => { pressed = [clientX, clientY]; });
$('canvas').addEventListener('pointerup', ({ clientX, clientY }) => {
  const most_pixels = 4;
  if (!pressed || Math.hypot(clientX - pressed[0], clientY - pressed[1]) > most_pixels) return;
  const name = viewer.pick(clientX, clientY);
  if (name !== undefined) show_in_tree($('tree'), name);
});

$('canvas').addEventListener('keydown', (event) => {
  const turn = 0.1;
  const does = {
    ArrowLeft: () => viewer.turn(-turn, 0), ArrowRight: () => viewer.turn(turn, 0),
    ArrowUp: () => viewer.turn(0, -turn), ArrowDown: () => viewer.turn(0, turn),
    '+': () => viewer.turn(0, 0, 0.9), '=': () => viewer.turn(0, 0, 0.9), '-': () => viewer.turn(0, 0, 1 / 0.9),
    ' ': () => play(!viewer.playing),
  }[event.key];
  if (does === undefined || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  does();
});

for (const [button, input] of [['open-files', 'files-input'], ['open-folder', 'folder-input']]) {
  $(button).addEventListener('click', () => $(input).click());
  $(input).addEventListener('change', () => {
    open(chosen_files($(input).files));
    $(input).value = ''; // the same file may be chosen again
  });
}
addEventListener('dragover', (event) => {
  event.preventDefault();
  $('stage').classList.add('over');
});
addEventListener('dragleave', () => $('stage').classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  $('stage').classList.remove('over');
  dropped_files(event.dataTransfer).then(open, fail);
});

// ---- samples ---------------------------------------------------------------------------------------------------------

async function open_sample(one) {
  try {
    files = await sample_files(one.files);
    ({ model, name: sample } = one);
    await reopen();
  } catch (why) {
    fail(why);
  }
}
const [samples, meanings] = await Promise.all(['samples', 'meanings'].map(async (name) => (await fetch(`${name}.json`)).json()));
for (const one of samples) {
  const button = Object.assign(document.createElement('button'), { textContent: one.name });
  button.addEventListener('click', () => open_sample(one));
  $('samples').append(button);
}
const address = new URLSearchParams(location.hash.slice(1));
const shared = samples.find(({ name }) => name === address.get('sample'));
if (shared) {
  await open_sample(shared);
  recall(address);
}
