import type { IncomingHttpHeaders } from 'node:http';

/** A request as handlers see it, independent of the transport. */
export interface HttpRequest {
  readonly method: string;
  /** As in the URL: still percent-encoded, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Aborts when the client has disconnected or the request has timed out. */
  readonly signal: AbortSignal;
  /** The whole body; rejects with a ProblemError when it is larger than the limit of the listener. */
  body(): Promise<Uint8Array>;
}

/** Handles a request; a thrown error becomes a problem document. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>;

/** A complete response. */
export interface HttpReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
