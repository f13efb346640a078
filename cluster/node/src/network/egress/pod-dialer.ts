import { connect, isIP, type Socket } from 'node:net';
import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { findClusterAddress } from '../dns/cluster-names.ts';
import type { DnsZone } from '../dns/dns-zone.ts';
import { allowedDestinations } from '../policies/judge-connection.ts';
import { formatAddressRange } from '../policies/number-ranges.ts';
import { hasIsolatedPods, type PolicyRules } from '../policies/policy-rules.ts';
import { dialThrough } from '../relay/socket-relay.ts';
import type { EgressProxyOptions } from './egress-proxy.ts';

export interface PodDialerOptions {
  readonly zone: DnsZone;
  /** The namespace of the pod with an address: its names are tried first, as its resolver does. */
  readonly findNamespace: (address: string) => string | undefined;
  /** Whether an address is one of pods, services or the node, and connected to from here. */
  readonly isInside: (address: string) => boolean;
  /** What network policies allow at this moment. */
  readonly policyRules: () => PolicyRules;
  /** The socket that leads to all others; see serveDialer. */
  readonly outside: string;
}

/** Connects pods to names and addresses of the cluster directly, and to all others through another process. */
export function podDialer(options: PodDialerOptions): EgressProxyOptions['dial'] {
  const { zone, findNamespace, isInside, policyRules, outside } = options;
  return async ({ host, port }, client, signal) => {
    const found = isIP(host) === 0 ? findClusterAddress(zone, host, findNamespace(client)) : { address: host };
    const rules = policyRules();
    if (found?.address !== undefined && isInside(found.address)) {
      if (hasIsolatedPods(rules)) throw refuseInside(host);
      return connectTo(found.address, port, signal);
    }
    const within = allowedDestinations(rules, client, port)?.map(formatAddressRange);
    return dialThrough(outside, { host: found?.alias ?? host, port, within }, signal);
  };
}

/** The packet filter judges pods by their own addresses, and cannot when this process connects in their place. */
function refuseInside(host: string): Error {
  const reason = `${host} is in the cluster, where network policies apply: connect without the proxy`;
  return new TerminalError(verbatim(reason), { code: 'EACCES' });
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
