// Started by the benchmark: the least fastify can do with the same bytes. It reads requests and sends prepared
// responses; no users, no checks, no database.
import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { sendToParent, serveParentRequests } from '../support/child-side.ts';
import type { BareSettings } from './settings.ts';

const settings: BareSettings = JSON.parse(process.argv[2] ?? '{}');
const responses: Readonly<Record<string, string>> = JSON.parse(readFileSync(settings.responses, 'utf8'));
const app = fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
for (const [at, text] of Object.entries(responses)) {
  const [method = 'GET', url = '/'] = at.split(/[ ?]/);
  app.route({ method, url, handler: (_request, reply) => reply.type('application/json; charset=utf-8').send(text) });
}
const address = await app.listen({ host: '127.0.0.1', port: 0 });
serveParentRequests();
sendToParent({ kind: 'ready', port: Number(new URL(address).port) });
