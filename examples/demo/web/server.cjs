// The page of the demo. Everything on it comes from the API; it needs neither scripts nor anything from elsewhere.
// CommonJS: an import of node:http would load all of it, 6 MiB more for each container.
const { readFileSync } = require('node:fs');
const { Agent, createServer, request: httpRequest } = require('node:http');
const { hostname } = require('node:os');
const { join } = require('node:path');

const { API_URL = 'http://api:8080', PORT = '80', POD_NAME = hostname() } = process.env;
const LARGEST_BODY = 8 * 1024;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const page = readFileSync(join(__dirname, 'page.html'), 'utf8');
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
};

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

function api(method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = httpRequest(`${API_URL}${path}`, { method, headers, agent, timeout: 5000 }, (response) => {
      readBody(response)
        .then((text) => {
          const parsed = JSON.parse(text);
          if (response.statusCode < 300) resolve(parsed);
          else reject(new Error(`api: ${parsed.error ?? response.statusCode}`));
        })
        .catch(reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('api: no response within 5 s')));
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (character) => ESCAPES[character]);

function render({ visits, notes, pod }) {
  const items = notes.map(
    ({ id, text }) =>
      `<li><span>${escapeHtml(text)}</span><form method="post" action="/notes/${escapeHtml(id)}/delete"><button type="submit" class="quiet" title="Delete">×</button></form></li>`,
  );
  const filled = {
    visits,
    notes: items.length === 0 ? '<li class="empty">No notes yet. Write the first one.</li>' : items.join('\n'),
    web: POD_NAME,
    api: pod,
  };
  return page.replace(/\{\{(\w+)\}\}/g, (_, name) =>
    name === 'notes' ? filled.notes : escapeHtml(filled[name] ?? ''),
  );
}

async function handle(request) {
  const { method, url } = request;
  if (url === '/healthz') return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok\n' };
  if (method === 'GET' && url === '/')
    return { status: 200, headers: HEADERS, body: render(await api('POST', '/api/visits')) };
  if (method === 'GET' && url === '/state') {
    const state = { ...(await api('GET', '/api/state')), web: POD_NAME };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(state) };
  }
  if (method === 'POST' && url === '/notes') {
    const text = new URLSearchParams(await readBody(request)).get('text') ?? '';
    if (text.trim() !== '') await api('POST', '/api/notes', { text });
    return { status: 303, headers: { location: '/' } };
  }
  const [, id] = /^\/notes\/(\w+)\/delete$/.exec(url ?? '') ?? [];
  if (method === 'POST' && id !== undefined) {
    await api('DELETE', `/api/notes/${id}`);
    return { status: 303, headers: { location: '/' } };
  }
  return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found\n' };
}

const server = createServer(async (request, response) => {
  const { status, headers, body } = await handle(request).catch((error) => {
    console.error(`web: ${request.method} ${request.url}: ${error.message}`);
    return { status: 503, headers: { 'content-type': 'text/plain' }, body: `${error.message}\n` };
  });
  response.writeHead(status, headers);
  response.end(body);
});

server.listen(Number(PORT), () => console.log(`web: listening on port ${server.address().port}, api at ${API_URL}`));
process.on('SIGTERM', () => {
  console.log('web: stopping');
  server.close(() => process.exit());
  server.closeIdleConnections();
});
