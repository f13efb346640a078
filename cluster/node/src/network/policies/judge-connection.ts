import { addressNumber, isInRanges, mergeRanges, type NumberRange } from './number-ranges.ts';
import type { AllowList, AllowRule, PolicyDirection, PolicyRules } from './policy-rules.ts';

/** The first packet of a connection. */
export interface Packet {
  readonly from: string;
  readonly to: string;
  readonly protocol: 'tcp' | 'udp' | 'icmp';
  readonly port: number;
}

/** Whether rules allow a connection, as the packet filter judges it: for what this process connects in the place of pods. */
export function isConnectionAllowed(rules: PolicyRules, packet: Packet): boolean {
  if (packet.from === packet.to) return true;
  const isAllowed = (direction: PolicyDirection, subject: string): boolean => {
    const lists = rules.isolated[direction].get(subject);
    return lists === undefined || lists.some((name) => matchesList(rules, rules.lists.get(name), packet));
  };
  return isAllowed('egress', packet.from) && isAllowed('ingress', packet.to);
}

/** The addresses outside of the cluster that a pod may connect to at a port of TCP; undefined for all of them. */
export function allowedDestinations(
  rules: PolicyRules,
  from: string,
  port: number,
): readonly NumberRange[] | undefined {
  const names = rules.isolated.egress.get(from);
  if (names === undefined) return undefined;
  const allowing = names
    .flatMap((name) => rules.lists.get(name)?.rules ?? [])
    .filter(({ ports }) => ports === undefined || isPort(ports, 'tcp', port));
  if (allowing.some(({ peers }) => peers === undefined)) return undefined;
  return mergeRanges(allowing.flatMap(({ peers }) => (peers?.kind === 'blocks' && rules.blocks.get(peers.set)) || []));
}

function matchesList(rules: PolicyRules, list: AllowList | undefined, packet: Packet): boolean {
  if (list === undefined) return false;
  const other = list.direction === 'egress' ? packet.to : packet.from;
  return list.rules.some(({ peers, ports }) => {
    if (peers !== undefined && !isPeer(rules, peers, other)) return false;
    if (ports === undefined) return true;
    if ('set' in ports && ports.protocol === packet.protocol) {
      return rules.namedPorts.get(ports.set)?.has(`${packet.to} . ${packet.port}`) === true;
    }
    return isPort(ports, packet.protocol, packet.port);
  });
}

function isPeer(rules: PolicyRules, { kind, set }: NonNullable<AllowRule['peers']>, address: string): boolean {
  return kind === 'pods'
    ? rules.pods.get(set)?.has(address) === true
    : isInRanges(addressNumber(address), rules.blocks.get(set) ?? []);
}

/** Names are those of pods: no port outside has one. */
function isPort(ports: NonNullable<AllowRule['ports']>, protocol: string, port: number): boolean {
  return ports.protocol === protocol && 'ranges' in ports && isInRanges(port, ports.ranges);
}
