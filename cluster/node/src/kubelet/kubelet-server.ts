import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { type Clock, type Logger, RetryableError, toError } from '@kubemin/base';
import type { NodeConnections } from '@kubemin/kubeapi';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { answerAttach, answerExec } from './command-answer.ts';
import { type KubeletCall, kubeletCall } from './kubelet-call.ts';
import { answerLogs } from './log-answer.ts';
import { KubeletRefusal, type NodeWork } from './node-work.ts';
import { answerPortForward } from './port-answer.ts';
import { answerMetrics, answerPods, answerSummary } from './stats-answer.ts';
import type { Upgrade } from './upgrade.ts';

/** What the kubelets answer from. */
export interface KubeletParts {
  readonly work: NodeWork;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether a node answers at all. @default all do */
  readonly answers?: (node: string) => boolean;
  /** Whether a node is one of those that are simulated here. @default all are */
  readonly has?: (node: string) => boolean;
}

type Answer = (parts: KubeletParts, call: KubeletCall, response: ServerResponse) => Promise<void>;

const ANSWERS: Readonly<Record<string, Answer>> = {
  containerLogs: answerLogs,
  stats: answerSummary,
  metrics: answerMetrics,
  pods: answerPods,
  healthz: async (_parts, _call, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('ok');
  },
};

type UpgradeAnswer = (parts: KubeletParts, call: KubeletCall, upgrade: Upgrade) => Promise<void>;

const UPGRADES: Readonly<Record<string, UpgradeAnswer>> = {
  exec: answerExec,
  attach: answerAttach,
  portForward: answerPortForward,
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
      void this.#answer(request, response);
    });
    this.#server.on('upgrade', (request, socket, head) => {
      if (head.byteLength > 0) socket.unshift(head);
      void this.#upgrade(request, socket);
    });
  }

  /** From now on there is something to answer from. */
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
      throw new RetryableError(`the simulated node ${name} is not running`, { code: 'NODE_NOT_RUNNING' });
    }
    if (!this.has(name)) {
      throw new RetryableError(`node ${name} is not simulated here`, { code: 'NODE_NOT_REGISTERED' });
    }
    if (this.#parts.answers?.(name) === false) {
      throw new RetryableError(`the simulated node ${name} does not answer: it has fallen silent`, {
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    try {
      const call = kubeletCall(request.url ?? '/', this.#nodes.get(request.socket) ?? '', gone.signal);
      const answer = ANSWERS[call.root];
      if (answer === undefined) throw new KubeletRefusal(404, '404 page not found');
      await answer(this.#running(), call, response);
    } catch (error) {
      this.#refuse(response, error, gone.signal);
    }
  }

  async #upgrade(request: IncomingMessage, socket: Duplex): Promise<void> {
    const gone = new AbortController();
    socket.on('close', () => gone.abort());
    try {
      const call = kubeletCall(request.url ?? '/', this.#nodes.get(socket) ?? '', gone.signal);
      const answer = UPGRADES[call.root];
      if (answer === undefined) throw new KubeletRefusal(404, '404 page not found');
      await answer(this.#running(), call, { headers: request.headers, socket });
    } catch (error) {
      if (!(error instanceof KubeletRefusal)) {
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
    throw new KubeletRefusal(503, 'this node is not running');
  }

  #refuse(response: ServerResponse, error: unknown, gone: AbortSignal): void {
    if (gone.aborted || response.headersSent) {
      response.destroy();
      return;
    }
    const status = error instanceof KubeletRefusal ? error.status : 500;
    if (status === 500) this.#parts?.logger.error('a kubelet request failed', { error: toError(error) });
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(toError(error).message);
  }
}
