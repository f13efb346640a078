import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Clock, type Logger, RetryableError, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { NodeConnections } from '@kubemin/kubeapi';
import {
  PORT_FORWARD_PROTOCOL,
  servePortForward,
  TUNNELED_PORT_FORWARD_PROTOCOL,
  WebSocketConnection,
  websocketTunnel,
} from '@kubemin/kubeapi/stream';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { type KubeletCall, kubeletCall } from './kubelet-call.ts';
import { KubeletError, type LogOptions, type NodeWork } from './node-work.ts';
import { resourceMetrics } from './resource-metrics.ts';
import { serveAttach, serveExec } from './serve-command.ts';
import { negotiate, switchProtocols, type Upgrade } from './upgrade.ts';

const KNOWN = { websocket: [TUNNELED_PORT_FORWARD_PROTOCOL], spdy: [PORT_FORWARD_PROTOCOL] };

/** `/portForward/NS/POD`: connections to ports of the pod, as many as the client opens. */
async function servePortForwardCall(
  { work }: { readonly work: NodeWork },
  { at }: KubeletCall,
  { headers, socket }: Upgrade,
): Promise<void> {
  const { node, namespace, pod } = at;
  const place = { node, namespace, pod };
  await work.requireRunning(place);
  const form = negotiate(headers, KNOWN);
  switchProtocols(socket, form);
  const carrier = form.kind === 'websocket' ? websocketTunnel(new WebSocketConnection({ socket })) : socket;
  const session = servePortForward(carrier, (port, connection) => work.portForward(place, port, connection));
  await session.closed;
}

/** What the kubelets serve from. */
export interface KubeletParts {
  readonly work: NodeWork;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether a node responds at all. @default all do */
  readonly isResponding?: (node: string) => boolean;
  /** Whether a node is one of those that are simulated here. @default all are */
  readonly has?: (node: string) => boolean;
}

type CallHandler = (parts: KubeletParts, call: KubeletCall, response: ServerResponse) => Promise<void>;

const HANDLERS: Readonly<Record<string, CallHandler>> = {
  containerLogs: serveLogs,
  stats: serveSummary,
  metrics: serveMetrics,
  pods: servePods,
  healthz: async (_parts, _call, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('ok');
  },
};

type UpgradeHandler = (parts: KubeletParts, call: KubeletCall, upgrade: Upgrade) => Promise<void>;

const UPGRADE_HANDLERS: Readonly<Record<string, UpgradeHandler>> = {
  exec: serveExec,
  attach: serveAttach,
  portForward: servePortForwardCall,
};

/**
 * The kubelet API of nodes of this process: of all simulated ones, which are reached by connect, and of one that runs
 * containers, which accepts connections that were made elsewhere. It listens on no port. Requests are served while the nodes run.
 */
export class KubeletServer implements NodeConnections {
  readonly #server: Server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  readonly #nodes = new WeakMap<object, string>();
  readonly #open = new Set<Duplex>();
  #parts: KubeletParts | undefined;

  constructor() {
    this.#server.on('request', (request, response) => {
      void this.#handle(request, response);
    });
    this.#server.on('upgrade', (request, socket, head) => {
      if (head.byteLength > 0) socket.unshift(head);
      void this.#upgrade(request, socket);
    });
  }

  /** From now on requests can be served. */
  serve(parts: KubeletParts): void {
    this.#parts = parts;
  }

  /** Ends all connections; later ones are refused until the nodes run again. */
  stop(): void {
    this.#parts = undefined;
    for (const connection of this.#open) connection.destroy();
  }

  /** Whether a node of this name runs here, whatever its Node object claims. */
  has(name: string): boolean {
    return this.#parts !== undefined && this.#parts.has?.(name) !== false;
  }

  async connect(node: Node): Promise<Duplex> {
    const name = node.metadata.name ?? '';
    if (this.#parts === undefined) {
      throw new RetryableError(verbatim(`the simulated node ${name} is not running`), { code: 'NODE_NOT_RUNNING' });
    }
    if (!this.has(name)) {
      throw new RetryableError(verbatim(`node ${name} is not simulated here`), { code: 'NODE_NOT_REGISTERED' });
    }
    if (this.#parts.isResponding?.(name) === false) {
      throw new RetryableError(verbatim(`the simulated node ${name} does not respond: a rule has stopped it`), {
        code: 'NODE_SILENT',
      });
    }
    const [near, far] = duplexPair();
    // One end going is the other's end of file, not its end.
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('error', () => near.destroy());
    this.accept(name, far);
    return near;
  }

  /** Serves the kubelet API of a node on a connection that was made elsewhere. */
  accept(name: string, connection: Duplex): void {
    this.#nodes.set(connection, name);
    this.#open.add(connection);
    connection.on('close', () => this.#open.delete(connection)).on('error', () => connection.destroy());
    this.#server.emit('connection', connection);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    try {
      const call = kubeletCall(request.url ?? '/', this.#nodes.get(request.socket) ?? '', gone.signal);
      const handler = HANDLERS[call.root];
      if (handler === undefined) throw new KubeletError(404, '404 page not found');
      await handler(this.#running(), call, response);
    } catch (error) {
      this.#refuse(response, error, gone.signal);
    }
  }

  async #upgrade(request: IncomingMessage, socket: Duplex): Promise<void> {
    const gone = new AbortController();
    socket.on('close', () => gone.abort());
    try {
      const call = kubeletCall(request.url ?? '/', this.#nodes.get(socket) ?? '', gone.signal);
      const handler = UPGRADE_HANDLERS[call.root];
      if (handler === undefined) throw new KubeletError(404, '404 page not found');
      await handler(this.#running(), call, { headers: request.headers, socket });
    } catch (error) {
      if (!(error instanceof KubeletError)) {
        socket.destroy();
        return;
      }
      const body = error.message;
      const head = `content-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
      socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Refused'}\r\n${head}\r\n\r\n${body}`);
    }
  }

  #running(): KubeletParts {
    if (this.#parts !== undefined) return this.#parts;
    throw new KubeletError(503, 'this node is not running');
  }

  #refuse(response: ServerResponse, error: unknown, gone: AbortSignal): void {
    if (gone.aborted || response.headersSent) {
      response.destroy();
      return;
    }
    const status = error instanceof KubeletError ? error.status : 500;
    if (status === 500) this.#parts?.logger.error('a kubelet request failed', { error: toError(error) });
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(toError(error).message);
  }
}

/** `GET /containerLogs/NS/POD/CONTAINER`. */
async function serveLogs(
  { work, clock }: { readonly work: NodeWork; readonly clock: Clock },
  { at, query, signal }: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  const body = await work.logs(at, logOptions(query, clock.now()), signal);
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.flushHeaders();
  await pipeline(body, response);
}

function logOptions(query: URLSearchParams, now: number): LogOptions {
  const seconds = numberParameter(query, 'sinceSeconds');
  const since = query.get('sinceTime');
  return {
    follow: query.get('follow') === 'true',
    previous: query.get('previous') === 'true',
    timestamps: query.get('timestamps') === 'true',
    tailLines: numberParameter(query, 'tailLines'),
    sinceMs: seconds === undefined ? (since === null ? undefined : Date.parse(since)) : now - seconds * 1000,
    limitBytes: numberParameter(query, 'limitBytes'),
  };
}

function numberParameter(query: URLSearchParams, field: string): number | undefined {
  const text = query.get(field);
  if (text === null) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new KubeletError(400, `${field} must be a whole number, not ${JSON.stringify(text)}`);
}

/** `GET /stats/summary`: what the node and the containers on it use. */
async function serveSummary(
  { work }: { readonly work: NodeWork },
  { at }: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  if (at.namespace !== 'summary') throw new KubeletError(404, '404 page not found');
  const body = JSON.stringify(await work.summary(at.node));
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

/** `GET /metrics/resource`: the same, for Prometheus. */
async function serveMetrics(
  { work, clock }: { readonly work: NodeWork; readonly clock: Clock },
  { at }: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  if (at.namespace !== 'resource') throw new KubeletError(404, '404 page not found');
  const body = resourceMetrics(await work.summary(at.node), clock.now());
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
}

/** `GET /pods`: the pods bound to the node. */
async function servePods(
  { work }: { readonly work: NodeWork },
  { at }: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  const list = { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: await work.pods(at.node) };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
}
