import { errorBodySchema } from './error-body.ts';
import { apiError, type PlatformError, redirected, unexpectedResponse, unreachable } from './platform-error.ts';
import { CLIENT_HEADER, type RunSource } from './task.ts';

/** What the client asks of `fetch`. */
export interface FetchRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Never followed: token and documents are for the address that was given, and for no other. */
  readonly redirect?: 'manual';
}

/** The part of a response the client uses. */
export type FetchResponse = Pick<Response, 'ok' | 'status' | 'body' | 'text' | 'json'>;

/** The part of `fetch` the client uses. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>;

export interface ConnectionOptions {
  /** The address of the platform, such as `http://127.0.0.1:8080`; a path in front of the API prefix is kept. */
  readonly url: string;
  readonly token?: string;
  /** What uses the client, which runs that it starts are marked with. @default none: another program */
  readonly source?: RunSource;
  /** @default the global fetch */
  readonly fetch?: Fetch;
}

export interface OutgoingRequest {
  readonly method: string;
  /** With the API prefix. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests to one platform server and turns every failure into a PlatformError. */
export class Connection {
  readonly #base: string;
  readonly #token: string | undefined;
  readonly #source: RunSource | undefined;
  readonly #fetch: Fetch;

  constructor(options: ConnectionOptions) {
    this.#base = options.url.replace(/\/+$/, '');
    this.#token = options.token;
    this.#source = options.source;
    // Called through an arrow: browsers refuse a fetch that is detached from its window.
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
  }

  /** The URL a request goes to. */
  requestUrl(request: Pick<OutgoingRequest, 'path' | 'query'>): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(request.query ?? {})) if (value !== undefined) query.set(name, value);
    return `${this.#base}${request.path}${query.size === 0 ? '' : `?${query}`}`;
  }

  /** The response, which is a success; its body is not read yet. */
  async send(request: OutgoingRequest): Promise<FetchResponse> {
    const url = this.requestUrl(request);
    const response = await this.#fetchResponse(url, request);
    if (response.ok) return response;
    // A body that breaks off is no body of the contract.
    throw responseError(url, response.status, await response.text().catch(() => ''));
  }

  async #fetchResponse(url: string, request: OutgoingRequest): Promise<FetchResponse> {
    try {
      return await this.#fetch(url, {
        method: request.method,
        headers: {
          ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
          ...(this.#source === undefined ? {} : { [CLIENT_HEADER]: this.#source }),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        ...(request.signal === undefined ? {} : { signal: request.signal }),
        redirect: 'manual',
      });
    } catch (error) {
      if (isAbort(error, request.signal)) throw error;
      throw unreachable(url, error);
    }
  }
}

/** The error for a response that is not a success, with its body. */
export function responseError(url: string, status: number, text: string): PlatformError {
  if (isRedirect(status)) return redirected(url, status);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return unexpectedResponse(url, status, error);
  }
  const parsed = errorBodySchema.safeParse(body);
  return parsed.success ? apiError(url, status, parsed.data) : unexpectedResponse(url, status, parsed.error);
}

/** Browsers show a redirect that they do not follow as status 0. */
function isRedirect(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400 && status !== 304);
}

/** Whether this failure is only the caller's own abort coming back. */
export function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted !== true) return false;
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}
