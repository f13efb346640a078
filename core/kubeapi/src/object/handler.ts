import type { Duplex } from 'node:stream';
import type { WatchEvent } from './object.ts';

/**
 * The seam between the planes: a Kubernetes API as a function. The embedded API server implements it directly
 * (loopback); an HTTP transport implements it by sending the request to any cluster. The user of an ApiHandler
 * cannot see which it is.
 */
export type ApiHandler = (request: ApiRequest) => Promise<ApiResponse>;

/** HEAD and OPTIONS are for what is behind a proxy alone. */
export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

export interface UserInfo {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** More attributes from the credentials: of which pod, by which token. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface ApiRequest {
  readonly method: ApiMethod;
  /** Path as in the URL, still percent-encoded, without query: `/api/v1/namespaces/default/pods/p`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The headers whose values may hold commas, line by line as they were sent; in `headers` the lines are joined. */
  readonly headerLines?: Readonly<Record<string, readonly string[]>>;
  readonly body?: ApiBody;
  /** The caller, as authenticated by the component that received the request. Transports with credentials of their own leave it out. */
  readonly user?: UserInfo;
  /**
   * What the caller accepts besides whole responses: `stream`, bytes as they come; `upgrade`, the connection itself (and
   * whole responses, where that is refused). Without it a stream is collected into `text`.
   */
  readonly expect?: 'stream' | 'upgrade';
  /** Ends a watch or a stream, and abandons anything else. */
  readonly signal?: AbortSignal;
  /**
   * Called right before the request is sent, however long it had to wait for its turn, and each time it is repeated:
   * the last moment to abort the signal.
   */
  readonly beforeSending?: () => void;
}

/**
 * `value`: already parsed, as a caller in the same process has it; the handler never changes it and never keeps it
 * (it copies). `bytes`: as it came over the wire, to be read by its content type.
 */
export type ApiBody =
  | { readonly kind: 'value'; readonly value: unknown; readonly contentType?: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly contentType?: string };

export type ApiResponse =
  | ApiObjectResponse
  | ApiWatchResponse
  | ApiTextResponse
  | ApiStreamResponse
  | ApiUpgradeResponse;

/** A JSON response: an object, a list, a Table, a Status, a discovery document. In loopback it is deep-frozen and shared. */
export interface ApiObjectResponse {
  readonly kind: 'object';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly object: unknown;
}

/** A watch: batches of events that happened together. It ends by finishing, never by throwing; errors come as ERROR events. */
export interface ApiWatchResponse {
  readonly kind: 'watch';
  readonly status: 200;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly events: AsyncIterable<readonly WatchEvent[]>;
}

export interface ApiTextResponse {
  readonly kind: 'text';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string;
}

/** Bytes while they come: a log that is followed. Only for callers that expect a stream. */
export interface ApiStreamResponse {
  readonly kind: 'stream';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Ends by finishing; throws when the source broke off. Breaking out of the loop abandons the source. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The connection now belongs to the caller, byte for byte; `socket` carries what follows the 101. */
export interface ApiUpgradeResponse {
  readonly kind: 'upgrade';
  readonly status: 101;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly socket: Duplex;
}
