// node serve.mjs FOLDER [PORT]: serves a folder to this machine, and prints the address.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { argv } from 'node:process';

const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json',
  '.wasm': 'application/wasm',
};

const folder = resolve(argv[2]);
const server = createServer(async ({ url }, response) => {
  const path = resolve(join(folder, decodeURIComponent(new URL(url, 'http://localhost').pathname)));
  const file = path === folder ? join(folder, 'index.html') : path;
  const is_file = (path === folder || path.startsWith(folder + sep)) && (await stat(file).catch(() => undefined))?.isFile();
  response.writeHead(is_file ? 200 : 404, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
  if (is_file) createReadStream(file).pipe(response);
  else response.end();
});
server.listen(Number(argv[3] ?? 8000), '127.0.0.1', () => console.log(`http://localhost:${server.address().port}/`));
