import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { RetryableError, TerminalError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { deliveryMessages } from '../../messages/index.ts';
import type { Fetcher, FetchRequest, FetchResponse } from './fetcher.ts';
import { isPrivateAddress } from './private-address.ts';

/** Asks for all addresses of a name. */
export type NameLookup = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** What a fetcher lets through. */
export interface GuardedFetcherOptions {
  /** Hosts that may be reached although their address is private: names or addresses, as they stand in the URL. */
  readonly allowHosts?: readonly string[];
  /** How names become addresses. @default the system's way */
  readonly lookup?: NameLookup;
}

const MAX_BYTES = 1_048_576;
const MAX_REDIRECTS = 3;
const SENDERS = { 'http:': requestHttp, 'https:': requestHttps } as const;

/**
 * Makes a fetcher that refuses private and link-local addresses. The check is made on the very address that is
 * connected to, so a name that resolves differently the second time gains nothing; redirects are checked alike.
 */
export function guardedFetcher({ allowHosts = [], lookup = systemLookup }: GuardedFetcherOptions = {}): Fetcher {
  const allowed = new Set(allowHosts.map((host) => host.toLowerCase()));
  const guard: LookupFunction = (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const found = error === null ? addresses : [];
      const bad = found.find(({ address }) => isPrivateAddress(address));
      const problem = error ?? (bad === undefined ? null : refusal(hostname, bad.address));
      finishLookup(done, options.all === true, { problem, found });
    });
  };
  const send = async (request: FetchRequest, redirects: number): Promise<FetchResponse> => {
    const url = parseAllowedUrl(request.url);
    const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const free = allowed.has(host);
    if (!free && isIP(host) !== 0 && isPrivateAddress(host)) throw refusal(host, host);
    const response = await sendRequest(url, request, free ? undefined : guard);
    const target = response.headers.location;
    if (response.status < 300 || response.status >= 400 || response.status === 304 || target === undefined)
      return response;
    // Only questions are asked elsewhere: a repeated POST could do twice what was meant once.
    if ((request.method ?? 'GET') !== 'GET' || redirects >= MAX_REDIRECTS) return response;
    const next = URL.parse(target, url.href);
    if (next === null) return response;
    return send({ ...(keepsCredentials(url, next) ? request : bareRequest(request)), url: next.href }, redirects + 1);
  };
  return (request) => send(request, 0);
}

/** Whether what was meant for one address may be shown to another: to the same host and port, and not in the clear. */
function keepsCredentials(from: URL, to: URL): boolean {
  return from.host === to.host && !(from.protocol === 'https:' && to.protocol === 'http:');
}

/** Cookies and authorization are headers, and any other header or the body may hold a secret as well. */
function bareRequest({ method, signal, maxBytes }: FetchRequest): Omit<FetchRequest, 'url'> {
  return { signal, ...(method !== undefined && { method }), ...(maxBytes !== undefined && { maxBytes }) };
}

function finishLookup(
  done: Parameters<LookupFunction>[2],
  all: boolean,
  { problem, found }: { readonly problem: NodeJS.ErrnoException | null; readonly found: readonly LookupAddress[] },
): void {
  if (all) done(problem, [...found]);
  else done(problem, found[0]?.address ?? '', found[0]?.family ?? 0);
}

function parseAllowedUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && Object.hasOwn(SENDERS, url.protocol) && url.hostname !== '') return url;
  throw new TerminalError(deliveryMessages.notWebAddress({ address: text }), { code: 'BAD_ADDRESS' });
}

function refusal(host: string, address: string): TerminalError {
  const shown = host === address ? host : `${host} (${address})`;
  return new TerminalError(deliveryMessages.privateAddress({ host: shown }), { code: 'PRIVATE_ADDRESS' });
}

function sendRequest(url: URL, request: FetchRequest, guard: LookupFunction | undefined): Promise<FetchResponse> {
  const { method = 'GET', headers = {}, body, signal, maxBytes = MAX_BYTES } = request;
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    signal,
    ...(guard !== undefined && { lookup: guard }),
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      const message = deliveryMessages.noResponse({ origin: url.origin, reason: errorMessage(error) });
      const failure = new RetryableError(message, { code: 'NO_ANSWER', cause: error });
      reject(error instanceof TerminalError ? error : failure);
    };
    const sender = url.protocol === 'https:' ? SENDERS['https:'] : SENDERS['http:'];
    const sent = sender(url, options, (response) => {
      readResponse(response, maxBytes).then(resolve, fail);
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<FetchResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes)
      throw new TerminalError(deliveryMessages.responseTooLong({ limit: maxBytes }), { code: 'TOO_LONG' });
    chunks.push(bytes);
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
