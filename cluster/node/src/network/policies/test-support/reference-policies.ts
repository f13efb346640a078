import { BlockList } from 'node:net';
import { labelSelectorFromObject } from '@kubemin/kubeapi';
import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import type { IPBlock, NetworkPolicy, NetworkPolicyPeer } from '@kubemin/kubeapi/types/networking.v1';
import type { PolicyInput, PolicyPod } from '../compile-policies.ts';
import type { Packet } from '../judge-connection.ts';
import type { PolicyDirection } from '../policy-rules.ts';

/** Whether the policies of a cluster allow a packet, as the API documents them: slowly, and in no other way than compiled. */
export function isAllowedByReference(input: PolicyInput, packet: Packet): boolean {
  if (packet.from === packet.to) return true;
  const world = { ...input, policies: [...input.policies], namespaces: [...input.namespaces] };
  return isAllowedIn('egress', world, packet) && isAllowedIn('ingress', world, packet);
}

type World = { readonly [K in keyof PolicyInput]: readonly (PolicyInput[K] extends Iterable<infer T> ? T : never)[] };

function isAllowedIn(direction: PolicyDirection, world: World, packet: Packet): boolean {
  const subject = world.pods.find(({ address }) => address === (direction === 'egress' ? packet.from : packet.to));
  if (subject === undefined || !subject.isLocal) return true;
  const isolating = world.policies.filter(
    ({ metadata, spec = {} }) =>
      metadata.namespace === subject.namespace &&
      labelSelectorFromObject(spec.podSelector ?? {}).matches(subject.labels) &&
      (spec.policyTypes ?? []).includes(direction === 'egress' ? 'Egress' : 'Ingress'),
  );
  return isolating.length === 0 || isolating.some((policy) => allows(policy, direction, world, packet));
}

function allows(
  { metadata, spec = {} }: NetworkPolicy,
  direction: PolicyDirection,
  world: World,
  packet: Packet,
): boolean {
  const other = direction === 'egress' ? packet.to : packet.from;
  const isPeer = (peer: NetworkPolicyPeer): boolean =>
    peer.ipBlock === undefined
      ? world.pods.some(
          (pod) => pod.address === other && isSelected(pod, peer, metadata.namespace ?? '', world.namespaces),
        )
      : isInBlock(other, peer.ipBlock);
  const rules =
    direction === 'egress'
      ? (spec.egress ?? []).map(({ to, ports }) => ({ peers: to ?? [], ports: ports ?? [] }))
      : (spec.ingress ?? []).map(({ from, ports }) => ({ peers: from ?? [], ports: ports ?? [] }));
  return rules.some(
    ({ peers, ports }) =>
      (peers.length === 0 || peers.some(isPeer)) &&
      (ports.length === 0 ||
        ports.some(({ protocol = 'TCP', port, endPort }) => {
          if (protocol.toLowerCase() !== packet.protocol) return false;
          if (port === undefined) return true;
          if (typeof port === 'number') return port <= packet.port && packet.port <= (endPort ?? port);
          const target = world.pods.find(({ address }) => address === packet.to);
          return (target?.ports ?? []).some(
            (own) => own.name === port && own.protocol === protocol && own.port === packet.port,
          );
        })),
  );
}

function isSelected(
  pod: PolicyPod,
  { podSelector = {}, namespaceSelector }: NetworkPolicyPeer,
  namespace: string,
  namespaces: readonly Namespace[],
): boolean {
  const own = namespaces.find(({ metadata }) => metadata.name === pod.namespace);
  const isInNamespace =
    namespaceSelector === undefined
      ? pod.namespace === namespace
      : own !== undefined && labelSelectorFromObject(namespaceSelector).matches(own.metadata.labels);
  return isInNamespace && labelSelectorFromObject(podSelector).matches(pod.labels);
}

function isInBlock(address: string, { cidr, except = [] }: IPBlock): boolean {
  const isIn = (range: string): boolean => {
    const [network = '', prefix = ''] = range.split('/');
    const list = new BlockList();
    list.addSubnet(network, Number(prefix), network.includes(':') ? 'ipv6' : 'ipv4');
    return list.check(address, 'ipv4');
  };
  return isIn(cidr) && !except.some(isIn);
}
