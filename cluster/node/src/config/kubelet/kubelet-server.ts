import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Clock, type Logger, RetryableError, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { NodeConnections, UserInfo } from '@kubemin/kubeapi';
import { connectionPair } from '@kubemin/kubeapi/stream';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { type KubeletAuthority, requireKubeletAccess } from './kubelet-access.ts';
import { type KubeletCall, kubeletCall } from './kubelet-call.ts';
import { serveNodeLogs } from './node-logs.ts';
import { KubeletError, type NodeWork } from './node-work.ts';
import { countRequest } from './request-counts.ts';
import { serveAttach, serveExec } from './serve-command.ts';
import { serveContainerLog } from './serve-container-log.ts';
import { servePortForwardCall } from './serve-port-forward.ts';
import {
  type KubeletCounts,
  serveConfiguration,
  serveHealth,
  serveMetrics,
  servePods,
  serveRunningPods,
  serveSummary,
} from './serve-reports.ts';
import type { Upgrade } from './upgrade.ts';

/** What the kubelets serve from. */
export interface KubeletParts extends KubeletCounts {
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
  containerLogs: serveContainerLog,
  logs: serveNodeLogs,
  stats: serveSummary,
  metrics: serveMetrics,
  pods: servePods,
  runningpods: serveRunningPods,
  configz: serveConfiguration,
  healthz: serveHealth,
};

const READING = ['GET', 'HEAD'];

type UpgradeHandler = (parts: KubeletParts, call: KubeletCall, upgrade: Upgrade) => Promise<void>;

const UPGRADE_HANDLERS: Readonly<Record<string, UpgradeHandler>> = {
  exec: serveExec,
  attach: serveAttach,
  portForward: servePortForwardCall,
};

/** A connection, and how its client is judged; one that was made by the API server is not. */
interface AcceptedConnection {
  readonly node: string;
  readonly judge?: { readonly authority: KubeletAuthority; readonly certificate: UserInfo | undefined };
}

/**
 * The kubelet API of nodes of this process: of all simulated ones, which are reached by connect, and of one that runs
 * containers, which accepts connections that were made elsewhere (see listenKubelet). It listens on no port. Requests are served while the nodes run.
 */
export class KubeletServer implements NodeConnections {
  readonly #server: Server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  readonly #accepted = new WeakMap<object, AcceptedConnection>();
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
    const [near, far] = connectionPair();
    this.accept(name, far);
    return near;
  }

  /** Serves the kubelet API of a node on a connection that was made elsewhere: by the API server, unless `judge` is given. */
  accept(node: string, connection: Duplex, judge?: AcceptedConnection['judge']): void {
    this.#accepted.set(connection, { node, ...(judge !== undefined && { judge }) });
    this.#open.add(connection);
    connection.on('close', () => this.#open.delete(connection)).on('error', () => connection.destroy());
    this.#server.emit('connection', connection);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    try {
      const call = await this.#begin(request, request.socket, gone.signal);
      const handler = HANDLERS[call.root];
      if (handler === undefined && UPGRADE_HANDLERS[call.root] !== undefined) {
        throw new KubeletError(400, 'Upgrade request required');
      }
      if (handler === undefined) throw new KubeletError(404, '404 page not found');
      if (!READING.includes(request.method ?? '')) throw new KubeletError(405, '405: Method Not Allowed');
      const parts = this.#running();
      response.once('close', countRequest(parts, request.method ?? '', call));
      await handler(parts, call, response);
    } catch (error) {
      this.#refuse(response, error, gone.signal);
    }
  }

  /** Takes a request apart, and throws a KubeletError where its client may not make it. */
  async #begin(request: IncomingMessage, connection: object, signal: AbortSignal): Promise<KubeletCall> {
    const { url = '/', method = 'GET', headers } = request;
    const { node = '', judge } = this.#accepted.get(connection) ?? {};
    const [path = ''] = url.split('?', 1);
    if (judge !== undefined) await requireKubeletAccess(judge.authority, { ...judge, method, path, node, headers });
    return kubeletCall(url, node, signal);
  }

  async #upgrade(request: IncomingMessage, socket: Duplex): Promise<void> {
    const gone = new AbortController();
    socket.on('close', () => gone.abort());
    try {
      const call = await this.#begin(request, socket, gone.signal);
      const handler = UPGRADE_HANDLERS[call.root];
      if (handler === undefined) throw new KubeletError(404, '404 page not found');
      const parts = this.#running();
      socket.once('close', countRequest(parts, request.method ?? '', call));
      await handler(parts, call, { headers: request.headers, socket });
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
