import type { Clock } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import { pullMessages } from '../messages/index.ts';
import { ImagePullError } from './image-error.ts';
import type { ImageReference } from './image-reference.ts';
import { JsonReader } from './json-reader.ts';
import type { RegistryCredentials } from './registry-credentials.ts';
import { ownPlace, type RegistryPlace } from './registry-mirror.ts';
import { concatChunks } from './tar-format.ts';

/** The part of `fetch` that is used. Redirects are never followed by it. */
export type RegistryFetch = (url: string, init: RegistryFetchInit) => Promise<Response>;

export interface RegistryFetchInit {
  readonly headers: Record<string, string>;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
  readonly method?: string;
  readonly body?: ReadableStream<Uint8Array>;
  /** Needed with a body that is a stream. */
  readonly duplex?: 'half';
}

/** A request that changes the repository. */
export interface RegistryWrite {
  readonly method: 'HEAD' | 'POST' | 'PUT';
  /** `blobs/uploads/`, or a complete address that the registry returned. */
  readonly path: string;
  readonly mediaType?: string;
  /** Opened again when the registry asks for credentials. */
  readonly body?: { readonly size: number; open(): AsyncIterable<Uint8Array> };
}

export interface RegistryOptions {
  readonly fetch: RegistryFetch;
  readonly clock: Clock;
  /** Hosts with ports that are spoken to without TLS. */
  readonly httpRegistries?: readonly string[] | undefined;
  /** Whether registries on this machine are spoken to without TLS. @default false */
  readonly allowHttpLoopback?: boolean | undefined;
  /** How long a registry may send nothing. @default 60000 */
  readonly idleTimeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const MOST_REDIRECTS = 5;
const LARGEST_TOKEN = 1024 * 1024;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The content of a response, and what its headers state. */
export interface RegistryResponse {
  readonly url: string;
  readonly headers: Headers;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Reads from and writes to one repository of a registry by the distribution API. Signs in when the registry asks for it, by token or by
 * name and password. Throws an ImagePullError whose message is the last part of what containerd reports.
 */
export class RegistryClient {
  readonly #options: RegistryOptions;
  readonly #reference: ImageReference;
  readonly #credentials: RegistryCredentials | undefined;
  readonly #place: RegistryPlace;
  #authorization: string | undefined;
  /** What a token is asked for where the registry does not state it. */
  #actions = 'pull';

  /** @param place where it is asked for. @default its registry */
  constructor(
    reference: ImageReference,
    credentials: RegistryCredentials | undefined,
    options: RegistryOptions,
    place?: RegistryPlace,
  ) {
    this.#options = options;
    this.#reference = reference;
    this.#credentials = credentials;
    this.#place = place ?? ownPlace(reference, (host) => registryProtocol(host, options));
  }

  /** `manifests/latest`, `blobs/sha256:…` */
  get(path: string, accept: string): Promise<RegistryResponse> {
    return this.#read('GET', path, accept);
  }

  /** The headers of what `get` would return. */
  async head(path: string, accept: string): Promise<Headers> {
    const response = await this.#read('HEAD', path, accept);
    await response.cancel();
    return response.headers;
  }

  async #read(method: 'GET' | 'HEAD', path: string, accept: string): Promise<OpenResponse> {
    const { origin, repository, mirrorOf } = this.#place;
    const query = mirrorOf === undefined ? '' : `?ns=${encodeURIComponent(mirrorOf)}`;
    const url = `${origin}/v2/${repository}/${path}${query}`;
    let response = await this.#send(url, { method, accept });
    if (response.status === 401) {
      const challenge = response.headers.get('www-authenticate') ?? '';
      await response.cancel();
      await this.#authorize(challenge, url);
      response = await this.#send(url, { method, accept });
    }
    if (response.status === 200) return response;
    await response.cancel();
    throw this.#statusError(response);
  }

  /** Sends a request that stores something, or HEAD; statuses are for the caller, whose messages name what was pushed. */
  async write({ method, path, mediaType, body }: RegistryWrite): Promise<RegistryReply> {
    const url = new URL(path, `${this.#place.origin}/v2/${this.#place.repository}/`);
    this.#assertAllowed(url);
    this.#actions = 'pull,push';
    const send = (): Promise<OpenResponse> => {
      const headers: Record<string, string> = {
        ...(mediaType !== undefined && { 'content-type': mediaType }),
        ...(body !== undefined && { 'content-length': String(body.size) }),
      };
      if (this.#authorization !== undefined && url.origin === this.#place.origin)
        headers.authorization = this.#authorization;
      return this.#request(url, headers, { method, content: body?.open() });
    };
    let response = await send();
    if (response.status === 401) {
      const challenge = response.headers.get('www-authenticate') ?? '';
      await response.cancel();
      await this.#authorize(challenge, url.href);
      response = await send();
    }
    const text =
      method === 'HEAD' ? '' : (await concatChunks(limitSize(response.content, LARGEST_TOKEN))).toString('utf8');
    if (method === 'HEAD') await response.cancel();
    return { status: response.status, location: response.headers.get('location') ?? '', text };
  }

  #statusError({ status, url }: OpenResponse): ImagePullError {
    const { registry, repository, tag, digest } = this.#reference;
    if (status === 404) {
      const name = `${registry}/${repository}${digest === undefined ? `:${tag}` : `@${digest}`}`;
      return new ImagePullError('PULL_NOT_FOUND', pullMessages.notFound({ name }));
    }
    if (status === 401 || status === 403) {
      return new ImagePullError('PULL_UNAUTHORIZED', pullMessages.accessDenied);
    }
    return new ImagePullError('PULL_FAILED', pullMessages.unexpectedStatus({ url: shownUrl(url), status }));
  }

  async #authorize(challenge: string, url: string): Promise<void> {
    const [, scheme = '', rest = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(challenge) ?? [];
    if (scheme.toLowerCase() === 'basic') {
      if (this.#credentials === undefined) {
        throw new ImagePullError('PULL_UNAUTHORIZED', pullMessages.noBasicCredentials);
      }
      this.#authorization = basic(this.#credentials);
      return;
    }
    const parameters = new Map(
      [...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const realm = parameters.get('realm');
    if (scheme.toLowerCase() !== 'bearer' || realm === undefined || !URL.canParse(realm)) {
      throw new ImagePullError('PULL_UNAUTHORIZED', pullMessages.unauthorized({ url }));
    }
    this.#authorization = `Bearer ${await this.#fetchToken(new URL(realm), parameters)}`;
  }

  async #fetchToken(url: URL, parameters: ReadonlyMap<string, string>): Promise<string> {
    const service = parameters.get('service');
    if (service !== undefined) url.searchParams.set('service', service);
    url.searchParams.set('scope', parameters.get('scope') ?? `repository:${this.#place.repository}:${this.#actions}`);
    const kind = this.#credentials === undefined ? pullMessages.anonymousToken : pullMessages.oauthToken;
    const headers: Record<string, string> =
      this.#credentials === undefined ? {} : { authorization: basic(this.#credentials) };
    this.#assertAllowed(url);
    const response = await this.#request(url, headers);
    if (response.status !== 200) {
      await response.cancel();
      throw new ImagePullError(
        response.status === 401 || response.status === 403 ? 'PULL_UNAUTHORIZED' : 'PULL_FAILED',
        pullMessages.tokenRefused({ kind, url: url.href, status: response.status }),
      );
    }
    const text = await concatChunks(limitSize(response.content, LARGEST_TOKEN));
    const json = JsonReader.parse(text.toString('utf8'), 'token response');
    const token = json.field('token').optionalString() || json.field('access_token').optionalString();
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new ImagePullError('PULL_UNAUTHORIZED', pullMessages.noToken({ kind }));
    }
    return token;
  }

  /** Follows redirects. Only the registry itself gets the authorization: it often redirects to storage of another party. */
  async #send(
    url: string,
    { method, accept }: { readonly method: 'GET' | 'HEAD'; readonly accept: string },
  ): Promise<OpenResponse> {
    const origin = new URL(url).origin;
    let at = new URL(url);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      this.#assertAllowed(at);
      const headers: Record<string, string> = { accept };
      if (this.#authorization !== undefined && at.origin === origin) headers.authorization = this.#authorization;
      const response = await this.#request(at, headers, { method });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) return response;
      await response.cancel();
      if (!URL.canParse(location, at.href)) break;
      at = new URL(location, at.href);
    }
    throw new ImagePullError('PULL_FAILED', pullMessages.redirects({ url }));
  }

  #assertAllowed(url: URL): void {
    // Of a mirror the protocol was stated.
    if (url.protocol === 'https:' || url.origin === this.#place.origin) return;
    if (url.protocol === 'http:' && registryProtocol(url.host, this.#options) === 'http') return;
    throw new ImagePullError('PULL_FAILED', pullMessages.notHttps({ origin: url.origin }));
  }

  async #request(
    url: URL,
    headers: Record<string, string>,
    sent: { readonly method?: string; readonly content?: AsyncIterable<Uint8Array> | undefined } = {},
  ): Promise<OpenResponse> {
    const { fetch, clock, signal, idleTimeoutMs = 60_000 } = this.#options;
    const idle = new AbortController();
    const startTimer = (): (() => void) => clock.after(idleTimeoutMs, () => idle.abort(new Error('i/o timeout')));
    let stopTimer = startTimer();
    const aborted = signal === undefined ? idle.signal : AbortSignal.any([signal, idle.signal]);
    const fail = (error: unknown): ImagePullError => connectionError(url, error);
    // Sending is no idle time.
    const uploaded = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
      for await (const chunk of chunks) {
        yield chunk;
        stopTimer();
        stopTimer = startTimer();
      }
    };
    const { method = 'GET', content: body } = sent;
    const stream = body !== undefined && { body: ReadableStream.from(uploaded(body)), duplex: 'half' as const };
    try {
      const response = await fetch(url.href, { method, ...stream, headers, redirect: 'manual', signal: aborted });
      const received = response.body;
      const content = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
        try {
          for await (const chunk of received ?? []) {
            stopTimer();
            yield chunk;
            stopTimer = startTimer();
          }
        } catch (error) {
          throw fail(error);
        } finally {
          stopTimer();
        }
      };
      const cancel = async (): Promise<void> => {
        stopTimer();
        // It may have broken already; nothing is expected from it.
        await received?.cancel().catch(() => undefined);
      };
      return { status: response.status, url: url.href, headers: response.headers, content: content(), cancel };
    } catch (error) {
      stopTimer();
      throw fail(error);
    }
  }
}

/** What a registry replied to a write. */
export interface RegistryReply {
  readonly status: number;
  /** The header; empty where there is none. */
  readonly location: string;
  readonly text: string;
}

interface OpenResponse extends RegistryResponse {
  readonly status: number;
  cancel(): Promise<void>;
}

/** How a registry is spoken to where its address does not state it. */
export function registryProtocol(
  host: string,
  { httpRegistries = [], allowHttpLoopback = false }: Pick<RegistryOptions, 'httpRegistries' | 'allowHttpLoopback'>,
): 'http' | 'https' {
  // Addresses leave out the port that is the default of http.
  const isListed = httpRegistries.some((listed) => listed === host || listed === `${host}:80`);
  return isListed || (allowHttpLoopback && LOOPBACK.test(host.replace(/:\d+$/, ''))) ? 'http' : 'https';
}

/** Queries of redirects contain signatures that give access to storage. */
function shownUrl(url: string): string {
  return url.replace(/\?.*$/s, '');
}

function basic({ username, password }: RegistryCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The same content; a PULL_INVALID_CONTENT when it is larger. */
export async function* limitSize(
  content: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limit) throw new ImagePullError('PULL_INVALID_CONTENT', pullMessages.responseTooLarge({ limit }));
    yield chunk;
  }
}

/** In the form of Go, as operators know it from containerd. */
function connectionError(url: URL, error: unknown): ImagePullError {
  if (error instanceof ImagePullError) return error;
  const { code, address, message } = rootCause(error);
  const problem = new Map<string, Message>([
    ['ECONNREFUSED', pullMessages.connectionRefused({ address })],
    ['ENOTFOUND', pullMessages.noSuchHost({ host: url.hostname })],
    ['EAI_AGAIN', pullMessages.resolutionFailed({ host: url.hostname })],
    ['EHOSTUNREACH', pullMessages.noRoute({ address })],
    ['ENETUNREACH', pullMessages.networkUnreachable({ address })],
    ['ETIMEDOUT', pullMessages.timeout({ address })],
    ['ECONNRESET', pullMessages.connectionReset],
    ['UND_ERR_SOCKET', pullMessages.unexpectedEnd],
  ]).get(code);
  return new ImagePullError(
    'PULL_UNREACHABLE',
    pullMessages.requestFailed({ url: JSON.stringify(shownUrl(url.href)), reason: problem ?? verbatim(message) }),
    error,
  );
}

function rootCause(error: unknown): { readonly code: string; readonly address: string; readonly message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return rootCause(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return rootCause(error.cause);
  const field = (name: string): string => {
    const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const port = field('port');
  return {
    code: field('code'),
    address: port === '' ? field('address') : `${field('address')}:${port}`,
    message: error instanceof Error ? error.message : String(error),
  };
}
