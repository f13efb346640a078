import type { Clock } from '@kubemin/base';
import type { ControllerModule } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { core, discovery, networking } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  DnsZone,
  directDestinations,
  EgressProxy,
  followCluster,
  OutsideNames,
  type PolicyRules,
  podDialer,
  proxyEnvironment,
  relayedForwarder,
  startDnsServer,
} from '../network/index.ts';
import type { NodeNetwork } from '../sandbox/index.ts';
import type { AgentConfig } from './agent-process.ts';

export const CLUSTER_DOMAIN = 'cluster.local';
export const EGRESS_PROXY_PORT = 3128;
const DNS_PORT = 53;

export interface DnsModuleOptions {
  readonly config: AgentConfig;
  /** Those of `agentSockets`. */
  readonly sockets: { readonly names: string; readonly outside: string };
  /** Domains that the machine looks names up in. */
  readonly searches: readonly string[];
  /** What network policies allow at the moment. */
  readonly policyRules: () => PolicyRules;
}

/**
 * Names outside of the cluster go to the name servers of the machine where pods have an uplink; else they are refused, and an
 * event on the pod has the reason. The proxy for outgoing requests needs the same names.
 */
export function dnsModule({ config, sockets, searches, policyRules }: DnsModuleOptions): ControllerModule {
  const { name, network, dnsAddress, egress = 'off' } = config;
  return {
    name: 'cluster-dns',
    setup: ({ informers, clock, events }) => {
      const pods = informers.informer(core.v1.pods, { fieldSelector: `spec.nodeName=${name}` });
      const zone = new DnsZone({
        reverseRanges: [network.serviceRange, `${network.podPrefix}.0/24`],
        ingressAddress: network.nodeAddress,
        serverAddress: dnsAddress,
      });
      const stop = followCluster(zone, {
        services: informers.informer(core.v1.services),
        endpointSlices: informers.informer(discovery.v1.endpointslices),
        pods: informers.informer(core.v1.pods),
        ingresses: informers.informer(networking.v1.ingresses),
      });
      return {
        run: async (signal) => {
          const outsideNames =
            egress === 'pasta' ? undefined : new OutsideNames({ egress, pods, events, clock, searches });
          const server = await startDnsServer({
            ...{ zone, listen: [{ address: dnsAddress, port: DNS_PORT }], clock },
            ...(egress === 'pasta' && { forwarder: relayedForwarder(sockets.names, clock) }),
            onRefused: (asked, client) => outsideNames?.report(asked, client),
          });
          const proxy =
            egress === 'proxy'
              ? await startEgressProxy({ config, sockets, policyRules }, { zone, pods, clock })
              : undefined;
          await whenAborted(signal);
          stop();
          outsideNames?.close();
          await Promise.all([server.close(), proxy?.close()]);
        },
      };
    },
  };
}

/** Beside the DNS, whose names it resolves as the pods of a client would. */
async function startEgressProxy(
  { config: { network }, sockets, policyRules }: Omit<DnsModuleOptions, 'searches'>,
  { zone, pods, clock }: { readonly zone: DnsZone; readonly pods: Informer<Pod>; readonly clock: Clock },
): Promise<EgressProxy> {
  const proxy = new EgressProxy({
    clock,
    dial: podDialer({
      zone,
      findNamespace: (address) => pods.list().find(({ status }) => status?.podIP === address)?.metadata.namespace,
      isInside: (address) => isInside(address, network),
      policyRules,
      outside: sockets.outside,
    }),
  });
  await proxy.listen({ host: network.nodeAddress, port: EGRESS_PROXY_PORT });
  return proxy;
}

export function proxyVariables({ network, apiAddress, dnsAddress }: AgentConfig): Readonly<Record<string, string>> {
  const { nodeAddress, podPrefix, serviceRange } = network;
  return proxyEnvironment({
    proxy: { host: nodeAddress, port: EGRESS_PROXY_PORT },
    direct: directDestinations(
      CLUSTER_DOMAIN,
      [nodeAddress, apiAddress, dnsAddress],
      [serviceRange, `${podPrefix}.0/24`],
    ),
  });
}

/** Only addresses of pods, services and the node itself are reached through an agent. */
export function isInside(host: string, { podPrefix, serviceRange, nodeAddress }: NodeNetwork): boolean {
  const services = serviceRange.split('.').slice(0, 2).join('.');
  return host === nodeAddress || host.startsWith(`${podPrefix}.`) || host.startsWith(`${services}.`);
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  signal.addEventListener('abort', () => resolve());
  return promise;
}
