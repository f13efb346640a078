import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Duplex, PassThrough, type Readable, Writable } from 'node:stream';
import { errorMessage, type Message, verbatim } from '@kubemin/base/message';
import { resourcePath } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import {
  CHANNEL_PROTOCOLS,
  CHANNELS,
  type ChannelMessage,
  type ChannelProtocol,
  type CommandOutcome,
  readOutcome,
  type TerminalSize,
  type WebSocketClose,
  WebSocketConnection,
} from '@kubemin/kubeapi/stream';
import { connectionMessages } from '../../messages/index.ts';
import { upgradedConnection } from '../resource/api-response.ts';
import type { KubeClient } from '../resource/kube-client.ts';
import type { RequestOptions } from '../resource/resource-client.ts';
import { protocolNotOffered, websocketHeaders } from './websocket-headers.ts';

/** A container, and what is shared with it. */
export interface PodAttachOptions extends RequestOptions {
  readonly namespace: string;
  readonly pod: string;
  /** May be left out for pods with one. */
  readonly container?: string | undefined;
  /** Whether the command is given something to read. @default false */
  readonly stdin?: boolean | undefined;
  /** Whether it has a terminal; then all it writes comes on stdout. @default false */
  readonly tty?: boolean | undefined;
}

/** What to run, and where. */
export interface PodCommandOptions extends PodAttachOptions {
  readonly command: readonly string[];
}

/** A command that runs in a container. */
export interface PodCommand {
  /** Ending it ends the input of the command, where the cluster supports that (Kubernetes 1.30 and later). */
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  resize(size: TerminalSize): Promise<void>;
  /** How it ended. Never rejects: a connection that breaks is a failure, too. */
  readonly outcome: Promise<CommandOutcome>;
}

const OFFERED_PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];

/** Starts a command in a container. Throws StatusError when the API refuses. */
export function startPodCommand(client: KubeClient, options: PodCommandOptions): Promise<PodCommand> {
  return openStreams(client, 'exec', options);
}

/**
 * Attaches to the command that a container was started with: its output from now on, and its input where it has one.
 * Detaching does not end the command.
 */
export function attachToPod(client: KubeClient, options: PodAttachOptions): Promise<PodCommand> {
  return openStreams(client, 'attach', { ...options, command: [] });
}

async function openStreams(
  client: KubeClient,
  subresource: 'exec' | 'attach',
  options: PodCommandOptions,
): Promise<PodCommand> {
  const { namespace, pod: name, container, command, stdin = false, tty = false, signal } = options;
  const path = resourcePath(core.v1.pods, { namespace, name, subresource });
  const query = new URLSearchParams({
    ...(container !== undefined && { container }),
    stdin: String(stdin),
    stdout: 'true',
    stderr: String(!tty),
    tty: String(tty),
  });
  for (const word of command) query.append('command', word);
  const response = await client.handler({
    method: 'GET',
    path,
    query,
    headers: websocketHeaders(OFFERED_PROTOCOLS),
    expect: 'upgrade',
    ...(signal && { signal }),
  });
  const { socket, protocol } = upgradedConnection(response, `GET ${path}`);
  return socketPodCommand(socket, protocol, `GET ${path}`);
}

/**
 * A command over a connection that has become a WebSocket with one of the protocols of Kubernetes. `request` is for the
 * error where the server has chosen another one.
 */
export function socketPodCommand(socket: Duplex, protocol: string | undefined, request: string): PodCommand {
  const chosen = CHANNEL_PROTOCOLS.find((known) => known.name === protocol && OFFERED_PROTOCOLS.includes(known.name));
  if (chosen !== undefined) return new WebSocketPodCommand(socket, chosen);
  socket.destroy();
  throw protocolNotOffered(request, protocol);
}

function brokenOff(text: Message): CommandOutcome {
  return { kind: 'failed', message: text.message, text };
}

function closeDetail({ code, reason }: WebSocketClose): Message {
  return connectionMessages.closeCode({ code, ...(reason !== '' && { reason: verbatim(`: ${reason}`) }) });
}

class WebSocketPodCommand implements PodCommand {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly stdin: Writable;
  readonly outcome: Promise<CommandOutcome>;
  readonly #connection: WebSocketConnection;
  readonly #protocol: ChannelProtocol;

  constructor(socket: Duplex, protocol: ChannelProtocol) {
    this.#connection = new WebSocketConnection({ socket, mask: () => randomBytes(4) });
    this.#protocol = protocol;
    this.stdin = new Writable({
      write: (bytes: Uint8Array, _encoding, done) => {
        this.#send({ kind: 'data', channel: CHANNELS.stdin, bytes }).then(() => done(), done);
      },
      final: (done) => {
        if (!protocol.closes) return done();
        this.#send({ kind: 'close', channel: CHANNELS.stdin }).then(() => done(), done);
      },
    });
    // Who writes to a command that is over learns it by its outcome.
    this.stdin.on('error', () => undefined);
    this.outcome = this.#read();
  }

  resize({ width, height }: TerminalSize): Promise<void> {
    const bytes = Buffer.from(JSON.stringify({ Width: width, Height: height }));
    return this.#send({ kind: 'data', channel: CHANNELS.resize, bytes });
  }

  async #read(): Promise<CommandOutcome> {
    const last: Uint8Array[] = [];
    try {
      for await (const message of this.#connection.messages())
        await this.#receive(this.#protocol.decode(message), last);
      const text = Buffer.concat(last).toString('utf8');
      if (text !== '') return readOutcome(text);
      const { received } = this.#connection;
      return brokenOff(
        connectionMessages.commandCutOff(received === undefined ? {} : { detail: closeDetail(received) }),
      );
    } catch (error) {
      return brokenOff(connectionMessages.connectionBroke({ reason: errorMessage(error) }));
    } finally {
      this.stdout.end();
      this.stderr.end();
      this.#connection.destroy();
    }
  }

  async #receive(message: ChannelMessage, last: Uint8Array[]): Promise<void> {
    if (message.kind === 'close') return;
    if (message.channel === CHANNELS.error) last.push(message.bytes);
    if (message.channel === CHANNELS.stdout) await writeWithBackpressure(this.stdout, message.bytes);
    if (message.channel === CHANNELS.stderr) await writeWithBackpressure(this.stderr, message.bytes);
  }

  #send(message: ChannelMessage): Promise<void> {
    return this.#connection.send(this.#protocol.encode(message), this.#protocol.frames);
  }
}

/** Waits until the reader can take more, or is closed. */
async function writeWithBackpressure(stream: PassThrough, bytes: Uint8Array): Promise<void> {
  if (stream.destroyed || stream.write(bytes)) return;
  // Without it, the listener for what did not happen would stay, one for each wait.
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).finally(() =>
    settled.abort(),
  );
}
