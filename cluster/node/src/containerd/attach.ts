import { request } from 'node:http';
import type { Duplex, Readable, Writable } from 'node:stream';
import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { type CommandOutcome, type ContainerStreams, SpdySession, type TerminalSize } from '@kubemin/kubeapi/stream';

const PROTOCOL = 'v4.channel.k8s.io';

export interface AttachOptions {
  /** Of containerd's streaming server, with the token of this connection. */
  readonly url: string;
  /** Connects to a port on the loopback address of the node. */
  readonly dial: (port: number) => Promise<Duplex>;
  readonly streams: ContainerStreams;
  readonly tty: boolean;
  readonly hasInput: boolean;
}

/** Connects streams to the process of a container, until it ends or the signal aborts. Over SPDY, where input can end on its own. */
export async function attachToTask(options: AttachOptions, signal: AbortSignal): Promise<CommandOutcome> {
  const { streams, tty, hasInput } = options;
  const socket = await upgrade(options);
  const session = new SpdySession({ socket, role: 'client' });
  const abort = (): void => session.destroy();
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    const open = (streamtype: string): Promise<Duplex> => session.open({ streamtype });
    const error = await open('error');
    error.resume();
    const { stdin } = streams;
    const input = hasInput && stdin !== undefined ? { from: stdin, to: await open('stdin') } : undefined;
    const stdout = await open('stdout');
    const stderr = tty ? undefined : await open('stderr');
    const copying = [copy(stdout, streams.stdout), ...(stderr === undefined ? [] : [copy(stderr, streams.stderr)])];
    if (tty && streams.resize !== undefined) void writeSizes(streams.resize, await open('resize'));
    input?.from.pipe(input.to);
    await Promise.race([Promise.all(copying), session.closed]);
    if (input !== undefined) input.from.unpipe(input.to);
    return { kind: 'exited', exitCode: 0 };
  } finally {
    signal.removeEventListener('abort', abort);
    session.destroy();
    await session.closed;
  }
}

async function upgrade({ url, dial }: AttachOptions): Promise<Duplex> {
  const { port, pathname } = new URL(url);
  const connection = await dial(Number(port));
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const call = request({
    createConnection: () => connection,
    method: 'POST',
    path: pathname,
    headers: { Connection: 'Upgrade', Upgrade: 'SPDY/3.1', 'X-Stream-Protocol-Version': PROTOCOL },
  });
  call.on('upgrade', (_response, socket, head) => {
    if (head.length > 0) socket.unshift(head);
    resolve(socket);
  });
  call.on('response', (response) => {
    const reason = `containerd refused to attach: ${response.statusCode ?? ''}`;
    reject(new TerminalError(verbatim(reason), { code: 'ATTACH_REFUSED' }));
    connection.destroy();
  });
  call.on('error', reject);
  call.end();
  return promise;
}

function copy(from: Readable, to: Writable | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  from.on('end', resolve).on('close', resolve);
  if (to === undefined) from.resume();
  else {
    from.pipe(to, { end: false });
    to.on('error', () => {
      from.unpipe(to);
      from.resume();
    });
  }
  return promise;
}

async function writeSizes(sizes: AsyncIterable<TerminalSize>, stream: Writable): Promise<void> {
  for await (const { width, height } of sizes) {
    if (stream.destroyed) return;
    stream.write(`${JSON.stringify({ Width: width, Height: height })}\n`);
  }
}
