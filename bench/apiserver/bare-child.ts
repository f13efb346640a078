// Started by the benchmark: the least a node:http2 server can do with the same bodies. It parses what comes, keeps it in
// a map and writes it back; no users, no checks, no disk.
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import { loadOrCreateCertificates } from '@kubemin/apiserver';
import { systemClock, systemRandom } from '@kubemin/base';
import { sendToParent, serveParentRequests } from '../support/child-side.ts';
import type { ServerSettings } from './settings.ts';

interface Stored {
  readonly metadata: { readonly name: string };
  readonly data: Readonly<Record<string, string>>;
}

const settings: ServerSettings = JSON.parse(process.argv[2] ?? '{}');
const objects = new Map<string, Stored>();
const watchers = new Set<ServerHttp2Stream>();

function respond(stream: ServerHttp2Stream, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  stream.respond({ ':status': status, 'content-type': 'application/json', 'content-length': body.byteLength });
  stream.end(body);
}

function notifyWatchers(object: Stored): void {
  if (watchers.size === 0) return;
  const line = Buffer.from(`${JSON.stringify({ type: 'ADDED', object })}\n`);
  for (const watcher of watchers) watcher.write(line);
}

function watch(stream: ServerHttp2Stream): void {
  watchers.add(stream);
  stream.on('close', () => watchers.delete(stream));
  stream.respond({ ':status': 200, 'content-type': 'application/json' });
}

const methods: Readonly<Record<string, (stream: ServerHttp2Stream, name: string, body: string) => void>> = {
  POST: (stream, _name, body) => {
    const object: Stored = JSON.parse(body);
    objects.set(object.metadata.name, object);
    notifyWatchers(object);
    respond(stream, 201, object);
  },
  PATCH: (stream, name, body) => {
    const patch: Stored = JSON.parse(body);
    const current = objects.get(name);
    const object = { ...patch, ...current, metadata: { name }, data: { ...current?.data, ...patch.data } };
    objects.set(name, object);
    respond(stream, 200, object);
  },
  DELETE: (stream, name) => {
    objects.delete(name);
    respond(stream, 200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details: { name } });
  },
  GET: (stream, name) => {
    if (name.includes('watch=')) watch(stream);
    else if (name === 'configmaps') respond(stream, 200, { kind: 'ConfigMapList', items: [...objects.values()] });
    else respond(stream, 200, objects.get(name) ?? { status: 'ok' });
  },
};

const { key, cert } = await loadOrCreateCertificates({
  directory: settings.certificates,
  hosts: [],
  clock: systemClock,
  random: systemRandom,
});
const server = createSecureServer({ key, cert });
server.on('session', (session) => session.on('error', () => session.destroy()));
server.on('stream', (stream, headers) => {
  const chunks: Buffer[] = [];
  const path = headers[':path'] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  stream.on('error', () => stream.destroy());
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => methods[headers[':method'] ?? 'GET']?.(stream, name, Buffer.concat(chunks).toString()));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  serveParentRequests();
  sendToParent({ kind: 'ready', port: typeof address === 'object' && address !== null ? address.port : 0 });
});
