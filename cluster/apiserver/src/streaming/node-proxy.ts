import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { toError } from '@kubemin/base';
import {
  type ApiMethod,
  type ApiResponse,
  internal,
  type NodeConnections,
  type StatusError,
  serviceUnavailable,
} from '@kubemin/kubeapi';
import type { Node } from '@kubemin/kubeapi/types/core.v1';

/** A request to the kubelet endpoint of a node. */
export interface NodeRequest {
  readonly node: Node;
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

const NEVER = new AbortController().signal;

/** Asks nodes on behalf of clients; a connection for each question, ended with its answer. */
export class NodeProxy {
  readonly #connections: NodeConnections | undefined;

  constructor(connections: NodeConnections | undefined) {
    this.#connections = connections;
  }

  /** What the node says, as it says it. Throws 500 where it cannot be reached, 503 where no node can. */
  async send(request: NodeRequest): Promise<ApiResponse> {
    const { node, signal = NEVER } = request;
    if (this.#connections === undefined) {
      throw serviceUnavailable(
        'this API server has no connections to nodes: logs, exec and port-forward are not served',
      );
    }
    try {
      const connection = await this.#connections.connect(node, signal);
      return await exchange(connection, request);
    } catch (error) {
      signal.throwIfAborted();
      throw unreachable(request, error);
    }
  }
}

function exchange(connection: Duplex, { method, path, query, headers, body, node, signal }: NodeRequest) {
  const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>();
  const outgoing: ClientRequest = httpRequest({
    createConnection: () => connection,
    method,
    host: node.metadata.name ?? '',
    path: `${path}${query.size === 0 ? '' : `?${query}`}`,
    headers,
  });
  const cut = (): void => {
    connection.destroy();
  };
  signal?.addEventListener('abort', cut, { once: true });
  connection.on('close', () => signal?.removeEventListener('abort', cut));
  outgoing.on('error', reject);
  outgoing.on('response', (message) => resolve(streamOf(message)));
  outgoing.on('upgrade', (message, socket, head) => {
    if (head.byteLength > 0) socket.unshift(head);
    // Without a listener, one that breaks before somebody takes it would end the process.
    socket.on('error', cut);
    resolve({ kind: 'upgrade', status: 101, headers: upgradeHeaders(message), socket });
  });
  outgoing.end(body);
  return promise;
}

function streamOf(message: IncomingMessage): ApiResponse {
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

function unreachable({ method, node, path }: NodeRequest, error: unknown): StatusError {
  const port = node.status?.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  const verb = `${method.slice(0, 1)}${method.slice(1).toLowerCase()}`;
  return internal(new Error(`${verb} "https://${node.metadata.name}:${port}${path}": ${toError(error).message}`));
}
