import { hash } from 'node:crypto';
import { elementCommands, joinTransactions, type NftCommand, removeTable } from '../nft/transactions.ts';
import { formatAddress, formatAddressRange, type NumberRange } from './number-ranges.ts';
import type { AllowList, AllowRule, PolicyDirection, PolicyRules } from './policy-rules.ts';

/** The table of policies, in the `ip` family; nothing else is in it. */
export const POLICY_TABLE = 'kubemin_policy';

/**
 * What the kernel is to contain. Sets are named after what they are for, chains after their content: a pod that comes or goes
 * changes elements alone, and a chain never changes while packets pass it.
 */
export interface PolicyState {
  readonly sets: ReadonlyMap<string, PolicySet>;
  /** Rules by name of the chain, those that others jump to first. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
  /** By address of a pod, where its packets are judged. */
  readonly maps: Readonly<Record<PolicyMapName, ReadonlyMap<string, string>>>;
}

interface PolicySet {
  readonly type: string;
  readonly elements: ReadonlySet<string>;
}

type PolicyMapName = 'egress_pods' | 'ingress_pods' | 'isolated_pods';

const MAPS: Readonly<Record<PolicyMapName, string>> = {
  egress_pods: 'map egress_pods { type ipv4_addr : verdict; }',
  ingress_pods: 'map ingress_pods { type ipv4_addr : verdict; }',
  /** Each isolated pod with itself: what it sends to itself through a service is not judged. */
  isolated_pods: 'set isolated_pods { type ipv4_addr . ipv4_addr; }',
};
const MAP_NAMES: readonly PolicyMapName[] = ['egress_pods', 'ingress_pods', 'isolated_pods'];

const SET_TYPES = {
  pods: 'type ipv4_addr;',
  blocks: 'type ipv4_addr; flags interval;',
  namedPorts: 'type ipv4_addr . inet_service;',
} as const;

/** What a chain takes of the buffer of a transaction, in elements, for each of its rules. */
const RULE_ELEMENTS = 6;

/** How allowed packets go on: what leaves a pod may still not be let into another one. */
const ALLOWED: Readonly<Record<PolicyDirection, string>> = { egress: 'goto to_ingress', ingress: 'accept' };
const PEER: Readonly<Record<PolicyDirection, string>> = { egress: 'ip daddr', ingress: 'ip saddr' };

export function policyState({ pods, blocks, namedPorts, lists, isolated }: PolicyRules): PolicyState {
  const sets = new Map<string, PolicySet>();
  for (const [name, elements] of pods) sets.set(name, { type: SET_TYPES.pods, elements });
  for (const [name, ranges] of blocks) {
    sets.set(name, { type: SET_TYPES.blocks, elements: new Set(ranges.map(formatElement)) });
  }
  for (const [name, elements] of namedPorts) sets.set(name, { type: SET_TYPES.namedPorts, elements });
  const chains = new Map<string, readonly string[]>();
  for (const [name, list] of lists) chains.set(name, listRules(list));
  const judged = (direction: PolicyDirection): ReadonlyMap<string, string> =>
    new Map(
      Array.from(isolated[direction], ([address, names]) => {
        const rules = [...names.map((name) => `jump ${name}`), 'goto refuse'];
        const chain = `pods_${direction}_${hash('sha256', rules.join()).slice(0, 16)}`;
        chains.set(chain, rules);
        return [address, `jump ${chain}`];
      }),
    );
  const maps = { egress_pods: judged('egress'), ingress_pods: judged('ingress') };
  const addresses = [...maps.egress_pods.keys(), ...maps.ingress_pods.keys()];
  const isolatedPods = new Map(addresses.map((address) => [`${address} . ${address}`, '']));
  return { sets, chains, maps: { ...maps, isolated_pods: isolatedPods } };
}

/** A range of one address is no interval to nft. */
function formatElement(range: NumberRange): string {
  return range.first === range.last ? formatAddress(range.first) : formatAddressRange(range);
}

function listRules({ direction, rules }: AllowList): readonly string[] {
  return rules.map(({ peers, ports }) =>
    [
      ...(peers === undefined ? [] : [`${PEER[direction]} @${peers.set}`]),
      ...portMatch(ports),
      ALLOWED[direction],
    ].join(' '),
  );
}

function portMatch(ports: AllowRule['ports']): readonly string[] {
  if (ports === undefined) return [];
  const { protocol } = ports;
  // In both directions the port belongs to the pod that is connected to.
  if ('set' in ports) return [`ip daddr . ${protocol} dport @${ports.set}`];
  const numbers = ports.ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  return [`${protocol} dport { ${numbers.join(', ')} }`];
}

/** A port of the node that all pods may connect to: who listens there judges its clients. */
export interface OpenPort {
  readonly host: string;
  readonly port: number;
}

/**
 * Replaces the whole table: texts for one transaction each, to be loaded in order. With the first one all isolated pods are;
 * what further ones add is refused until then.
 */
export function fullPolicyRuleset(state: PolicyState, open: readonly OpenPort[] = []): readonly string[] {
  const lines = [
    `${removeTable(POLICY_TABLE)}table ip ${POLICY_TABLE} {`,
    ...MAP_NAMES.map((name) => MAPS[name]),
    // Each datagram of a client is judged: its flow may be older than a policy, and its port may have been that of another one.
    'chain established { meta l4proto != udp ct state established,related accept',
    'ct state established ct direction reply accept; }',
    // A pod that sends with the address of another one would be judged as that.
    'chain spoofed { type filter hook prerouting priority -300; policy accept;',
    'iifname != "lo" fib saddr . iif oif missing drop; }',
    // After the addresses of services were replaced by those of pods, and before sources are.
    'chain forward { type filter hook forward priority 10; policy accept; jump established',
    'ip saddr . ip daddr @isolated_pods accept',
    'ip saddr vmap @egress_pods',
    'ip daddr vmap @ingress_pods; }',
    // To the node. What the node sends to pods is not judged: probes, and what its proxies forward.
    'chain input { type filter hook input priority 10; policy accept; jump established',
    ...open.map(({ host, port }) => `ip daddr ${host} tcp dport ${port} accept`),
    'ip saddr vmap @egress_pods; }',
    'chain to_ingress { ip daddr vmap @ingress_pods',
    'accept; }',
    'chain refuse { reject with icmp admin-prohibited; }',
    '}',
  ];
  const nothing: PolicyState = {
    sets: new Map(),
    chains: new Map(),
    maps: { egress_pods: new Map(), ingress_pods: new Map(), isolated_pods: new Map() },
  };
  return joinTransactions([{ text: lines.join('\n'), elements: 0 }, ...stateChange(nothing, state)]);
}

/** Leads from one state to another; each pod is judged by the old or by the new policies at any moment. */
export function policyRulesetChange(before: PolicyState, after: PolicyState): readonly string[] {
  return joinTransactions(stateChange(before, after));
}

function stateChange(before: PolicyState, after: PolicyState): readonly NftCommand[] {
  const commands: NftCommand[] = [];
  // What is not used yet, then what decides, then what is not used any more.
  for (const [name, { type, elements }] of after.sets) {
    const old = before.sets.get(name);
    if (old === undefined) commands.push({ text: `add set ip ${POLICY_TABLE} ${name} { ${type} }`, elements: 1 });
    commands.push(...setElements('add', name, without(elements, old?.elements)));
  }
  for (const [name, rules] of after.chains) {
    if (before.chains.has(name)) continue;
    const lines = rules.map((rule) => `add rule ip ${POLICY_TABLE} ${name} ${rule}`);
    commands.push({
      text: [`add chain ip ${POLICY_TABLE} ${name}`, ...lines].join('\n'),
      elements: (rules.length + 1) * RULE_ELEMENTS,
    });
  }
  for (const name of MAP_NAMES) commands.push(...mapChange(name, before.maps[name], after.maps[name]));
  const oldChains = [...before.chains.keys()].filter((name) => !after.chains.has(name));
  // Those that jump to others are listed after them.
  for (const name of oldChains.toReversed()) {
    commands.push({ text: `delete chain ip ${POLICY_TABLE} ${name}`, elements: 1 });
  }
  for (const [name, { elements }] of before.sets) {
    const kept = after.sets.get(name);
    if (kept === undefined) commands.push({ text: `delete set ip ${POLICY_TABLE} ${name}`, elements: 1 });
    else commands.push(...setElements('delete', name, without(elements, kept.elements)));
  }
  return commands;
}

function without(elements: ReadonlySet<string>, others: ReadonlySet<string> | undefined): readonly string[] {
  return others === undefined ? [...elements] : [...elements].filter((each) => !others.has(each));
}

function setElements(verb: 'add' | 'delete', name: string, elements: readonly string[]): readonly NftCommand[] {
  return elementCommands(verb, { table: POLICY_TABLE, name }, new Map(elements.map((each) => [each, ''])));
}

/** A pod whose chain changes is deleted and added in one transaction. */
function mapChange(
  name: PolicyMapName,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly NftCommand[] {
  const place = { table: POLICY_TABLE, name };
  const removed = new Map([...before].filter(([key]) => !after.has(key)));
  const added = new Map([...after].filter(([key]) => !before.has(key)));
  const changed = [...after].filter(([key, value]) => before.has(key) && before.get(key) !== value);
  const replaced = changed.map(([key, value]) => {
    const commands = [
      ...elementCommands('delete', place, new Map([[key, value]])),
      ...elementCommands('add', place, new Map([[key, value]])),
    ];
    return { text: commands.map(({ text }) => text).join('\n'), elements: 2 };
  });
  return [...elementCommands('add', place, added), ...replaced, ...elementCommands('delete', place, removed)];
}
