import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiMethod, ApiResponse } from '@kubemin/kubeapi';

/** A request to a backend of the API server. */
export interface BackendRequest {
  readonly method: ApiMethod;
  /** Percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Of one hop only, or about a body that comes in other pieces here. */
const HOP_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'te', 'trailer', 'upgrade'];

/** Sends a request over a connection, which ends with the response. The response is passed on unchanged. */
export function sendRequest(connection: Duplex, host: string, question: BackendRequest): Promise<ApiResponse> {
  const { method, path, query, headers, body, signal } = question;
  const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>();
  const outgoing: ClientRequest = httpRequest({
    createConnection: () => connection,
    method,
    path: `${path}${query.size === 0 ? '' : `?${query}`}`,
    headers: { ...headers, host },
  });
  const cut = (): void => {
    connection.destroy();
  };
  signal?.addEventListener('abort', cut, { once: true });
  connection.on('close', () => signal?.removeEventListener('abort', cut));
  outgoing.on('error', reject);
  outgoing.on('response', (message) => resolve(toStreamResponse(message)));
  outgoing.on('upgrade', (message, socket, head) => {
    if (head.byteLength > 0) socket.unshift(head);
    // Without a listener, a socket that breaks before it is used would end the process.
    socket.on('error', cut);
    resolve({ kind: 'upgrade', status: 101, headers: upgradeHeaders(message), socket });
  });
  outgoing.end(body);
  return promise;
}

function toStreamResponse(message: IncomingMessage): ApiResponse {
  const kept = Object.entries(message.headers).flatMap(([name, value]) =>
    value === undefined || HOP_HEADERS.includes(name) ? [] : [[name, value] as const],
  );
  return { kind: 'stream', status: message.statusCode ?? 502, headers: Object.fromEntries(kept), body: message };
}

/** The names of these are read by clients that mind their case. */
function upgradeHeaders({ rawHeaders }: IncomingMessage): Readonly<Record<string, string>> {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
  return Object.fromEntries(pairs);
}

/** For a race with work that may not notice the end of its signal. */
export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(new Error('context canceled'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
