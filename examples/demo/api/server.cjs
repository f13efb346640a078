// The API of the demo: counts visits and keeps notes, in the store that it finds by its name in the cluster.
// CommonJS: an import of node:http would load all of it, 6 MiB more for each container.
const { Agent, createServer, request: httpRequest } = require('node:http');
const { hostname } = require('node:os');

const { PORT = '8080', STORE_URL = 'http://store:7000', STORE_TOKEN = '', POD_NAME = hostname() } = process.env;
const LARGEST_BODY = 8 * 1024;
const LONGEST_NOTE = 200;
const MOST_NOTES = 50;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

function readBody(stream) {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (part) => {
      text += part;
      if (text.length > LARGEST_BODY * 8) stream.destroy(new Error('too large'));
    });
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
  });
}

function store(method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${STORE_TOKEN}`, 'content-type': 'application/json' };
    const sent = httpRequest(`${STORE_URL}${path}`, { method, headers, agent, timeout: 3000 }, (response) => {
      readBody(response).then((text) => {
        if (response.statusCode === 200) resolve(JSON.parse(text).value);
        else reject(new Error(`store: status ${response.statusCode}`));
      }, reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('store: no response within 3 s')));
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Changes of the notes are made one after the other. */
let lastChange = Promise.resolve();
function changeNotes(change) {
  const result = lastChange.then(async () =>
    store('PUT', '/values/notes', change((await store('GET', '/values/notes')) ?? [])),
  );
  lastChange = result.catch(() => undefined);
  return result;
}

async function state() {
  const [visits, notes] = await Promise.all([store('GET', '/values/visits'), store('GET', '/values/notes')]);
  return { visits: visits ?? 0, notes: notes ?? [], pod: POD_NAME };
}

async function handle(request) {
  const route = `${request.method} ${request.url}`;
  if (route === 'GET /healthz') return [200, { status: 'ok' }];
  if (route === 'GET /readyz') return [200, { visits: (await store('GET', '/values/visits')) ?? 0 }];
  if (route === 'GET /api/state') return [200, await state()];
  if (route === 'POST /api/visits') {
    await store('POST', '/values/visits/increment');
    return [200, await state()];
  }
  if (route === 'POST /api/notes') {
    const { text } = JSON.parse(await readBody(request));
    if (typeof text !== 'string' || text.trim() === '') return [400, { error: 'text is empty' }];
    const note = { id: Date.now().toString(36), text: text.trim().slice(0, LONGEST_NOTE) };
    await changeNotes((notes) => [note, ...notes].slice(0, MOST_NOTES));
    return [201, note];
  }
  const [, id] = /^DELETE \/api\/notes\/(\w+)$/.exec(route) ?? [];
  if (id === undefined) return [404, { error: 'not found' }];
  await changeNotes((notes) => notes.filter((note) => note.id !== id));
  return [200, await state()];
}

const server = createServer(async (request, response) => {
  const [status, body] = await handle(request).catch((error) => [
    error instanceof SyntaxError ? 400 : 503,
    { error: error.message },
  ]);
  if (status >= 500) console.error(`api: ${request.method} ${request.url}: ${body.error}`);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
});

server.listen(Number(PORT), () =>
  console.log(`api: listening on port ${server.address().port}, store at ${STORE_URL}`),
);
process.on('SIGTERM', () => {
  console.log('api: stopping');
  server.close(() => process.exit());
  server.closeIdleConnections();
});
