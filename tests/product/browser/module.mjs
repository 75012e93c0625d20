// node module.mjs PROJECT: compares the answers of the npm package with those of the tool.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { EffigyError, info, lint, load, open, toGlb } from 'effigy';

const project = argv[2];
const tool = `${project}/build/dev/tool/effigy`;
const samples = `${project}/examples/models`;
const corpus = argv[3]; // "" if it is missing
const most_compressed = 620_000, most_of_corpus = 12; // files of a folder

let passed = 0, failed = 0;
async function test(name, run) {
  try {
    await run();
    ++passed;
  } catch (why) {
    ++failed;
    console.log(`${name}: ${why.stack}`);
  }
}

function files_below(folder, path = '') {
  return readdirSync(`${folder}/${path}`).sort().flatMap((name) => {
    const below = path + name;
    return statSync(`${folder}/${below}`).isDirectory() ? files_below(folder, `${below}/`) : [below];
  });
}
const read = (folder, paths) => paths.map((path) => ({ path, bytes: readFileSync(`${folder}/${path}`) }));

// The tool's objects of JSON for these files, by path.
function ask_tool(folder, parameters, paths) {
  let out;
  try {
    out = execFileSync(tool, [...parameters, '--', ...paths], { cwd: folder, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (why) {
    out = why.stdout; // status 1: some files are broken
  }
  return new Map(String(out).trim().split('\n').map((line) => JSON.parse(line)).map((one) => [one.file, one]));
}

const is_read = (path) => /\.(model|animation|mdl|m2|skin|skel|bone|p3d|rtm)$/i.test(path);
const is_model = (kind) => ['grimrock_model', 'shinobi_model', 'nwn_model', 'm2_model', 'p3d_model'].includes(kind);

// Whether the folder has a file that is not in the set.
function is_left_out(folder, paths, name) {
  const is_name = (other) => other.toLowerCase() === name?.toLowerCase();
  return readdirSync(folder).some(is_name) && !paths.some(is_name);
}

async function compare_folder(folder, paths) {
  const asked = paths.filter(is_read);
  if (asked.length === 0) return;
  const infos = ask_tool(folder, ['info', '--json'], asked);
  const findings = ask_tool(folder, ['check', '--lint', '--json'], asked);
  const set = await open(read(folder, paths));
  for (const path of asked) {
    await test(`${folder}/${path}: info`, () => assert.deepEqual(set.info(path), infos.get(path)));
    await test(`${folder}/${path}: lint`, () => {
      const found = set.lint(path);
      if (is_left_out(folder, paths, found.missing_supermodel)) found.missing_supermodel = null;
      assert.deepEqual(found, findings.get(path));
    });
    const expected = infos.get(path);
    if (expected.status === 'ok' && is_model(expected.kind)) {
      await test(`${folder}/${path}: toGlb`, () => {
        const { glb, report } = set.toGlb(path, { clips: false });
        assert.equal(Buffer.from(glb.buffer, 0, 4).toString(), 'glTF');
        assert.equal(report.status, 'ok');
      });
      await test(`${folder}/${path}: regions`, () => {
        let reached = 0;
        for (let begin = 0; begin < expected.bytes;) {
          const { regions, next } = set.regions(path, begin, Math.min(begin + 0x10000, expected.bytes));
          assert(next > begin);
          for (const { offset, length } of regions) {
            assert(offset <= reached); // every byte is in a region
            reached = Math.max(reached, offset + length);
          }
          begin = next;
        }
        assert.equal(reached, expected.bytes);
      });
    } else if (expected.status !== 'ok') {
      await test(`${folder}/${path}: toGlb`, () => assert.throws(() => set.toGlb(path), EffigyError));
    }
  }
  set.close();
  await test(`${folder}: closed`, () => assert.throws(() => set.info(0), /closed/));
}

// Some files of each folder, with the companions beside them.
function some_of_corpus() {
  const folders = new Map();
  for (const path of files_below(corpus)) {
    const slash = path.lastIndexOf('/') + 1;
    folders.set(path.slice(0, slash), [...(folders.get(path.slice(0, slash)) ?? []), path.slice(slash)]);
  }
  return [...folders].map(([folder, names]) => {
    const step = Math.ceil(names.filter((name) => /\.(model|mdl|m2|p3d|rtm|animation)$/i.test(name)).length / most_of_corpus);
    let number = 0;
    const chosen = names.filter((name) => /\.(model|mdl|m2|p3d|rtm|animation)$/i.test(name) && number++ % step === 0);
    const stems = chosen.filter((name) => /\.m2$/i.test(name)).map((name) => name.slice(0, -3).toLowerCase());
    const companions = names.filter((name) => /\.(skin|anim|skel)$/i.test(name) && stems.some((stem) => name.toLowerCase().startsWith(stem)));
    return [`${corpus}/${folder}`.slice(0, -1), [...chosen, ...companions]];
  });
}

async function compare_broken(path) {
  const whole = readFileSync(`${samples}/${path}`);
  for (let i = 0; i < 40; ++i) {
    const bytes = Uint8Array.from(i % 2 ? whole.subarray(0, (whole.length * i) / 40) : whole);
    for (let k = 0; i % 2 === 0 && k < 8; ++k) bytes[(i * 7919 + k * 104729) % Math.min(bytes.length, 4096)] = 0xff - k;
    await test(`${path}, broken ${i}`, async () => {
      const set = await open([{ path, bytes }]);
      const { status } = set.info(0);
      assert(['ok', 'error', 'skipped'].includes(status));
      assert.equal(set.lint(0).status, status);
      assert.equal(set.regions(0).status, status);
      if (status === 'ok') {
        try {
          set.toGlb(0);
        } catch (why) {
          assert(why instanceof EffigyError);
        }
      } else {
        assert.throws(() => set.toGlb(0), EffigyError);
      }
    });
  }
}

const began = performance.now();
await test('the size of the module', () => {
  const size = gzipSync(readFileSync(new URL(import.meta.resolve('effigy/effigy.wasm')))).length;
  console.log(`effigy.wasm: ${size} bytes compressed`);
  assert(size <= most_compressed);
});
await test('the exports', async () => {
  const header = readFileSync(`${project}/apps/web/c_api/effigy.h`, 'utf8');
  const declared = [...header.matchAll(/EFFIGY_EXPORT\((effigy_\w+)\)/g)].map(([, name]) => name);
  const exported = WebAssembly.Module.exports(await load()).map(({ name }) => name);
  assert.deepEqual(exported.sort(), ['_initialize', 'memory', ...declared].sort());
});
await test('one file', async () => {
  const bytes = readFileSync(`${samples}/effigy_p3d.p3d`);
  assert.equal((await info(bytes)).kind, 'p3d_model');
  assert.equal((await lint(bytes)).status, 'ok');
  const { glb, report } = await toGlb(bytes, 'a.p3d', { lod: 1 });
  assert.deepEqual(glb.subarray(0, 4), new Uint8Array(Buffer.from('glTF')));
  assert.deepEqual([report.file, report.status], ['a.p3d', 'ok']);
  const of = async (content) => (await info(content)).bytes;
  assert.equal(await of(new Blob([bytes])), bytes.length);
  assert.equal(await of(new Uint8Array(bytes).buffer), bytes.length);
  assert.equal(await of(new Uint8Array(new SharedArrayBuffer(4))), 4);
  for (const wrong of ['a.p3d', undefined, null, 7, [1, 2], { bytes }, Promise.resolve(bytes)]) {
    await assert.rejects(info(wrong), { name: 'TypeError', message: /^expected the bytes of a file/ });
  }
  await assert.rejects(info('models/a.p3d'), /found the text "models\/a.p3d"; read the file first/);
  assert.equal((await info(new Uint8Array())).status, 'skipped');
});
await test('textures, clips and what is missing', async () => {
  const paths = files_below(samples);
  const all = await open(read(samples, paths));
  const { report } = all.toGlb('effigy_grimrock.model');
  assert.deepEqual(report.clips, ['effigy_grimrock1.animation', 'effigy_grimrock2.animation']);
  assert.deepEqual(report.textures, { found: 8, missing: 0, of_game: 0, broken: 0 });
  assert.deepEqual(report.missing, []);
  assert.equal(all.toGlb('effigy_grimrock.model', { clips: ['effigy_grimrock2.animation'] }).report.clips.length, 1);
  assert.equal(all.toGlb('effigy_grimrock.model', { clips: false }).report.clips.length, 0);
  assert(all.toGlb('effigy_grimrock.model', { textures: false }).glb.length < all.toGlb('effigy_grimrock.model').glb.length);
  assert.throws(() => all.toGlb('effigy_grimrock.model', { lod: 'none' }), EffigyError);
  assert.throws(() => all.toGlb('effigy_grimrock.model', { lod: 'none' }), /lod none/);
  assert.throws(() => all.toGlb('effigy_grimrock.model', { colour: 'red' }), { name: 'TypeError', message: /^colour is no option of toGlb; expected lod,/ });
  assert.throws(() => all.info('no such file'), RangeError);

  const alone = await open(read(samples, ['effigy_m2_wrath.m2']));
  const missing = alone.toGlb(0).report.missing.map(({ name }) => name);
  assert.deepEqual(missing, ['effigy_m2_wrath00.skin', 'effigy_m2_wrath01.skin', 'effigy_m2_wrath0067-00.anim']);
  const untextured = await open(read(samples, ['effigy_m2_256.m2']));
  assert(untextured.toGlb(0).report.missing.some(({ kind, name }) => kind === 'texture' && name === 'Effigy\\Stone.blp'));
});
await test('the types name all keys, and CommonJS can load the package', async () => {
  const types = readFileSync(`${project}/apps/web/npm/effigy.d.ts`, 'utf8');
  const known = new Set([...types.matchAll(/(\w+)\??:/g)].map(([, name]) => name));
  const set = await open(read(samples, files_below(samples)));
  const missing = new Set();
  JSON.stringify(set.files.map(({ path }) => set.info(path)), (key, value) => {
    if (/^[a-z]/.test(key) && !known.has(key)) missing.add(key);
    return value;
  });
  assert.deepEqual([...missing], []);
  const options = types.slice(types.indexOf('interface GlbOptions'), types.indexOf('interface Missing'));
  for (const [, name] of options.matchAll(/^    (\w+)\?:/gm)) set.toGlb('effigy_p3d.p3d', { [name]: undefined });
  assert.equal(execFileSync('node', ['-e', 'import("effigy").then(({ open }) => console.log(typeof open))'],
    { cwd: import.meta.dirname ?? fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8' }), 'function\n');
});
await test('files in one folder', async () => {
  const flat = (model) => files_below(samples).filter((path) => path.startsWith(model) || !/\.(model|mdl|m2|p3d|skin|anim)$/.test(path))
    .map((path) => ({ path: path.slice(path.lastIndexOf('/') + 1), bytes: readFileSync(`${samples}/${path}`) }));
  for (const model of ['effigy_grimrock.model', 'effigy_nwn_ee.mdl', 'effigy_m2_256.m2', 'effigy_p3d.p3d']) {
    const set = await open(flat(model));
    const { missing, textures } = set.toGlb(model).report;
    assert.deepEqual(missing, [], model);
    assert(textures.found > 0, model);
    set.close();
  }
});
await compare_folder(samples, files_below(samples));
for (const path of readdirSync(samples).filter((name) => /\.(model|mdl|m2|p3d)$/.test(name))) await compare_broken(path);
if (corpus) {
  for (const [folder, names] of some_of_corpus()) await compare_folder(folder, names);
}
console.log(`${((performance.now() - began) / 1000).toFixed(1)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
