import type { ClientRequest } from './exchange.ts';
import { HeaderList, hasListItem, isFieldValue, isToken, type MessageFault, type ResponseHead } from './http1-head.ts';
import { normalisePath } from './request-path.ts';

/** A request's host and path as routes are compared with them. */
export interface RequestAddress {
  readonly host: string;
  readonly path: string;
}

const AUTHORITY = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)(?::(\d{1,5}))?$/;

/** Host, in lower case and without a final dot, and port of an authority; undefined when it is malformed. */
export function readAuthority(
  authority: string,
): { readonly host: string; readonly port: number | undefined } | undefined {
  const [, host, port] = AUTHORITY.exec(authority) ?? [];
  if (host === undefined) return undefined;
  return { host: host.toLowerCase().replace(/\.$/, ''), port: port === undefined ? undefined : Number(port) };
}

/** The host of an authority in lower case, without port and final dot; undefined when it is malformed. */
export function readHost(authority: string): string | undefined {
  return readAuthority(authority)?.host;
}

/** Where a request is meant to go, or what is wrong with it. */
export function readAddress({ target, authority }: ClientRequest): RequestAddress | MessageFault {
  const host = authority === '' ? '' : readHost(authority);
  if (host === undefined) return { status: 400, message: 'malformed Host' };
  const question = target.indexOf('?');
  const path = normalisePath(question < 0 ? target : target.slice(0, question));
  if (path === undefined) return { status: 400, message: 'ambiguous or malformed path' };
  return { host, path };
}

/** The path and query of a request target; a target with a host must name the host of the request. */
export function originForm(method: string, target: string, authority: string): string | MessageFault {
  if (target.startsWith('/')) {
    return target.includes('#') ? { status: 400, message: 'fragment in request target' } : target;
  }
  if (method === 'CONNECT') return { status: 405, message: 'CONNECT not supported' };
  const [, given = '', rest = ''] = /^https?:\/\/([^/?#]+)([^#]*)$/i.exec(target) ?? [];
  if (given === '') return { status: 400, message: 'malformed request target' };
  if (given.toLowerCase() !== authority.toLowerCase()) {
    return { status: 400, message: 'request target names another host than Host' };
  }
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Fields that belong to one connection, or that every proxy writes itself. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Besides, fields that a proxy in front of applications writes. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-proto',
  'x-forwarded-scheme',
  'x-forwarded-server',
  'x-real-ip',
  'x-request-id',
  'x-scheme',
]);

const NOT_RETURNED: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** How a request is written for a backend. */
export interface BackendHeadOptions {
  readonly target: string;
  /** For X-Request-Id where the client sent none. */
  newRequestId(): string;
  /** Continue X-Forwarded-For of the client instead of replacing it. */
  readonly trustForwarded: boolean;
}

/** The head of the request for the backend. */
export function backendHead(request: ClientRequest, options: BackendHeadOptions): string {
  const { headers, method, authority, remoteAddress, isSecure } = request;
  const { names, keys, values } = headers;
  const connection = headers.joined('connection');
  const named = namedFields(connection);
  let head = `${method} ${options.target} HTTP/1.1\r\nHost: ${authority}\r\n`;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    // Underscores are dropped as in nginx: many backends do not distinguish X_Real_IP from X-Real-IP.
    if (NOT_FORWARDED.has(key) || key.includes('_') || named?.has(key) === true) continue;
    head += `${names[at]}: ${values[at]}\r\n`;
  }
  const scheme = isSecure ? 'https' : 'http';
  const trusted = options.trustForwarded ? headers.joined('x-forwarded-for') : undefined;
  const id = headers.get('x-request-id');
  head += `X-Request-Id: ${id === undefined || id === '' || id.length > 128 ? options.newRequestId() : id}\r\n`;
  head += `X-Real-IP: ${remoteAddress}\r\nX-Forwarded-For: ${trusted === undefined ? '' : `${trusted}, `}${remoteAddress}\r\n`;
  head += `X-Forwarded-Host: ${authority}\r\nX-Forwarded-Port: ${request.localPort}\r\nX-Forwarded-Proto: ${scheme}\r\n`;
  return head + framingFields(request);
}

/** The head of the request for a server that the client chose: its fields go there as they are. */
export function originHead(request: ClientRequest, authority: string, target: string): string {
  const { names, keys, values } = request.headers;
  const named = namedFields(request.headers.joined('connection'));
  let head = `${request.method} ${target} HTTP/1.1\r\nHost: ${authority}\r\n`;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    if (!HOP_BY_HOP.has(key) && named?.has(key) !== true) head += `${names[at]}: ${values[at]}\r\n`;
  }
  return head + framingFields(request);
}

/** The fields of the next connection, and the end of the head. */
function framingFields(request: ClientRequest): string {
  const { headers, upgrade } = request;
  let fields = hasListItem(headers.joined('te'), 'trailers') ? 'TE: trailers\r\n' : '';
  if (upgrade !== undefined) return `${fields}Connection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`;
  if (request.expectsContinue) fields += 'Expect: 100-continue\r\n';
  if (request.hasBody) {
    fields += request.length === undefined ? 'Transfer-Encoding: chunked\r\n' : `Content-Length: ${request.length}\r\n`;
  } else if (headers.get('content-length') !== undefined) fields += 'Content-Length: 0\r\n';
  return `${fields}\r\n`;
}

/** The fields of a response that a client gets. */
export function clientHeaders({ headers, status }: ResponseHead): HeaderList {
  const { names, keys, values } = headers;
  const named = namedFields(headers.joined('connection'));
  const kept = new HeaderList();
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    if (NOT_RETURNED.has(key) || named?.has(key) === true) continue;
    if (key === 'content-length' && status === 204) continue;
    kept.add(names[at] ?? '', key, values[at] ?? '');
  }
  return kept;
}

/** Fields that Connection names, which go no further than this connection. */
function namedFields(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^(?:close|keep-alive|upgrade)$/i.test(connection)) return undefined;
  const fields = new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
  // These frame the body; they are written from what was read, not from the field.
  fields.delete('content-length');
  fields.delete('content-type');
  return fields;
}

/** Header fields of HTTP/2 with the checks of HTTP/1.1, as they will be written in that form. */
export function http2Headers(raw: readonly string[]): HeaderList | undefined {
  const headers = new HeaderList();
  const cookies: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (name.startsWith(':')) continue;
    if (!isToken(name) || !isFieldValue(value) || name !== name.toLowerCase()) return undefined;
    if (name === 'cookie') cookies.push(value);
    else headers.add(name, name, value.trim());
  }
  if (cookies.length > 0) headers.add('cookie', 'cookie', cookies.join('; '));
  return headers;
}
