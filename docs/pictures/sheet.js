// sheet.js THREE [OPTION...] FILE|FOLDER... -o OUT.png: serves the page and the models to Chromium, and saves the
// picture that the page draws.
'use strict';
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');

const help = `usage: render [OPTION...] FILE|FOLDER... -o OUT.png

Draws .glb and .gltf files into one picture, one cell per file, with the name and the size in metres below. Only the
front of a face is drawn unless its material is double-sided. Without --times, models are in their rest pose.

  -o OUT.png       the picture
  --times N        one row per clip, with N cells at evenly spaced times
  --clips N        the N longest clips of each file, one row per clip (default 1; with --times)
  --clip NAME      the clips whose names contain NAME; may be repeated
  --views N        N cells per row, seen from N sides
  --from DEG[,UP]  direction of the camera: degrees from +Z towards +X, and above the ground (default 35,15)
  --columns N      number of columns (default: such that the picture is about square)
  --size N         width and height of a cell in pixels (default 256)
  --backfaces      draws the back of faces in red
  --axes           draws the axes at the origin: X red, Y green, Z blue
  --bare           no text below the cells
  --most N         at most N files, evenly chosen from all that are given`;

const types = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };

function fail(why) {
  console.error(`render: ${why}`);
  process.exit(2);
}

function filesOf(argument) {
  const found = fs.statSync(argument, { throwIfNoEntry: false });
  if (found === undefined) fail(`no such file: ${argument}`);
  if (!found.isDirectory()) return [argument];
  return fs.readdirSync(argument, { recursive: true })
    .filter((name) => /\.(glb|gltf)$/i.test(name)).sort().map((name) => path.join(argument, name));
}

function spread(files, most) {
  return files.length <= most ? files
    : Array.from({ length: most }, (_, i) => files[Math.floor((i * files.length) / most)]);
}

function parseCommandLine() {
  const number = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  let given;
  try {
    given = parseArgs({
      allowPositionals: true,
      options: {
        output: { type: 'string', short: 'o' }, times: number, clips: number, clip: { type: 'string', multiple: true },
        views: number, from: { type: 'string', default: '35,15' }, columns: number, size: number, backfaces: flag,
        axes: flag, bare: flag, most: number, help: { type: 'boolean', short: 'h' },
      },
      args: process.argv.slice(3),
    });
  } catch (why) {
    fail(why.message);
  }
  const { values, positionals } = given;
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const count = (name, fallback) => {
    const number = Number(values[name] ?? fallback);
    return Number.isInteger(number) && number >= 0 ? number : fail(`--${name}: not a count: ${values[name]}`);
  };
  const [azimuth, elevation = 15] = values.from.split(',').map(Number);
  if (!values.output || positionals.length === 0) fail('FILE and -o OUT.png are required; see --help');
  if (!Number.isFinite(azimuth + elevation)) fail(`--from: not a number of degrees: ${values.from}`);
  return {
    output: values.output,
    files: spread(positionals.flatMap(filesOf), count('most', Number.MAX_SAFE_INTEGER)),
    page: {
      times: count('times', 0), clips: count('clips', 1), clip: values.clip ?? [], views: Math.max(1, count('views', 1)),
      azimuth, elevation, columns: count('columns', 0), size: Math.max(16, count('size', 256)),
      backfaces: values.backfaces, axes: values.axes, bare: values.bare,
    },
  };
}

// Returns the local file of an address: a file of the page, three/..., or file/NUMBER/NAME for a model and the files in
// its folder.
function locate(address, three, files) {
  const [, first, ...rest] = decodeURIComponent(address).split('/');
  if (rest.includes('..')) return undefined;
  if (first === 'three') return path.join(three, ...rest);
  if (first === 'file') return path.join(path.dirname(files[Number(rest[0])] ?? ''), ...rest.slice(1));
  return first === 'page.html' || first === 'page.js' ? path.join(__dirname, first) : undefined;
}

function serve(given, three, done) {
  const server = http.createServer((request, answer) => {
    const address = request.url.split('?')[0];
    if (request.method === 'POST') {
      const parts = [];
      request.on('data', (part) => parts.push(part)).on('end', () => {
        answer.end();
        done(address, Buffer.concat(parts));
      });
      return;
    }
    if (address === '/job.json') {
      const names = given.files.map((file) => path.basename(file));
      answer.setHeader('Content-Type', types['.json']);
      answer.end(JSON.stringify({ ...given.page, names }));
      return;
    }
    const file = locate(address, three, given.files);
    if (file === undefined || !fs.existsSync(file)) {
      answer.writeHead(404).end();
      return;
    }
    answer.setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream');
    fs.createReadStream(file).on('error', () => answer.destroy()).pipe(answer);
  });
  return server;
}

function main() {
  const given = parseCommandLine();
  if (given.files.length === 0) fail('no .glb or .gltf files');
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'render-'));
  let browser;
  const finish = (status) => {
    browser?.removeAllListeners('exit');
    const end = (tries) => {
      try {
        fs.rmSync(profile, { recursive: true, force: true });
      } catch (why) {
        if (tries > 0) { // a process of Chromium that is still running writes there
          setTimeout(end, 100, tries - 1);
          return;
        }
        console.error(`render: ${why.message}`);
      }
      process.exit(status);
    };
    if (browser === undefined || browser.exitCode !== null) {
      end(20);
      return;
    }
    browser.once('exit', () => end(20));
    browser.kill();
  };
  let failures = 0;
  const server = serve(given, process.argv[2], (what, content) => {
    if (what === '/failed') {
      failures += 1;
      console.error(content.toString());
    } else if (what === '/progress') {
      if (process.stderr.isTTY) process.stderr.write(`${content} of ${given.files.length} files\r`);
    } else if (what === '/broken') {
      console.error(`render: ${content}`);
      finish(1);
    } else if (what === '/picture') {
      fs.mkdirSync(path.dirname(given.output), { recursive: true });
      fs.writeFileSync(given.output, content);
      console.error(`${given.files.length} files, ${failures} could not be loaded: ${given.output}`);
      finish(failures === 0 ? 0 : 1);
    }
  });
  server.listen(0, '127.0.0.1', () => {
    browser = spawn(process.env.CHROMIUM ?? 'chromium', [
      '--headless=new', '--no-sandbox', '--no-first-run', '--disable-dev-shm-usage', '--disable-extensions',
      '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--remote-debugging-port=0',
      `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/page.html`,
    ], { stdio: 'ignore' });
    browser.once('error', (why) => {
      console.error(`render: ${why.message}`);
      browser = undefined;
      finish(1);
    });
    browser.once('exit', (status) => {
      console.error(`render: Chromium ended with ${status}`);
      finish(1);
    });
  });
}

main();
