import { once } from 'node:events';
import { type Duplex, PassThrough, Writable } from 'node:stream';
import { CHANNELS, type ChannelMessage, type ChannelProtocol } from './channel-protocol.ts';
import { type CommandOutcome, outcomeText } from './command-outcome.ts';
import {
  type CommandSession,
  type ContainerStreams,
  readTerminalSize,
  type TerminalSize,
  type WantedStreams,
} from './container-streams.ts';
import { flushOutput } from './flush-output.ts';
import { ValueQueue } from './value-queue.ts';
import { WebSocketConnection } from './websocket-connection.ts';

const NOTHING = new Uint8Array();

/** A node's end of a command over a WebSocket. */
export function websocketCommand(socket: Duplex, protocol: ChannelProtocol, wanted: WantedStreams): CommandSession {
  return new WebSocketCommand(socket, protocol, wanted);
}

class WebSocketCommand implements CommandSession {
  readonly streams: ContainerStreams;
  readonly #connection: WebSocketConnection;
  readonly #protocol: ChannelProtocol;
  readonly #gone = new AbortController();
  readonly #stdin = new PassThrough();
  readonly #sizes = new ValueQueue<TerminalSize>();

  constructor(socket: Duplex, protocol: ChannelProtocol, wanted: WantedStreams) {
    this.#connection = new WebSocketConnection({ socket });
    this.#protocol = protocol;
    this.streams = {
      ...(wanted.stdin && { stdin: this.#stdin }),
      ...(wanted.stdout && { stdout: this.#writer(CHANNELS.stdout) }),
      ...(wanted.stderr && !wanted.tty && { stderr: this.#writer(CHANNELS.stderr) }),
      ...(wanted.tty && { resize: this.#sizes }),
    };
    // Clients learn by the first message that the connection stands; it is on the first channel that they read.
    const first = wanted.stdout ? 'stdout' : this.streams.stderr !== undefined ? 'stderr' : 'error';
    this.#send({ kind: 'data', channel: CHANNELS[first], bytes: NOTHING }).catch(() => undefined);
    void this.#read(wanted.stdin);
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  async finish(outcome: CommandOutcome, command: readonly string[]): Promise<void> {
    await flushOutput(this.streams);
    const text = outcomeText(outcome, command, this.#protocol.outcome);
    await this.#send({ kind: 'data', channel: CHANNELS.error, bytes: Buffer.from(text) });
    this.#connection.close();
  }

  async #read(withStdin: boolean): Promise<void> {
    try {
      for await (const message of this.#connection.messages())
        await this.#receive(this.#protocol.decode(message), withStdin);
    } catch (error) {
      this.#gone.abort(error);
      this.#connection.destroy();
    } finally {
      this.#stdin.end();
      this.#sizes.end();
      this.#gone.abort(new Error('the client is gone'));
    }
  }

  async #receive(message: ChannelMessage, withStdin: boolean): Promise<void> {
    if (message.channel === CHANNELS.stdin && withStdin) {
      if (message.kind === 'close') this.#stdin.end();
      else if (!this.#stdin.writableEnded && !this.#stdin.write(message.bytes)) {
        await once(this.#stdin, 'drain', { signal: this.#gone.signal });
      }
    } else if (message.channel === CHANNELS.resize && message.kind === 'data') {
      const size = readTerminalSize(Buffer.from(message.bytes).toString());
      if (size !== undefined) this.#sizes.push(size);
    }
  }

  #writer(channel: number): Writable {
    const stream = new Writable({
      write: (bytes: Uint8Array, _encoding, done) => {
        this.#send({ kind: 'data', channel, bytes }).then(() => done(), done);
      },
    });
    // A write after the client has gone fails; the signal reports that.
    stream.on('error', () => undefined);
    return stream;
  }

  #send(message: ChannelMessage): Promise<void> {
    return this.#connection.send(this.#protocol.encode(message), this.#protocol.frames);
  }
}
