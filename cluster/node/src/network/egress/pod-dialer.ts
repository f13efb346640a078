import { connect, isIP, type Socket } from 'node:net';
import { findClusterAddress } from '../dns/cluster-names.ts';
import type { DnsZone } from '../dns/dns-zone.ts';
import { dialThrough } from '../relay/socket-relay.ts';
import type { EgressProxyOptions } from './egress-proxy.ts';

export interface PodDialerOptions {
  readonly zone: DnsZone;
  /** The namespace of the pod with an address: its names are tried first, as its resolver does. */
  readonly findNamespace: (address: string) => string | undefined;
  /** Whether an address is one of pods, services or the node, and connected to from here. */
  readonly isInside: (address: string) => boolean;
  /** The socket that leads to all others; see serveDialer. */
  readonly outside: string;
}

/** Connects pods to names and addresses of the cluster directly, and to all others through another process. */
export function podDialer({ zone, findNamespace, isInside, outside }: PodDialerOptions): EgressProxyOptions['dial'] {
  return async ({ host, port }, client, signal) => {
    const found = isIP(host) === 0 ? findClusterAddress(zone, host, findNamespace(client)) : { address: host };
    if (found?.address !== undefined && isInside(found.address)) return connectTo(found.address, port, signal);
    return dialThrough(outside, { host: found?.alias ?? host, port }, signal);
  };
}

async function connectTo(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port, signal, allowHalfOpen: true });
  socket.once('error', reject).once('connect', () => {
    socket.off('error', reject);
    resolve(socket);
  });
  return promise;
}
