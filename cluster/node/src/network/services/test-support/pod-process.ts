import { execFileSync } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/**
 * A pod of `pod-traffic.ts`, in a network namespace of its own. It reads commands from standard input and prints one line
 * for each: `address <address>` sets up its network, and a server that replies with the address of this pod and that of
 * the client; `connect <address> <port>` prints what the server there replies, or the code of the error.
 */
const PORT = 8080;

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
  return 'ready';
}

async function read(address: string, port: number): Promise<string> {
  try {
    return await text(connect({ host: address, port }));
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command, address = '', port] = line.split(' ');
  const result = command === 'address' ? await setUp(address) : await read(address, Number(port));
  process.stdout.write(`${result}\n`);
}
process.exit(0);
