// Runs a function of the runtime `node` in a pod: gets its code by one request, then serves calls on one port.
//
//   POST /-/load   the code, with the token of the environment; once
//   GET  /healthz  200 when the handler is loaded, else 503 with the state
//   POST /         a call: a JSON object of arguments, answered by what the handler returns, as JSON
//
// Standard library only: the image has nothing but Node.
import { timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';

const ENTRIES = ['index.ts', 'index.js', 'index.mjs', 'func.ts', 'func.js', 'func.mjs'];
const MAX_CODE_BYTES = 64 * 1024 * 1024;
const token = process.env.FUNCTION_TOKEN ?? '';
const directory = process.env.FUNCTION_DIRECTORY ?? join(tmpdir(), 'function');
// The code of users has no use for them, and whoever has the token may replace code.
delete process.env.FUNCTION_TOKEN;
delete process.env.FUNCTION_DIRECTORY;

/** @type {{ state: 'empty' | 'loading' | 'ready' | 'failed', id?: string, error?: { type: string, message: string } }} */
let current = { state: 'empty' };
let handler = () => undefined;
let settings = { defaultArguments: {}, legacyErrors: false, name: '', namespace: '' };

class CallError extends Error {
  constructor(status, type, message) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const server = createServer((request, response) => {
  serve(request, response).catch((error) => sendError(response, error));
});
// Connections are kept by the gateway, which closes them.
server.keepAliveTimeout = 0;
server.requestTimeout = 0;

async function serve(request, response) {
  const url = new URL(request.url ?? '/', 'http://function');
  if (url.pathname === '/healthz') return sendJson(response, current.state === 'ready' ? 200 : 503, current);
  if (url.pathname === '/-/load') return load(request, response);
  if (current.state !== 'ready') throw new CallError(503, 'NotLoaded', 'the code of the function is not loaded');
  if (url.pathname !== '/') throw new CallError(404, 'NotFound', `a function has no path ${url.pathname}`);
  const given = request.method === 'GET' ? Object.fromEntries(url.searchParams) : await readArguments(request);
  const aborted = new AbortController();
  response.once('close', () => aborted.abort());
  const context = {
    name: settings.name,
    namespace: settings.namespace,
    eventId: request.headers['x-event-id'],
    headers: request.headers,
    signal: aborted.signal,
  };
  const result = await handler({ ...settings.defaultArguments, ...given }, context);
  await sendResult(response, result);
}

async function readArguments(request) {
  if (request.method !== 'POST') throw new CallError(405, 'MethodNotAllowed', 'call a function by POST');
  const text = (await readBody(request)).toString('utf8');
  if (text === '') return {};
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new CallError(400, 'InvalidJson', `the body is not JSON: ${error.message}`);
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    throw new CallError(400, 'InvalidArguments', 'the body must be a JSON object of arguments');
  }
  return parsed;
}

async function readBody(request, limit = Number.POSITIVE_INFINITY) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > limit) throw new CallError(413, 'TooLarge', `the body has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

async function sendResult(response, result) {
  if (result instanceof Response) {
    response.writeHead(result.status, Object.fromEntries(result.headers));
    if (result.body === null) response.end();
    else await pipeline(Readable.fromWeb(result.body), response);
    return;
  }
  if (isStream(result)) {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    await pipeline(Readable.from(result, { objectMode: true }), response);
    return;
  }
  let text;
  try {
    if (typeof result === 'function' || typeof result === 'symbol') throw new TypeError(`it is a ${typeof result}`);
    text = JSON.stringify(result ?? null);
  } catch (error) {
    throw new CallError(500, 'NotSerializable', `what the function returned is not JSON: ${error.message}`);
  }
  const body = Buffer.from(text ?? 'null');
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

const isStream = (value) =>
  value !== null && typeof value === 'object' && (Symbol.asyncIterator in value || value instanceof ReadableStream);

function sendJson(response, status, value, headers = {}) {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length, ...headers });
  response.end(body);
}

function sendError(response, error) {
  const described = describe(error);
  if (!(error instanceof CallError)) process.stderr.write(`${error?.stack ?? String(error)}\n`);
  // What was begun cannot become an error; a cut connection is one.
  if (response.headersSent) return response.destroy();
  const status = error instanceof CallError ? error.status : 500;
  const shown = settings.legacyErrors && current.state === 'ready' ? 200 : status;
  sendJson(response, shown, { error: described }, { 'x-function-error': headerText(described.type) });
}

const headerText = (text) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200);

function describe(error) {
  if (error instanceof CallError) return { type: error.type, message: error.message };
  if (error instanceof Error) return { type: error.name || 'Error', message: error.message };
  return { type: 'Error', message: typeof error === 'string' ? error : String(error) };
}

function isAuthorized(request) {
  const given = Buffer.from(String(request.headers.authorization ?? ''));
  const wanted = Buffer.from(`Bearer ${token}`);
  return token !== '' && given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Takes the code once; asked again for the same code, it reports what came of it. */
async function load(request, response) {
  if (!isAuthorized(request)) throw new CallError(401, 'Unauthorized', 'loading code needs the token of the instance');
  const code = JSON.parse((await readBody(request, MAX_CODE_BYTES)).toString('utf8'));
  if (current.state === 'empty') await begin(code);
  else if (current.id !== code.id) throw new CallError(409, 'Loaded', `this instance has the code ${current.id}`);
  sendJson(response, 200, current);
}

async function begin(code) {
  current = { state: 'loading', id: code.id };
  try {
    for (const { name, value } of code.env ?? []) process.env[name] = value;
    await writeFiles(code.files);
    const entry = findEntry(code.entry);
    const module = await import(pathToFileURL(join(directory, entry)).href);
    const found = module.run ?? module.default?.run ?? module.default;
    if (typeof found !== 'function') {
      throw new CallError(422, 'NoHandler', `${entry} exports neither a function "run" nor a default function`);
    }
    handler = found;
    settings = {
      defaultArguments: code.defaultArguments ?? {},
      legacyErrors: code.legacyErrors === true,
      name: code.name ?? '',
      namespace: code.namespace ?? '',
    };
    current = { state: 'ready', id: code.id };
  } catch (error) {
    process.stderr.write(`${error?.stack ?? String(error)}\n`);
    current = { state: 'failed', id: code.id, error: describe(error) };
  }
}

async function writeFiles(files) {
  for (const [path, content] of Object.entries(files)) {
    const file = resolve(directory, path);
    if (!file.startsWith(directory + sep)) throw new CallError(422, 'BadPath', `the path ${path} leads outside`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, Buffer.from(content, 'base64'));
  }
}

function findEntry(wanted) {
  const candidates = wanted === undefined ? ENTRIES : [wanted];
  const found = candidates.find((name) => existsSync(join(directory, name)));
  if (found === undefined) throw new CallError(422, 'NoEntry', `there is no file ${candidates.join(' or ')}`);
  return found;
}

// The first process of a container gets no default action for signals. Calls in flight are answered.
process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  // Connections become idle when their calls are answered.
  setInterval(() => server.closeIdleConnections(), 20);
});
await mkdir(directory, { recursive: true });
server.listen({ port: Number(process.env.PORT ?? 8080), host: process.env.FUNCTION_HOST ?? '0.0.0.0' }, () => {
  process.stdout.write(`listening on ${server.address().port}\n`);
});
