import type { IncomingHttpHeaders } from 'node:http';

/** A request as handlers see it, whatever carried it. */
export interface HttpRequest {
  readonly method: string;
  /** As in the URL: still percent-encoded, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Aborts when the client has gone or the time for the answer is over. */
  readonly signal: AbortSignal;
  /** The whole body; rejects with a ProblemError when it is larger than the listener takes. */
  body(): Promise<Uint8Array>;
}

/** Answers a request; what it throws becomes a problem document. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>;

/** An answer, complete. */
export interface HttpReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
