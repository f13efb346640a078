#!/usr/local/bin/node
// Stand-in for nginx: serves files, with `listen`, `root` and `location = PATH { return … }` of its configuration.
const { appendFileSync, existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { createServer } = require('node:http');
const { extname, join, normalize } = require('node:path');

// Other than empty only in tests, outside of a container.
const { STAND_IN_ROOT = '', SERVER_NAME = 'stand-in for nginx' } = process.env;
const CONFIG = `${STAND_IN_ROOT}/etc/nginx/conf.d`;
const LOG = `${STAND_IN_ROOT}/var/log/nginx/access.log`;
const TYPES = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const PAGE =
  '<!doctype html>\n<title>Welcome to nginx!</title>\n<h1>Welcome to nginx!</h1>\n<p>A stand-in of KubeMin answers here.</p>\n';

const text = existsSync(CONFIG)
  ? readdirSync(CONFIG)
      .filter((name) => name.endsWith('.conf'))
      .map((name) => readFileSync(join(CONFIG, name), 'utf8'))
      .join('\n')
  : '';
const ports = [...text.matchAll(/^\s*listen\s+(?:[\w.]+:)?(\d+)/gm)].map(([, port]) => Number(port));
const root = /^\s*root\s+([^;\s]+)/m.exec(text)?.[1] ?? '/usr/share/nginx/html';
const returns = new Map(
  [...text.matchAll(/location\s*=\s*(\S+)\s*\{\s*return\s+(\d{3})(?:\s+"((?:[^"\\]|\\.)*)")?/g)].map(
    ([, path, status, body = '']) => [path, { status: Number(status), body: body.replace(/\\n/g, '\n') }],
  ),
);

function find(path) {
  const fixed = returns.get(path);
  if (fixed !== undefined) return { ...fixed, type: 'text/plain' };
  const file = join(STAND_IN_ROOT, root, normalize(`/${path}`));
  const page = existsSync(file) && statSync(file).isDirectory() ? join(file, 'index.html') : file;
  if (existsSync(page))
    return { status: 200, body: readFileSync(page), type: TYPES[extname(page)] ?? 'application/octet-stream' };
  if (path === '/') return { status: 200, body: PAGE, type: 'text/html' };
  return { status: 404, body: '<h1>404 Not Found</h1>\n', type: 'text/html' };
}

function log(line) {
  console.log(line);
  if (existsSync(LOG))
    appendFileSync(
      LOG,
      `${line}
`,
    );
}

const server = (request, response) => {
  const { status, body, type } = find(decodeURIComponent((request.url ?? '/').split('?')[0]));
  response.writeHead(status, { 'content-type': type, server: 'nginx (stand-in)' });
  response.end(request.method === 'HEAD' ? undefined : body);
  log(
    `${request.socket.remoteAddress} - - [${new Date().toISOString()}] "${request.method} ${request.url} HTTP/1.1" ${status}`,
  );
};
for (const port of ports.length === 0 ? [80] : ports) {
  createServer(server).listen(port, () => console.log(`${SERVER_NAME}: listening on port ${port}, files of ${root}`));
}
for (const signal of ['SIGTERM', 'SIGQUIT', 'SIGINT']) process.on(signal, () => process.exit());
