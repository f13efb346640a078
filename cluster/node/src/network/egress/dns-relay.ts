import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Clock, Random } from '@kubemin/base';
import { createDnsForwarder, type DnsForwarder, ForwardError } from '../dns/dns-forwarder.ts';
import { readNameservers } from '../dns/resolv-conf.ts';
import { type Relay, serveConnections } from '../relay/socket-relay.ts';

/** Longer than the forwarder behind the socket takes for all servers. */
const FORWARD_MS = 6_000;
const MAX_QUERY = 65_535;
const UDP = 0x75;
const TCP = 0x74;

/**
 * Serves relayedForwarder: a connection carries one query, with a byte for how it travels, and one response; both have their
 * length in front, as over TCP. It is closed without a response where there is none.
 */
export function serveForwarder(path: string, forwarder: DnsForwarder): Promise<Relay> {
  return serveConnections(path, (socket) => {
    readFrame(socket, 1)
      .then(async (message) => {
        const transport = message[0] === TCP ? 'tcp' : 'udp';
        socket.end(frameMessage(await forwarder.forward(message.subarray(1), transport)));
      })
      .catch(() => socket.destroy());
  });
}

/** Asks the name servers of another network through a socket. */
export function relayedForwarder(path: string, clock: Clock): DnsForwarder {
  return {
    forward: async (query, transport) => {
      const socket = connect(path);
      const cancel = clock.after(FORWARD_MS, () => socket.destroy());
      try {
        const response = readFrame(socket, 0);
        socket.write(frameMessage(Buffer.concat([Buffer.from([transport === 'tcp' ? TCP : UDP]), query]), 1));
        return await response;
      } catch (cause) {
        throw new ForwardError('no response of the name servers of the machine', cause);
      } finally {
        cancel();
        socket.destroy();
      }
    },
  };
}

/** A message with its length, without the `extra` bytes in front of it. */
function frameMessage(message: Buffer, extra = 0): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length - extra);
  return Buffer.concat([length, message]);
}

function readFrame(socket: Socket, extra: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (received.length < 2) return;
    const end = received.readUInt16BE(0) + 2 + extra;
    if (received.length >= end) resolve(received.subarray(2, end));
    else if (received.length > MAX_QUERY + 3) socket.destroy();
  });
  socket.on('error', reject).on('close', () => reject(new ForwardError('connection closed')));
  return promise;
}

/** How long the list of name servers is taken for current: it changes with the network that a laptop is in. */
const SERVERS_MS = 5_000;

/** Asks the name servers that the machine has at the moment. */
export function machineForwarder(clock: Clock, random: Random, file = '/etc/resolv.conf'): DnsForwarder {
  let read = { servers: readServers(file), until: clock.monotonic() + SERVERS_MS };
  return createDnsForwarder({
    ...{ clock, random },
    get servers() {
      if (clock.monotonic() > read.until) read = { servers: readServers(file), until: clock.monotonic() + SERVERS_MS };
      return read.servers;
    },
  });
}

function readServers(file: string): readonly { readonly address: string }[] {
  try {
    return readNameservers(readFileSync(file, 'utf8')).map((address) => ({ address }));
  } catch {
    return [];
  }
}
