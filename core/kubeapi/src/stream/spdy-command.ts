import type { Duplex } from 'node:stream';
import type { Clock } from '@kubemin/base';
import { type CommandOutcome, outcomeText } from './command-outcome.ts';
import {
  type CommandSession,
  type ContainerStreams,
  readTerminalSize,
  type TerminalSize,
  type WantedStreams,
} from './container-streams.ts';
import { endAndFlush, flushOutput } from './flush-output.ts';
import { SpdySession } from './spdy-session.ts';
import type { SpdyStream } from './spdy-stream.ts';
import { StreamProtocolError } from './stream-error.ts';
import { ValueQueue } from './value-queue.ts';

/** How long a client may take to open its streams. */
const PATIENCE_MS = 30_000;

/** What a command over SPDY needs to begin. */
export interface SpdyCommandOptions {
  readonly socket: Duplex;
  /** `v4.channel.k8s.io` and so on. */
  readonly protocol: string;
  readonly wanted: WantedStreams;
  readonly clock: Clock;
}

/** The protocols of commands over SPDY, in the order we like them. */
export const SPDY_COMMAND_PROTOCOLS: readonly string[] = [
  'v4.channel.k8s.io',
  'v3.channel.k8s.io',
  'v2.channel.k8s.io',
  'channel.k8s.io',
];

/** Without a stream for the size of the terminal. */
const WITHOUT_SIZES = ['v2.channel.k8s.io', 'channel.k8s.io'];

/** A node's end of a command over SPDY, once the client has opened all its streams. */
export async function spdyCommand({ socket, protocol, wanted, clock }: SpdyCommandOptions): Promise<CommandSession> {
  const opened = new Map<string, SpdyStream>();
  const expected = expectedStreams(wanted, protocol);
  const complete = Promise.withResolvers<void>();
  const session = new SpdySession({
    socket,
    role: 'server',
    onStream: (stream) => {
      opened.set(stream.headers.streamtype ?? '', stream);
      if (expected.every((type) => opened.has(type))) complete.resolve();
    },
  });
  const late = (): void =>
    complete.reject(new StreamProtocolError(`the streams ${expected.join(', ')} were not opened`));
  const cancel = clock.after(PATIENCE_MS, late);
  void session.closed.then(late);
  try {
    await complete.promise;
  } catch (error) {
    session.destroy();
    throw error;
  } finally {
    cancel();
  }
  return new SpdyCommand(session, { opened, protocol, tty: wanted.tty });
}

function expectedStreams({ stdin, stdout, stderr, tty }: WantedStreams, protocol: string): readonly string[] {
  return [
    'error',
    ...(stdin ? ['stdin'] : []),
    ...(stdout ? ['stdout'] : []),
    ...(stderr && !tty ? ['stderr'] : []),
    ...(tty && !WITHOUT_SIZES.includes(protocol) ? ['resize'] : []),
  ];
}

interface OpenedStreams {
  readonly opened: ReadonlyMap<string, SpdyStream>;
  readonly protocol: string;
  readonly tty: boolean;
}

class SpdyCommand implements CommandSession {
  readonly streams: ContainerStreams;
  readonly #session: SpdySession;
  readonly #error: SpdyStream | undefined;
  readonly #protocol: string;
  readonly #gone = new AbortController();

  constructor(session: SpdySession, { opened, protocol, tty }: OpenedStreams) {
    const [stdin, stdout, stderr] = [opened.get('stdin'), opened.get('stdout'), opened.get('stderr')];
    const resize = opened.get('resize');
    this.#session = session;
    this.#error = opened.get('error');
    this.#protocol = protocol;
    this.streams = {
      ...(stdin && { stdin }),
      ...(stdout && { stdout }),
      ...(stderr && { stderr }),
      // Without sizes there is a terminal all the same.
      ...(tty && { resize: resize === undefined ? noSizes() : readSizes(resize) }),
    };
    void session.closed.then(() => this.#gone.abort(new Error('the client is gone')));
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  async finish(outcome: CommandOutcome, command: readonly string[]): Promise<void> {
    await flushOutput(this.streams);
    const text = outcomeText(outcome, command, this.#protocol === 'v4.channel.k8s.io' ? 'status' : 'words');
    if (text !== '') this.#error?.write(text);
    await endAndFlush(this.#error);
    await this.#session.close();
  }
}

function noSizes(): AsyncIterable<TerminalSize> {
  const sizes = new ValueQueue<TerminalSize>();
  sizes.end();
  return sizes;
}

/** Each size is a line, or whatever came at once. */
function readSizes(stream: SpdyStream): AsyncIterable<TerminalSize> {
  const sizes = new ValueQueue<TerminalSize>();
  stream.on('data', (bytes: Uint8Array) => {
    for (const line of Buffer.from(bytes).toString().split('\n')) {
      const size = readTerminalSize(line);
      if (size !== undefined) sizes.push(size);
    }
  });
  stream.on('close', () => sizes.end());
  return sizes;
}
