import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/**
 * A pod of `pod-traffic.ts`, in a network namespace of its own. It reads commands from standard input and prints one line
 * for each: `address <address>` sets up its network, and a server that replies with the address of this pod and that of
 * the client; `connect <address> <port>` prints what the server there replies, or the code of the error; `send <address>
 * <port> <from>` sends a datagram with that source, and `received` prints the sources of those that came to this pod.
 */
const PORT = 8080;
/** After which a connection is given up: packets that are dropped are not reported. */
const SILENCE_MS = 1_000;

function endSilent(this: Socket): void {
  this.destroy(Object.assign(new Error('no reply'), { code: 'ETIMEDOUT' }));
}

const received: string[] = [];

async function setUp(address: string): Promise<string> {
  const commands = [
    'link set lo up',
    `address add ${address}/32 dev eth0`,
    'link set eth0 up',
    'route add 169.254.1.1 dev eth0 scope link',
    `route add default via 169.254.1.1 src ${address}`,
  ];
  execFileSync('ip', ['-batch', '-'], { input: `${commands.join('\n')}\n` });
  const server = createServer((socket) => socket.resume().end(`${address} from ${socket.remoteAddress}`));
  await new Promise<void>((resolve) => server.listen(PORT, '0.0.0.0', resolve));
  const datagrams = createSocket('udp4').on('message', (_message, from) => received.push(from.address));
  await new Promise<void>((resolve) => datagrams.bind(PORT, resolve));
  return 'ready';
}

async function read(address: string, port: number): Promise<string> {
  try {
    return await text(connect({ host: address, port, timeout: SILENCE_MS }).on('timeout', endSilent));
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

async function send(address: string, port: number, from: string): Promise<string> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, from, resolve));
  await new Promise((resolve) => socket.send('hello', port, address, resolve));
  socket.close();
  return 'sent';
}

const COMMANDS: Readonly<Record<string, (...words: readonly string[]) => Promise<string>>> = {
  address: (address = '') => setUp(address),
  connect: (address = '', port = '') => read(address, Number(port)),
  send: (address = '', port = '', from = '') => send(address, Number(port), from),
  received: async () => received.join(),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', ...words] = line.split(' ');
  process.stdout.write(`${await COMMANDS[command]?.(...words)}\n`);
}
process.exit(0);
