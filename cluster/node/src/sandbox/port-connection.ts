import { spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import { verbatim } from '@kubemin/base/message';
import { RuntimeError } from '../runtime/index.ts';

/**
 * A process cannot enter a network namespace for one connection and leave it again, so another one does, and passes the
 * bytes on. It reports the connection by a line on file descriptor 3.
 */
const RELAY = `
const socket = require('node:net').connect({ host: '127.0.0.1', port: Number(process.argv[1]), allowHalfOpen: true });
const { createWriteStream } = require('node:fs');
const report = createWriteStream(null, { fd: 3 });
// process.stdout cannot be ended.
const output = createWriteStream(null, { fd: 1 });
socket.on('connect', () => {
  report.end('connected\\n');
  process.stdin.pipe(socket).pipe(output);
});
socket.on('error', (error) => report.end(error.code + '\\n', () => process.exit(1)));
output.on('error', () => process.exit(0));
`;

/** Connects to a port on the loopback address of the namespace that the words `enter`. */
export async function connectInNamespace(enter: readonly string[], port: number): Promise<Duplex> {
  const [program = '', ...words] = [...enter, process.execPath, '-e', RELAY, String(port)];
  const child = spawn(program, words, { env: {}, stdio: ['pipe', 'pipe', 'ignore', 'pipe'] });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let report = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    report += chunk.toString();
  });
  child.stdio[3]?.on('close', () => resolve(report.trim()));
  child.on('error', reject);
  const outcome = await promise;
  if (outcome === 'connected') {
    const connection = Duplex.from({ readable: child.stdout, writable: child.stdin });
    connection.on('close', () => child.kill());
    return connection;
  }
  const reason = outcome === 'ECONNREFUSED' ? 'connection refused' : outcome || 'the relay ended';
  throw new RuntimeError('NOT_RUNNING', verbatim(`dial tcp4 127.0.0.1:${port}: connect: ${reason}`));
}
