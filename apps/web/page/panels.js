// The panels beside the picture: what the file contains, what is unusual in it, what its bytes are.

const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

// ---- the tree --------------------------------------------------------------------------------------------------------

const most_children = 500; // shown at once

const is_leaf = (value) =>
  value === null || typeof value !== 'object' ||
  (Array.isArray(value) && value.length <= 16 && value.every((one) => one === null || typeof one !== 'object'));
const text_of = (value) =>
  Array.isArray(value) ? value.map((one) => text_of(one)).join(', ') || 'none'
  : typeof value === 'number' && !Number.isInteger(value) ? String(Number(value.toPrecision(7)))
  : value === null ? 'none' : String(value);

function summary_of(value) {
  const name = value.name ?? value.material ?? value.file ?? value.kind ?? value.path;
  if (name !== undefined && name !== null) return String(name);
  if (Array.isArray(value)) return String(value.length);
  return '';
}

function branch(key, value, select) {
  if (is_leaf(value)) return element('div', {}, element('b', {}, key), ' ', element('i', {}, text_of(value)));
  const out = element('details', {}, element('summary', {}, element('b', {}, key), ' ', element('i', {}, summary_of(value))));
  out.grow = () => grow(out, value, 0, select);
  out.addEventListener('toggle', () => { if (out.open && out.children.length === 1) out.grow(); });
  return out;
}
// Children are made when they are opened, since a model may have a hundred thousand values.
function grow(to, value, first, select) {
  if (first === 0 && typeof value.name === 'string' && value.name !== '') {
    const show = element('button', { className: 'link', textContent: 'show in the picture' });
    show.addEventListener('click', () => select(value.name));
    to.append(element('div', {}, show));
  }
  const entries = Object.entries(value);
  to.append(...entries.slice(first, first + most_children).map(([key, child]) => branch(key, child, select)));
  if (first + most_children < entries.length) {
    const more = element('button', { className: 'link', textContent: `${entries.length - first - most_children} more` });
    more.addEventListener('click', () => { more.remove(); grow(to, value, first + most_children, select); });
    to.append(more);
  }
}

export function show_tree(panel, info, select) {
  const hidden = ['schema', 'error'];
  panel.replaceChildren(
    ...Object.entries(info).filter(([key]) => !hidden.includes(key)).map(([key, value]) => branch(key, value, select)));
  panel.querySelector('details')?.setAttribute('open', ''); // totals
}

// Opens the part with this name: nodes, bones and so on are in lists at the top.
export function show_in_tree(panel, name) {
  for (const list of panel.querySelectorAll(':scope > details')) {
    const was_open = list.open;
    if (list.children.length === 1) list.grow();
    const found = [...list.querySelectorAll(':scope > details')].find((one) => one.querySelector('i').textContent === name);
    if (found) {
      list.open = found.open = true;
      if (found.children.length === 1) found.grow();
      return found.scrollIntoView({ block: 'nearest' });
    }
    list.open = was_open;
  }
}

// ---- findings --------------------------------------------------------------------------------------------------------

export function show_findings(panel, lint, { select, show_place }) {
  if (lint.status !== 'ok') {
    panel.replaceChildren(element('p', { className: 'bad' }, lint.error.message));
    return;
  }
  const found = lint.findings;
  const list = element('ul', {}, ...found.slice(0, 1000).map((one) => {
    const where = one.offset === null ? `line ${one.line}, column ${one.column}` : `byte ${one.offset}`;
    const place = element('button', { className: 'link', textContent: `${one.path}, ${where}` });
    place.addEventListener('click', () => show_place(one));
    const name = one.name === null ? [] : [' ', element('button', { className: 'link', textContent: one.name })];
    name[1]?.addEventListener('click', () => select(one.name));
    return element('li', {}, element('b', {}, `${one.level}: ${one.code}`), `: ${one.message}`, ...name, element('br'), place);
  }));
  const count = found.length === 1 ? '1 finding' : `${found.length} findings`;
  panel.replaceChildren(
    element('p', {}, found.length === 0 ? 'The file is valid, and nothing in it is unusual.' : `The file is valid; ${count}.`), list);
}

// ---- bytes -----------------------------------------------------------------------------------------------------------

const line_height = 20, page = 0x4000;
const wide = 600; // pixels that 16 bytes a row need; otherwise 8
const most_height = 8_000_000; // browsers limit the height of an element
const roles = ['value', 'reference', 'constant', 'padding', 'garbage', 'gap'];
const hex = (number, digits) => number.toString(16).padStart(digits, '0');

// "mdl1.nodes[6].mesh.vertexArrays[3].dim" -> "components per vertex, 0 to 4"; empty if the page of the format has no
// such field, or several that mean different things. `fields`: of the format, see meanings.mjs.
function meaning_of(fields, path) {
  const parts = path.replace(/\[\d+\]/g, '').split('.').map((part) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  const all = Object.entries(fields[parts.at(-1)] ?? {});
  const owner = parts.length > 2 ? parts.at(-2).replace(/s$/, '') : 'header';
  const own = all.filter(([record]) => record.includes(owner));
  const meanings = new Set((own.length === 0 ? all : own).map(([, meaning]) => meaning));
  return meanings.size === 1 ? [...meanings][0] : '';
}

// A file of any size: only the visible rows exist, and bytes and regions are read by pages.
export class Bytes {
  #file; #regions_of; #fields; #hex; #what; #pages = new Map(); #width = 0; #rows; #view = 0; #scrolled = 0; #spacer = element('div'); #at = 0; #drawing = 0;

  constructor(panel, { file, regions_of, fields }) {
    this.#file = file;
    this.#fields = fields;
    this.#regions_of = regions_of;
    this.#hex = element('div', { className: 'hex', tabIndex: 0, role: 'group' });
    this.#hex.setAttribute('aria-label', 'Bytes. Arrow keys move from byte to byte.');
    this.#hex.append(this.#spacer);
    this.#what = element('p', { className: 'what' });
    this.#what.setAttribute('role', 'status');
    const key = element('div', { className: 'key' }, ...roles.map((role) => element('span', { className: role }, role)));
    panel.replaceChildren(key, this.#hex, this.#what);
    this.#hex.addEventListener('scroll', () => {
      if (Math.abs(this.#hex.scrollTop - this.#scrolled) < 1) return; // by show(), which is more exact
      this.#view = this.#hex.scrollTop * this.#scale();
      this.#draw();
    });
    this.#hex.addEventListener('pointermove', ({ target }) => this.#choose(target.dataset?.at));
    this.#hex.addEventListener('click', ({ target }) => this.#choose(target.dataset?.at));
    this.#hex.addEventListener('keydown', (event) => this.#move(event));
    new ResizeObserver(() => this.#resize()).observe(this.#hex);
    this.#resize();
  }
  #resize() {
    const width = this.#hex.clientWidth < wide ? 8 : 16;
    if (width !== this.#width) {
      this.#width = width;
      this.#rows = Math.ceil(this.#file.size / width);
      this.#spacer.style.height = `${Math.min(this.#rows * line_height, most_height)}px`;
    }
    this.show(this.#at);
  }
  async offset_of(line, column) {
    const bytes = new Uint8Array(await this.#file.arrayBuffer());
    let begin = 0;
    for (let left = line; left > 1; --left) begin = bytes.indexOf(10, begin) + 1;
    return begin + column - 1;
  }
  show(offset) {
    this.#at = Math.min(Math.max(offset, 0), Math.max(this.#file.size - 1, 0));
    const { clientHeight } = this.#hex;
    const top = Math.floor(this.#at / this.#width) * line_height;
    if (top < this.#view || top > this.#view + clientHeight - line_height) {
      this.#view = Math.max(0, Math.min(top - clientHeight / 3, this.#rows * line_height - clientHeight));
      this.#hex.scrollTop = this.#view / this.#scale();
      this.#scrolled = this.#hex.scrollTop;
    }
    return this.#draw();
  }
  // Pixels of the file that one pixel of the scroll bar stands for.
  #scale() {
    const { clientHeight, scrollHeight } = this.#hex;
    return scrollHeight > clientHeight ? (this.#rows * line_height - clientHeight) / (scrollHeight - clientHeight) : 1;
  }
  #choose(at) {
    if (at === undefined) return;
    this.#at = Number(at);
    this.#mark();
  }
  #move(event) {
    const width = this.#width;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width, PageDown: 16 * width, PageUp: -16 * width, Home: -this.#at, End: this.#file.size }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.show(this.#at + step);
  }
  async #page(number) {
    if (!this.#pages.has(number)) {
      if (this.#pages.size > 64) this.#pages.clear();
      const begin = number * page, end = Math.min(begin + page, this.#file.size);
      this.#pages.set(number, Promise.all([
        this.#file.slice(begin, end).arrayBuffer().then((bytes) => new Uint8Array(bytes)),
        this.#regions_of(begin, end).catch(() => []),
      ]));
    }
    return this.#pages.get(number);
  }
  async #region_of(at) {
    const [, regions] = await this.#page(Math.floor(at / page));
    return regions.find(({ offset, length }) => at >= offset && at < offset + length);
  }
  async #draw() {
    const drawing = ++this.#drawing, width = this.#width;
    const first = Math.floor(this.#view / line_height);
    if (this.#hex.clientHeight === 0) return; // hidden
    const count = Math.ceil(this.#hex.clientHeight / line_height) + 1;
    const rows = [];
    for (let row = first; row < Math.min(first + count, this.#rows); ++row) {
      const [bytes, regions] = await this.#page(Math.floor((row * width) / page));
      if (drawing !== this.#drawing) return; // scrolled on
      const line = element('div', { className: 'row' }, `${hex(row * width, 8)} `);
      line.style.top = `${this.#hex.scrollTop + row * line_height - this.#view}px`;
      let text = ' ';
      for (let at = row * width; at < Math.min((row + 1) * width, this.#file.size); ++at) {
        const byte = bytes[at % page];
        const index = find(regions, at);
        const cell = element('span', { className: regions[index]?.role ?? '', textContent: hex(byte, 2) });
        cell.dataset.at = at;
        cell.dataset.region = regions[index]?.offset ?? '';
        line.append(cell);
        text += byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·';
      }
      line.append(text);
      rows.push(line);
    }
    this.#hex.replaceChildren(this.#hex.firstChild, ...rows);
    await this.#mark();
  }
  async #mark() {
    const region = await this.#region_of(this.#at);
    for (const cell of this.#hex.querySelectorAll('span')) {
      cell.classList.toggle('at', Number(cell.dataset.at) === this.#at);
      cell.classList.toggle('same', region !== undefined && cell.dataset.region === String(region.offset));
    }
    const meaning = region ? meaning_of(this.#fields, region.path) : '';
    this.#what.textContent = region
      ? `0x${hex(this.#at, 6)}: ${region.path || '(gap)'}, ${region.type || region.role}${region.count === 1 ? '' : `[${region.count}]`}, ` +
        `${region.role}, ${region.length} ${region.length === 1 ? 'byte' : 'bytes'} from 0x${hex(region.offset, 6)}${region.value ? `: ${region.value}` : ''}${meaning ? ` (${meaning})` : ''}`
      : '';
  }
}

// The last region that begins at or before the byte, and reaches it. Regions come in the order of the file.
function find(regions, at) {
  let low = 0, high = regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (regions[middle].offset <= at) low = middle + 1;
    else high = middle;
  }
  const before = low - 1;
  return before >= 0 && at < regions[before].offset + regions[before].length ? before : -1;
}
