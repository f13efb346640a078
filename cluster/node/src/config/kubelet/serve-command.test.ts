import { once } from 'node:events';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { silentLogger, systemClock } from '@kubemin/base';
import {
  CHANNEL_PROTOCOLS,
  CHANNELS,
  type ContainerStreams,
  SPDY_COMMAND_PROTOCOLS,
  SpdySession,
  WebSocketConnection,
} from '@kubemin/kubeapi/stream';
import { expect, test } from 'vitest';
import { KubeletServer } from './kubelet-server.ts';
import { channelProtocol } from './upgrade.ts';

const unused = (): never => {
  throw new Error('not asked');
};

/** What the command was given, and what it does: returns what it reads, in two streams, and fails. */
const command = async ({ stdin, stdout, stderr, resize }: ContainerStreams) => {
  const sizes: string[] = [];
  if (resize !== undefined && stdin !== undefined) {
    // A terminal has its size before anything is typed.
    for await (const { width, height } of resize) {
      sizes.push(`${width}x${height}`);
      break;
    }
  }
  const [input] = stdin === undefined ? [''] : await once(stdin, 'data');
  stdout?.write(`out ${input} ${sizes.join()}`);
  stderr?.write(`err ${input}`);
  return { kind: 'exited', exitCode: 3 } as const;
};

const kubelets = new KubeletServer();
kubelets.serve({
  clock: systemClock,
  logger: silentLogger,
  work: {
    requireRunning: async () => undefined,
    exec: (_at, _command, streams) => command(streams),
    attach: (_at, streams) => command(streams),
    ...{ logs: unused, portForward: unused, pods: unused, node: unused, configuration: unused },
    ...{ summary: unused, logDirectory: unused },
  },
});

/** The connection after an upgrade, and the protocol that was chosen. */
async function upgrade(headers: Record<string, string>, tty = false): Promise<{ socket: Duplex; protocol: unknown }> {
  const connection = await kubelets.connect({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'machine' } });
  const path = `/exec/default/web/main?command=cat&input=1&output=1&${tty ? 'tty=1' : 'error=1'}`;
  const asking = request({ path, createConnection: () => connection, headers: { connection: 'Upgrade', ...headers } });
  asking.end();
  const [response, socket, head] = await once(asking, 'upgrade');
  if (head.byteLength > 0) socket.unshift(head);
  const { 'sec-websocket-protocol': webSocket, 'x-stream-protocol-version': spdy } = response.headers;
  return { socket, protocol: webSocket ?? spdy };
}

const FAILED = { status: 'Failure', reason: 'NonZeroExitCode', details: { causes: [{ message: '3' }] } };
const WORDS = 'command terminated with non-zero exit code: error executing command [cat], exit code 3';

test.each([undefined, ...CHANNEL_PROTOCOLS.map(({ name }) => name)])(
  'over a WebSocket with %s a command reads, writes and ends',
  async (name) => {
    const offered = name === undefined ? {} : { 'sec-websocket-protocol': `unknown, ${name}` };
    const { socket, protocol } = await upgrade({ upgrade: 'websocket', 'sec-websocket-key': 'a2V5', ...offered });
    expect(protocol).toBe(name);
    const { encode, decode, frames, outcome } = channelProtocol(name);
    const connection = new WebSocketConnection({ socket, mask: () => Buffer.alloc(4) });
    const seen = new Map<number, string>();
    await connection.send(encode({ kind: 'data', channel: CHANNELS.stdin, bytes: Buffer.from('hello') }), frames);
    for await (const message of connection.messages()) {
      const { channel, ...content } = decode(message);
      const bytes = content.kind === 'data' ? Buffer.from(content.bytes).toString() : '';
      // The first message states that the connection stands.
      if (seen.size === 0) expect([channel, bytes]).toEqual([CHANNELS.stdout, '']);
      seen.set(channel, (seen.get(channel) ?? '') + bytes);
    }
    expect([seen.get(CHANNELS.stdout), seen.get(CHANNELS.stderr)]).toEqual(['out hello ', 'err hello']);
    const last = seen.get(CHANNELS.error) ?? '';
    if (outcome === 'status') expect(JSON.parse(last)).toMatchObject(FAILED);
    else expect(last).toBe(WORDS);
  },
);

test.each(SPDY_COMMAND_PROTOCOLS)('over SPDY with %s a command reads, writes and ends', async (name) => {
  const { socket, protocol } = await upgrade({ upgrade: 'SPDY/3.1', 'x-stream-protocol-version': name });
  expect(protocol).toBe(name);
  const session = new SpdySession({ socket, role: 'client' });
  const open = (streamtype: string) => session.open({ streamtype });
  const [error, stdin, stdout, stderr] = [
    await open('error'),
    await open('stdin'),
    await open('stdout'),
    await open('stderr'),
  ];
  stdin.end('hello');
  const [out, err, last] = await Promise.all([stdout, stderr, error].map((stream) => text(stream)));
  expect([out, err]).toEqual(['out hello ', 'err hello']);
  if (name === 'v4.channel.k8s.io') expect(JSON.parse(last ?? '')).toMatchObject(FAILED);
  else expect(last).toBe(WORDS);
  session.destroy();
});

test.each(SPDY_COMMAND_PROTOCOLS)(
  'over SPDY with %s a terminal has its size where the protocol carries one',
  async (name) => {
    const { socket } = await upgrade({ upgrade: 'SPDY/3.1', 'x-stream-protocol-version': name }, true);
    const session = new SpdySession({ socket, role: 'client' });
    const hasSize = ['v4.channel.k8s.io', 'v3.channel.k8s.io'].includes(name);
    const open = (streamtype: string) => session.open({ streamtype });
    const [, stdin, stdout] = [await open('error'), await open('stdin'), await open('stdout')];
    if (hasSize) (await open('resize')).write('{"Width":80,"Height":24}\n');
    stdin.write('hello');
    expect(await text(stdout)).toBe(`out hello ${hasSize ? '80x24' : ''}`);
    session.destroy();
  },
);

test('an unknown protocol is refused with those that are known', async () => {
  const connection = await kubelets.connect({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'machine' } });
  const headers = { connection: 'Upgrade', upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'v9.channel.k8s.io' };
  const path = '/exec/default/web/main?command=cat&output=1';
  const asking = request({ path, createConnection: () => connection, headers });
  asking.end();
  const [response] = await once(asking, 'response');
  expect([response.statusCode, await text(response)]).toEqual([
    403,
    expect.stringContaining(
      `client supports [v9.channel.k8s.io], server accepts [${SPDY_COMMAND_PROTOCOLS.join(' ')}]`,
    ),
  ]);
});
