import { execFile } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { decodeMessage, encodeMessage, RECORD_TYPE } from '../../cluster/node/src/network/index.ts';
import { BenchChild } from '../support/bench-child.ts';
import { childSettings, serveRequests, type Values } from './namespace-child.ts';

/** Asks the cluster DNS and a bare UDP server the same, in a network of their own: `dns` and `bare` in turn. */
const { names, queries } = childSettings<{ readonly names: number; readonly queries: number }>();
const SOCKETS = 8;
/** Of each socket, at the same time. */
const IN_FLIGHT = 8;
const LOOPBACK = '127.0.0.1';
const FLAGS = { response: false, opcode: 0, authoritative: false, truncated: false, recursionAvailable: false };

const messages = Array.from({ length: names }, (_, index) =>
  encodeMessage({
    ...{ id: index, ...FLAGS, recursionDesired: true, rcode: 0 },
    questions: [{ name: `service-${index}.shop.svc.cluster.local`, type: RECORD_TYPE.A, class: 1 }],
    ...{ answers: [], authorities: [], additionals: [] },
  }),
);

async function openSocket(port: number): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.connect(port, LOOPBACK);
  await once(socket, 'connect');
  return socket;
}

async function measure(server: BenchChild, answers: number): Promise<Values> {
  const port = await server.port();
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(port)));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let sent = 0;
  let received = 0;
  const sendNext = (socket: Socket): void => {
    const message = messages[sent % names];
    if (sent >= queries || message === undefined) return;
    sent += 1;
    socket.send(message);
  };
  const before = await server.ask('usage');
  const began = performance.now();
  for (const socket of sockets) {
    socket.on('error', reject).on('message', (message) => {
      if (received === 0 && decodeMessage(message)?.answers.length !== answers) reject(new Error('wrong answer'));
      received += 1;
      if (received === queries) resolve();
      sendNext(socket);
    });
    for (let count = 0; count < IN_FLIGHT; count += 1) sendNext(socket);
  }
  await promise;
  const seconds = (performance.now() - began) / 1000;
  const after = await server.ask('usage');
  for (const socket of sockets) socket.close();
  return { perSecond: queries / seconds, cpuMicros: (after.cpuMicros - before.cpuMicros) / queries };
}

await promisify(execFile)('ip', ['link', 'set', 'lo', 'up']);
const script = fileURLToPath(new URL('dns-server-child.ts', import.meta.url));
const dns = new BenchChild({ script, settings: { kind: 'dns', names } });
const bare = new BenchChild({ script, settings: { kind: 'bare', names } });
serveRequests({ dns: () => measure(dns, 1), bare: () => measure(bare, 0) }, async () => {
  await Promise.all([dns.stop(), bare.stop()]);
});
