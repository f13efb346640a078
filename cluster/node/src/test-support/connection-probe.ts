import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { NODE_IMAGE } from '../images/base-images.ts';
import { dialThrough } from '../network/relay/socket-relay.ts';

/** A connection that a pod tries to open. */
export interface Probe {
  readonly protocol: 'tcp' | 'udp';
  readonly host: string;
  readonly port: number;
}

const CONTROL_PORT = 9000;
/** How long a datagram may stay without a reply. A packet that is refused is reported at once. */
const SILENCE_MS = 1_000;

/**
 * The program of a pod that connects to others when it is asked to. It serves its ports, replying with the address that it
 * sees, and at CONTROL_PORT takes one line of JSON: a list of probes, or a probe to repeat until the connection ends. It
 * replies with a line of results: what the other side sent, or the code of an error.
 */
const PROGRAM = `
const net = require('node:net'), dgram = require('node:dgram'), { text } = require('node:stream/consumers');
for (const port of [80, 81]) {
  net.createServer((socket) => socket.on('error', () => {}).resume().end(String(socket.remoteAddress))).listen(port, '0.0.0.0');
  const udp = dgram.createSocket('udp4');
  udp.on('message', (message, from) => udp.send(from.address, from.port, from.address)).bind(port);
}
// Replies with the name of the pod.
const name = require('node:os').hostname();
net.createServer((socket) => socket.on('error', () => {}).resume().end(name)).listen(83, '0.0.0.0');
const named = dgram.createSocket('udp4');
named.on('message', (message, from) => named.send(name, from.port, from.address)).bind(83);
// Stays open until the other side ends it, and sends back what it gets.
net.createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(82, '0.0.0.0');
const tcp = async ({ host, port }) => {
  const socket = net.connect({ host, port });
  socket.setTimeout(${SILENCE_MS}, () => socket.destroy(Object.assign(new Error(), { code: socket.connecting ? 'ETIMEDOUT' : 'silent' })));
  try { return await text(socket); } catch (error) { return error.code; }
};
const udp = ({ host, port }) => new Promise((resolve) => {
  const socket = dgram.createSocket('udp4');
  const finish = (result) => { clearTimeout(timer); socket.close(); resolve(result); };
  const timer = setTimeout(() => finish('ETIMEDOUT'), ${SILENCE_MS});
  socket.on('error', (error) => finish(error.code)).on('message', (message) => finish(String(message)));
  socket.connect(port, host, () => socket.send('?'));
});
const run = (probe) => (probe.protocol === 'udp' ? udp : tcp)(probe);
/** All from one port: each reply becomes a line. */
const sendDatagrams = ({ host, port }, socket) => {
  const client = dgram.createSocket('udp4');
  client.on('error', () => {}).on('message', (message) => socket.write(message + '\\n'));
  const timer = setInterval(() => client.send('?', port, host), 20);
  socket.on('end', () => { clearInterval(timer); client.close(); socket.end(); });
};
let held;
net.createServer({ allowHalfOpen: true }, (socket) => {
  let line = '';
  const reply = (results) => socket.end(JSON.stringify(results) + '\\n');
  socket.on('error', () => {}).on('data', async (data) => {
    line += data;
    if (!line.endsWith('\\n')) return;
    const { probes, repeat, datagrams, hold, echo } = JSON.parse(line);
    if (datagrams) return sendDatagrams(datagrams, socket);
    if (probes) return reply(await Promise.all(probes.map(run)));
    if (hold) { held = net.connect(hold).on('error', () => {}); held.once('connect', () => reply('connected')); return; }
    if (echo) { held.once('data', (data) => reply(String(data))).write(echo); return; }
    const seen = {};
    socket.write('\\n');
    let over = false;
    socket.on('end', () => { over = true; });
    while (!over) { const result = await run(repeat); seen[result] = (seen[result] ?? 0) + 1; }
    reply(seen);
  });
  }).listen({ port: ${CONTROL_PORT}, host: '0.0.0.0' });
const first = process.env.FIRST;
// What this pod reaches before anything else could have been set up for it.
if (first) run({ protocol: 'tcp', host: first, port: 80 }).then((result) => require('node:fs').writeFileSync('/dev/termination-log', result)).then(() => process.exit(0));
`;

export interface ProbePodOptions {
  readonly labels?: Readonly<Record<string, string>>;
  /** An address that it connects to before anything else; the result is its termination message. */
  readonly first?: string;
  /** The host port of its ports 80. */
  readonly hostPort?: number;
  /** @default all addresses of the node */
  readonly hostIP?: string;
  /** @default its probe passes */
  readonly ready?: boolean;
}

/** A pod that serves TCP and UDP at 80 and 81, replies with its name at 83, and connects to others when asked. */
export function probePod(name: string, { labels, first, hostPort, hostIP, ready = true }: ProbePodOptions = {}): Pod {
  const host = hostPort === undefined ? {} : { hostPort, ...(hostIP !== undefined && { hostIP }) };
  return {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { pod: name, ...labels } } },
    spec: {
      ...{ restartPolicy: 'Never', terminationGracePeriodSeconds: 0 },
      containers: [
        {
          ...{ name: 'main', image: NODE_IMAGE, imagePullPolicy: 'IfNotPresent', command: ['node', '-e', PROGRAM] },
          ...(first !== undefined && { env: [{ name: 'FIRST', value: first }] }),
          ports: [
            { name: 'web', containerPort: 80, ...host },
            { name: 'admin', containerPort: 81 },
            { name: 'web-udp', protocol: 'UDP', containerPort: 80, ...host },
          ],
          readinessProbe: { tcpSocket: { port: ready ? CONTROL_PORT : 1 }, periodSeconds: 1 },
        },
      ],
    },
  };
}

/** Asks pods of a node to connect, from the node: network policies do not apply to that. */
export class ConnectionProbes {
  readonly #dial: string;

  /** Takes the socket that leads to addresses of pods. */
  constructor(dial: string) {
    this.#dial = dial;
  }

  /** What each probe resulted in: the address that the other side saw, or the code of an error; `silent` for other servers. */
  async run(address: string, probes: readonly Probe[]): Promise<readonly string[]> {
    const socket = await dialThrough(this.#dial, { host: address, port: CONTROL_PORT });
    socket.write(`${JSON.stringify({ probes })}\n`);
    return JSON.parse(await text(socket));
  }

  /** Opens a TCP connection to port 82, which the pod keeps. */
  async hold(address: string, host: string): Promise<void> {
    const socket = await dialThrough(this.#dial, { host: address, port: CONTROL_PORT });
    socket.write(`${JSON.stringify({ hold: { host, port: 82 } })}\n`);
    await text(socket);
  }

  /** What comes back on the connection that is kept. */
  async echo(address: string, message: string): Promise<string> {
    const socket = await dialThrough(this.#dial, { host: address, port: CONTROL_PORT });
    socket.write(`${JSON.stringify({ echo: message })}\n`);
    return JSON.parse(await text(socket));
  }

  /** Sends datagrams from one port until the promise resolves, and reports each reply. */
  async repeatDatagrams(
    address: string,
    target: { readonly host: string; readonly port: number },
    until: Promise<void>,
    onReply: (reply: string) => void,
  ): Promise<void> {
    const socket = await dialThrough(this.#dial, { host: address, port: CONTROL_PORT });
    socket.write(`${JSON.stringify({ datagrams: target })}\n`);
    const lines = createInterface({ input: socket }).on('line', onReply);
    await until;
    socket.end();
    lines.close();
  }

  /** Repeats a probe while work is done; how often there was which result. */
  async repeat(address: string, probe: Probe, work: () => Promise<void>): Promise<Readonly<Record<string, number>>> {
    const socket = await dialThrough(this.#dial, { host: address, port: CONTROL_PORT });
    socket.write(`${JSON.stringify({ repeat: probe })}\n`);
    await work();
    socket.end();
    return JSON.parse(await text(socket));
  }
}
