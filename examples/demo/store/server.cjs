// The store of the demo: values by key over HTTP, kept in one file on a volume. A change is on the disk before it is confirmed.
// CommonJS: an import of node:http would load all of it, 6 MiB more for each container.
const { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } = require('node:fs');
const { createServer } = require('node:http');
const { join } = require('node:path');

const { DATA_DIR = '/data', PORT = '7000', STORE_TOKEN = '' } = process.env;
const LARGEST_BODY = 64 * 1024;
const file = join(DATA_DIR, 'values.json');

mkdirSync(DATA_DIR, { recursive: true });
const values = readValues();

function readValues() {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    if (error.code === 'ENOENT') return new Map();
    throw error;
  }
}

/** The file is complete at any time: it is written beside, and renamed when it is on the disk. */
function writeValues() {
  const handle = openSync(`${file}.new`, 'w');
  writeSync(handle, JSON.stringify(Object.fromEntries(values)));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}.new`, file);
  const directory = openSync(DATA_DIR, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

const server = createServer((request, response) => {
  const reply = (status, body) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (request.url === '/healthz') return reply(200, { status: 'ok' });
  if (request.headers.authorization !== `Bearer ${STORE_TOKEN}`) return reply(401, { error: 'wrong token' });
  const [, key, action] = /^\/values\/([\w-]{1,100})(?:\/(increment))?$/.exec(request.url ?? '') ?? [];
  if (key === undefined) return reply(404, { error: 'not found' });
  if (request.method === 'GET') return reply(200, { value: values.get(key) ?? null });
  if (request.method === 'POST' && action === 'increment') {
    values.set(key, (Number(values.get(key)) || 0) + 1);
    writeValues();
    return reply(200, { value: values.get(key) });
  }
  if (request.method !== 'PUT') return reply(405, { error: 'method not allowed' });
  const parts = [];
  let size = 0;
  request.on('data', (part) => {
    size += part.length;
    if (size <= LARGEST_BODY) parts.push(part);
  });
  request.on('end', () => {
    if (size > LARGEST_BODY) return reply(413, { error: 'too large' });
    try {
      values.set(key, JSON.parse(Buffer.concat(parts).toString('utf8')));
    } catch {
      return reply(400, { error: 'not JSON' });
    }
    writeValues();
    return reply(200, { value: values.get(key) });
  });
});

server.listen(Number(PORT), () =>
  console.log(`store: listening on port ${server.address().port}, ${values.size} values in ${file}`),
);
process.on('SIGTERM', () => {
  console.log('store: stopping');
  server.close(() => process.exit());
  server.closeIdleConnections();
});
