import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type {
  ApiObjectResponse,
  ApiRequest,
  ApiResponse,
  ApiStreamResponse,
  ApiTextResponse,
  ApiUpgradeResponse,
  ApiWatchResponse,
} from '@kubemin/kubeapi';
import { negotiateResponseFormat } from '../registry/index.ts';
import type { ObjectEncoder } from './object-encoder.ts';
import type { StreamResponse } from './stream-response.ts';
import { yamlItem, yamlText } from './yaml-text.ts';

/** A response of either HTTP version. */
export type AnyResponse = ServerResponse | StreamResponse;

/** Responses that are written here; an upgrade is handled by the upgrade listener. */
export type WrittenResponse = Exclude<ApiResponse, ApiUpgradeResponse>;

/** People who look with these want line breaks. */
const HUMAN_AGENTS = ['curl', 'Wget', 'Mozilla/5.0'];

/** Large enough to be fast, small enough that a slow client holds little of our memory. */
const PIECE_BYTES = 64 * 1024;

/** Writes a response; for a watch or a stream, until it ends or the client disconnects. */
export async function writeResponse(
  output: AnyResponse,
  request: ApiRequest,
  { response, encoder }: { readonly response: WrittenResponse; readonly encoder: ObjectEncoder },
): Promise<void> {
  output.statusCode = response.status;
  output.setHeader('cache-control', 'no-cache, private');
  if (response.kind === 'object' || response.kind === 'watch') output.setHeader('content-type', 'application/json');
  for (const [name, value] of Object.entries(response.headers)) {
    output.setHeader(name, typeof value === 'string' ? value : [...value]);
  }
  if (response.kind === 'watch') return writeWatch(output, response, encoder);
  if (response.kind === 'stream') return writeStream(output, response);
  const inYaml = response.kind === 'object' && isForYaml(request, response);
  if (inYaml) output.setHeader('content-type', 'application/yaml');
  const plain = inYaml ? await yamlBytes(response.object) : encodeBody(response, request, encoder);
  const body = isCompressible(plain) ? await compressForClient(request, output, { response, plain }) : plain;
  output.setHeader('content-length', body.byteLength);
  if (body.byteLength <= PIECE_BYTES) {
    output.end(body);
    return;
  }
  await writePieces(output, body);
  output.end();
}

/** The body in an encoding that the client accepts; sets the headers for it. */
async function compressForClient(
  request: ApiRequest,
  output: AnyResponse,
  { response, plain }: { readonly response: WrittenResponse; readonly plain: Buffer },
): Promise<Buffer> {
  const { vary = [] } = response.headers;
  output.setHeader('vary', [vary, 'Accept-Encoding'].flat().join(', '));
  if (!acceptsGzip(request.headers['accept-encoding'])) return plain;
  output.setHeader('content-encoding', 'gzip');
  return gzip(plain);
}

/** What names its own media type has no other. */
function isForYaml({ headers }: ApiRequest, response: ApiObjectResponse): boolean {
  return negotiateResponseFormat(headers.accept) === 'yaml' && response.headers['content-type'] === undefined;
}

function encodeBody(
  response: ApiObjectResponse | ApiTextResponse,
  request: ApiRequest,
  encoder: ObjectEncoder,
): Buffer {
  if (response.kind === 'text') return Buffer.from(response.text);
  if (!isForPeople(request)) return encoder.encode(response.object);
  return Buffer.from(`${JSON.stringify(response.object, undefined, 2)}\n`);
}

function isForPeople({ query, headers }: ApiRequest): boolean {
  const asked = query.get('pretty');
  if (asked !== null) return asked !== 'false' && asked !== '0';
  return HUMAN_AGENTS.some((agent) => headers['user-agent']?.startsWith(agent));
}

/** Headers go out at once: a client with nothing to see yet must still know that it watches. */
async function writeWatch(output: AnyResponse, { events }: ApiWatchResponse, encoder: ObjectEncoder): Promise<void> {
  output.flushHeaders();
  for await (const batch of events) {
    if (isOver(output)) return;
    // Not reading on lets the watch's own queue fill up, which is bounded.
    await writePieces(output, encoder.encodeEvents(batch));
  }
  output.end();
}

/** A stream that fails at its source is reset at the client, too: a part must not look complete. */
async function writeStream(output: AnyResponse, { body }: ApiStreamResponse): Promise<void> {
  output.flushHeaders();
  for await (const bytes of body) {
    if (isOver(output)) return;
    await writePieces(output, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
  output.end();
}

/** As fast as the client reads: many large responses at once must not fill the memory of one connection. */
async function writePieces(output: AnyResponse, bytes: Buffer): Promise<void> {
  for (let start = 0; start < bytes.byteLength && !isOver(output); start += PIECE_BYTES) {
    const flowing = output.write(bytes.subarray(start, start + PIECE_BYTES));
    if (!flowing && !isOver(output)) await awaitDrain(output);
  }
}

/** Resolves when more can be written, or never will be. */
function awaitDrain(output: AnyResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      output.off('drain', done);
      output.off('close', done);
      resolve();
    };
    output.on('drain', done);
    output.on('close', done);
  });
}

function isOver(output: AnyResponse): boolean {
  return output.destroyed || output.writableEnded;
}

/** Items that are written at a stretch; then others have their turn. */
const STRETCH = 100;

/** A response in YAML. Unlike JSON it is not cached, so a long list yields to other requests while it is encoded. */
async function yamlBytes(value: unknown): Promise<Buffer> {
  if (!isList(value) || value.items.length === 0) return Buffer.from(yamlText(value));
  const { items, ...rest } = value;
  const keys = Object.entries(rest);
  const pieces = [fields(keys.filter(([key]) => key < 'items')), 'items:\n'];
  for (const [index, item] of items.entries()) {
    if (index % STRETCH === STRETCH - 1) await new Promise((resolve) => setImmediate(resolve));
    pieces.push(yamlItem(item));
  }
  pieces.push(fields(keys.filter(([key]) => key > 'items')));
  return Buffer.from(pieces.join(''));
}

function fields(entries: readonly (readonly [string, unknown])[]): string {
  return entries.length === 0 ? '' : yamlText(Object.fromEntries(entries));
}

function isList(value: unknown): value is { readonly items: readonly unknown[] } {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);
}

/** As in Kubernetes: smaller bodies are sent faster uncompressed. */
const MIN_BYTES = 128 * 1024;

/** The fastest level: objects are repetitive, the others gain little and take several times as long. */
const LEVEL = 1;

const compress = promisify(zlib.gzip);

/** Whether a response of this size depends on the Accept-Encoding of the client. */
function isCompressible(body: Uint8Array): boolean {
  return body.byteLength > MIN_BYTES;
}

/** Whether a client takes gzip, by its Accept-Encoding. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  return acceptEncoding.split(',').some((entry) => {
    const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Compresses outside of the event loop. */
function gzip(body: Uint8Array): Promise<Buffer> {
  return compress(body, { level: LEVEL });
}
