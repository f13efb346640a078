import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Script } from 'node:vm';
import { type KubeletCall, requireEnd } from './kubelet-call.ts';
import { KubeletError, type NodeWork } from './node-work.ts';

const MAX_TAIL_LINES = 100_000;
const BATCH_LINES = 1_000;
/** For the lines of a batch. */
const PATTERN_TIMEOUT_MS = 200;
const MATCHES = new Script('lines.map((line) => pattern.test(line))');
/** Where the log of a service may be: itself, with an ending, in a directory of its name. */
const SERVICE_FILES = [
  (service: string) => service,
  (service: string) => `${service}.log`,
  (service: string) => join(service, `${service}.log`),
];

/**
 * `GET /logs/…`: the files in the directory of logs of the node, or with `?query=` the log of a service there, as the
 * node log query of Kubernetes: `query`, `pattern`, `sinceTime`, `untilTime` and `tailLines`. Nothing outside of the
 * directory is read, whatever links in it point to.
 */
export async function serveNodeLogs(
  { work }: { readonly work: NodeWork },
  call: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  const directory = work.logDirectory(call.at.node);
  if (directory === undefined) throw notFound();
  const query = readNodeLogQuery(call.query);
  if (query === undefined) return serveFile(directory, call.rest, response);
  requireQueryRoot(call);
  if (query.kind === 'file') return serveFile(directory, query.path.split(/[/\\]/), response);
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
  for (const service of query.services) {
    await pipeline(Readable.from(serviceLines(directory, service, query)), response, { end: false });
  }
  response.end();
}

function requireQueryRoot(call: KubeletCall): void {
  try {
    requireEnd(call, 0);
  } catch (cause) {
    throw new KubeletError(406, 'path not allowed in query mode', cause);
  }
}

interface TimeRange {
  readonly sinceMs: number | undefined;
  readonly untilMs: number | undefined;
}

interface ServiceQuery extends TimeRange {
  readonly kind: 'services';
  readonly services: readonly string[];
  readonly pattern: RegExp | undefined;
  readonly tailLines: number | undefined;
}

type NodeLogQuery = ServiceQuery | { readonly kind: 'file'; readonly path: string };

/** Undefined without a query. Throws 400 for what cannot be read, and 406 for what cannot be combined. */
function readNodeLogQuery(parameters: URLSearchParams): NodeLogQuery | undefined {
  const wanted = parameters.getAll('query').flatMap((text) => text.split(','));
  if (!parameters.has('query')) return undefined;
  const files = wanted.filter((each) => /[/\\]/.test(each));
  const services = wanted.map((each) => each.trim()).filter((each) => each !== '' && !/[/\\]/.test(each));
  const [file, ...moreFiles] = files;
  if (file === undefined && services.length === 0) {
    throw new KubeletError(400, `query: Invalid value: ${JSON.stringify(wanted)}: query cannot be empty`);
  }
  const query = {
    kind: 'services',
    services,
    pattern: readPattern(parameters.get('pattern')),
    sinceMs: readTime(parameters, 'sinceTime'),
    untilMs: readTime(parameters, 'untilTime'),
    tailLines: readTailLines(parameters.get('tailLines')),
  } as const;
  if (file === undefined) return query;
  if (services.length > 0) throw notAcceptable('cannot specify a file and service');
  if (moreFiles.length > 0) throw notAcceptable('cannot specify more than one file');
  const { pattern, sinceMs, untilMs, tailLines } = query;
  if ([pattern, sinceMs, untilMs, tailLines].some((option) => option !== undefined)) {
    throw notAcceptable('cannot specify file with options');
  }
  return { kind: 'file', path: file };
}

function readPattern(text: string | null): RegExp | undefined {
  if (text === null || text === '') return undefined;
  try {
    return new RegExp(text);
  } catch (cause) {
    throw new KubeletError(400, `pattern: Invalid value: ${JSON.stringify(text)}: not a regular expression`, cause);
  }
}

function readTime(parameters: URLSearchParams, field: string): number | undefined {
  const text = parameters.get(field);
  if (text === null || text === '') return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new KubeletError(400, `${field}: Invalid value: ${JSON.stringify(text)}: invalid time format`);
}

function readTailLines(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= MAX_TAIL_LINES) return value;
  const range = `must be between 0 and ${MAX_TAIL_LINES}, inclusive`;
  throw new KubeletError(400, `tailLines: Invalid value: ${JSON.stringify(text)}: ${range}`);
}

/** The lines of a service's log that are wanted. */
async function* serviceLines(directory: string, service: string, query: ServiceQuery): AsyncGenerator<string> {
  const file = await findServiceLog(directory, service);
  if (file === undefined) {
    yield `log not found for ${service}\n`;
    return;
  }
  const last: string[] = [];
  try {
    for await (const lines of lineBatches(file)) {
      const wanted = selectMatching(lines, query.pattern).filter((line) => isWithin(line, query));
      if (query.tailLines === undefined) for (const line of wanted) yield `${line}\n`;
      else last.splice(0, last.length, ...tail([...last, ...wanted], query.tailLines));
    }
    for (const line of last) yield `${line}\n`;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    yield `the pattern takes too long on lines of ${service}\n`;
  }
}

function tail(lines: readonly string[], count: number): readonly string[] {
  return lines.slice(Math.max(0, lines.length - count));
}

async function* lineBatches(file: string): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(line);
    if (batch.length < BATCH_LINES) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Some patterns never end on some lines: they would stop the node, but for the time that a script may run. */
function selectMatching(lines: readonly string[], pattern: RegExp | undefined): readonly string[] {
  if (pattern === undefined) return lines;
  const matches: unknown = MATCHES.runInNewContext({ lines, pattern }, { timeout: PATTERN_TIMEOUT_MS });
  const isMatch: readonly unknown[] = Array.from(Object.values(Object(matches)));
  return lines.filter((_, at) => isMatch[at] === true);
}

/** The error is one of the context of the script, and no Error of this one. */
function isTimeout(error: unknown): boolean {
  return Reflect.get(Object(error), 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

async function findServiceLog(directory: string, service: string): Promise<string | undefined> {
  for (const file of SERVICE_FILES) {
    const path = await confinedPath(directory, [file(service)]);
    if (path !== undefined && (await stat(path)).isFile()) return path;
  }
  return undefined;
}

/** Lines without a time belong to the one before them, and cannot be judged by it: they are kept. */
function isWithin(
  line: string,
  { sinceMs = Number.NEGATIVE_INFINITY, untilMs = Number.POSITIVE_INFINITY }: TimeRange,
): boolean {
  const time = Date.parse(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/.exec(line)?.[0] ?? '');
  return Number.isNaN(time) || (time >= sinceMs && time <= untilMs);
}

/** A file, or the names in a directory as links. */
async function serveFile(directory: string, parts: readonly string[], response: ServerResponse): Promise<void> {
  const path = await confinedPath(directory, parts);
  const found = path === undefined ? undefined : await stat(path);
  if (path === undefined || found === undefined) throw notFound();
  if (found.isFile()) {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    await pipeline(createReadStream(path), response);
    return;
  }
  if (!found.isDirectory()) throw notFound();
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries.map((entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}`).toSorted();
  const links = names.map((name) => `<a href="${encodeURI(name).replaceAll('"', '%22')}">${escapeHtml(name)}</a>\n`);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<pre>\n${links.join('')}</pre>\n`);
}

/** The real path of what the parts name; undefined where it is missing or not in the directory. */
async function confinedPath(directory: string, parts: readonly string[]): Promise<string | undefined> {
  const named = parts.filter((part) => part !== '');
  if (named.some((part) => part === '..' || part.includes('\0'))) return undefined;
  try {
    const [root, path] = await Promise.all([realpath(directory), realpath(join(directory, ...named))]);
    return path === root || path.startsWith(`${root}${sep}`) ? path : undefined;
  } catch {
    // Missing, or nothing that may be read: the same to a client.
    return undefined;
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function notAcceptable(message: string): KubeletError {
  return new KubeletError(406, message);
}

function notFound(): KubeletError {
  return new KubeletError(404, '404 page not found');
}
