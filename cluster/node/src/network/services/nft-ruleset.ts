import { isIPv4 } from 'node:net';
import { elementCommands, joinTransactions, type NftCommand, removeTable } from '../nft/transactions.ts';
import type { ServiceEntry, ServiceTable } from './service-table.ts';

export interface NftRulesetOptions {
  /** The table that is made, in the `ip` family. */
  readonly tableName: string;
  /** Addresses of pods, as a CIDR: their own address is kept on the way to services. */
  readonly podRange: string;
  /** What pods see instead of the address of the client; without it an address of the device on the way. */
  readonly nodeAddress?: string | undefined;
}

/** A connection with this bit in its mark gets the address of the node as its source. */
const MASQUERADE = '0x4000';

/** Name and type of every map and set; elements of a map have a value. */
const COLLECTIONS = {
  services: 'map services { type ipv4_addr . inet_proto . inet_service : verdict; }',
  /** By service and the mark that was chosen: a place in the list, or the id of an endpoint. */
  endpoints: 'map endpoints { type ipv4_addr . inet_proto . inet_service . mark : ipv4_addr . inet_service; }',
  /** By service and place in the list: the id of the endpoint, for services with affinity. */
  endpoint_ids: 'map endpoint_ids { type ipv4_addr . inet_proto . inet_service . mark : mark; }',
  no_endpoints: 'set no_endpoints { type ipv4_addr . inet_proto . inet_service; }',
  guarded: 'set guarded { type ipv4_addr . inet_proto . inet_service; }',
  allowed: 'set allowed { type ipv4_addr . inet_proto . inet_service . ipv4_addr; flags interval; }',
  hairpin: 'set hairpin { type ipv4_addr . ipv4_addr; }',
} as const;

type CollectionName = keyof typeof COLLECTIONS;
const COLLECTION_NAMES: readonly CollectionName[] = [
  'services',
  'endpoints',
  'endpoint_ids',
  'no_endpoints',
  'guarded',
  'allowed',
  'hairpin',
];

/**
 * What the kernel is to contain, as flat maps: the number of chains depends on how many endpoints services have, not on how
 * many services there are, which keeps loading and changing fast. IPv4 alone; entries of other addresses are left out.
 */
export interface NftState {
  /** Elements of each map and set; the value is empty in sets. */
  readonly elements: Readonly<Record<CollectionName, ReadonlyMap<string, string>>>;
  /** Rules of the chains that choose an endpoint, by name. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
}

const SERVICE_KEY = 'ip daddr . meta l4proto . th dport';
const CLIENT_KEY = `ip saddr . ${SERVICE_KEY}`;
const DNAT = `meta l4proto { tcp, udp } dnat ip to ${SERVICE_KEY} . meta mark map @endpoints`;

export function nftState(table: ServiceTable, { podRange }: Pick<NftRulesetOptions, 'podRange'>): NftState {
  const elements = {
    services: new Map<string, string>(),
    endpoints: new Map<string, string>(),
    endpoint_ids: new Map<string, string>(),
    no_endpoints: new Map<string, string>(),
    guarded: new Map<string, string>(),
    allowed: new Map<string, string>(),
    hairpin: new Map<string, string>(),
  };
  const chains = new Map<string, readonly string[]>();
  for (const entry of table.values()) {
    if (!isIPv4(entry.address)) continue;
    const key = `${entry.address} . ${entry.protocol.toLowerCase()} . ${entry.port}`;
    const endpoints = entry.endpoints.filter(({ address }) => isIPv4(address));
    if (entry.sourceRanges !== undefined) {
      elements.guarded.set(key, '');
      for (const range of disjointRanges(entry.sourceRanges)) elements.allowed.set(`${key} . ${range}`, '');
    }
    if (endpoints.length === 0) {
      elements.no_endpoints.set(key, '');
      continue;
    }
    const chain = chainName(entry, endpoints.length);
    elements.services.set(key, `goto ${chain}`);
    if (!chains.has(chain)) chains.set(chain, chainRules(entry, endpoints.length, podRange));
    const ids = new Set<number>();
    for (const [index, { address, port }] of endpoints.entries()) {
      elements.hairpin.set(`${address} . ${address}`, '');
      if (entry.affinitySeconds === undefined) {
        elements.endpoints.set(`${key} . ${index}`, `${address} . ${port}`);
        continue;
      }
      let id = endpointId(address, port);
      while (ids.has(id)) id = (id + 1) >>> 0;
      ids.add(id);
      elements.endpoint_ids.set(`${key} . ${index}`, `${id}`);
      elements.endpoints.set(`${key} . ${id}`, `${address} . ${port}`);
    }
  }
  return { elements, chains };
}

/** Replaces the whole table: texts for one transaction each, to be loaded in order. One is enough for most clusters. */
export function fullRuleset(state: NftState, { tableName, nodeAddress }: NftRulesetOptions): readonly string[] {
  const masquerade = nodeAddress === undefined ? 'masquerade fully-random' : `snat ip to ${nodeAddress} fully-random`;
  const lines = [
    removeTable(tableName),
    `table ip ${tableName} {`,
    ...COLLECTION_NAMES.map((name) => COLLECTIONS[name]),
    'map affinity { type ipv4_addr . ipv4_addr . inet_proto . inet_service : mark; size 65536; flags dynamic,timeout; }',
    // Before the destination is changed: who may connect to an address of a load balancer. Loopback addresses are routed to pods.
    `chain guard { type filter hook prerouting priority -110; policy accept; ${guardRule()}`,
    'iifname != "lo" ip daddr 127.0.0.0/8 drop; }',
    `chain guard_output { type filter hook output priority -110; policy accept; ${guardRule()}; }`,
    `chain prerouting { type nat hook prerouting priority -100; policy accept; ${SERVICE_KEY} vmap @services; }`,
    `chain output { type nat hook output priority -100; policy accept; ${SERVICE_KEY} vmap @services; }`,
    'chain postrouting { type nat hook postrouting priority 100; policy accept;',
    `ct mark and ${MASQUERADE} != 0 ${masquerade}`,
    // A pod that reaches itself through a service would reply to itself directly, past the change of addresses.
    `ct status dnat ip saddr . ip daddr @hairpin ${masquerade}; }`,
    'chain refuse { meta l4proto tcp reject with tcp reset',
    'reject with icmp port-unreachable; }',
    ...['input', 'forward', 'output'].map(
      (hook) =>
        `chain refuse_${hook} { type filter hook ${hook} priority 0; policy accept; ct state new ${SERVICE_KEY} @no_endpoints goto refuse; }`,
    ),
    ...[...state.chains].map(([name, rules]) => `chain ${name} {\n${rules.join('\n')}\n}`),
    '}',
  ];
  const commands = COLLECTION_NAMES.flatMap((name) =>
    elementCommands('add', { table: tableName, name }, state.elements[name]),
  );
  return joinTransactions([{ text: lines.join('\n'), elements: 0 }, ...commands]);
}

/** Leads from one state to another, as texts like those of `fullRuleset`; none when the states are equal. */
export function rulesetChange(before: NftState, after: NftState, { tableName }: NftRulesetOptions): readonly string[] {
  const commands: NftCommand[] = [];
  for (const [name, rules] of after.chains) {
    if (before.chains.has(name)) continue;
    // A chain that was used earlier is still there, with its rules.
    const lines = [`add chain ip ${tableName} ${name}`, `flush chain ip ${tableName} ${name}`];
    for (const rule of rules) lines.push(`add rule ip ${tableName} ${name} ${rule}`);
    commands.push({ text: lines.join('\n'), elements: 0 });
  }
  for (const name of COLLECTION_NAMES) {
    const [old, wanted] = [before.elements[name], after.elements[name]];
    const differing = ([key, value]: readonly [string, string], other: ReadonlyMap<string, string>): boolean =>
      other.get(key) !== value;
    const removed = new Map([...old].filter((element) => differing(element, wanted)));
    const added = new Map([...wanted].filter((element) => differing(element, old)));
    commands.push(...elementCommands('delete', { table: tableName, name }, removed));
    commands.push(...elementCommands('add', { table: tableName, name }, added));
  }
  return joinTransactions(commands);
}

function guardRule(): string {
  return `${SERVICE_KEY} @guarded ${SERVICE_KEY} . ip saddr != @allowed goto refuse`;
}

/** Entries that are treated alike share a chain: `cluster3`, `external3`, `local3`, `cluster3_10800` with affinity. */
function chainName(entry: ServiceEntry, count: number): string {
  const affinity = entry.affinitySeconds === undefined ? '' : `_${entry.affinitySeconds}`;
  return `${entry.scope === 'external' && entry.local ? 'local' : entry.scope}${count}${affinity}`;
}

function chainRules(entry: ServiceEntry, count: number, podRange: string): readonly string[] {
  const setMasquerade = `ct mark set ct mark or ${MASQUERADE}`;
  const masquerade =
    entry.scope === 'cluster' ? [`ip saddr != ${podRange} ${setMasquerade}`] : entry.local ? [] : [setMasquerade];
  // Random: a counter would be shared by all services with as many endpoints, and two in lockstep would each see one.
  const choose = `meta mark set numgen random mod ${count}`;
  if (entry.affinitySeconds === undefined) return [...masquerade, choose, DNAT];
  const stay = `{ ${CLIENT_KEY} timeout ${entry.affinitySeconds}s : meta mark }`;
  return [
    ...masquerade,
    'meta mark set 0',
    // A lookup that finds nothing ends its rule: the next ones are for clients without an endpoint.
    `meta mark set ${CLIENT_KEY} map @affinity`,
    `meta mark != 0 update @affinity ${stay}`,
    `meta mark != 0 ${DNAT}`,
    // The endpoint of the client is gone.
    `meta mark != 0 delete @affinity { ${CLIENT_KEY} : meta mark }`,
    choose,
    `meta mark set ${SERVICE_KEY} . meta mark map @endpoint_ids`,
    `add @affinity ${stay}`,
    DNAT,
  ];
}

/** Never a place in a list: the highest bit is set. Stays the same for an endpoint when others come and go. */
function endpointId(address: string, port: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${address}:${port}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash | 0x80000000) >>> 0;
}

/** The valid ones among CIDRs, without those that are part of another: a set of intervals takes no overlaps. */
export function disjointRanges(ranges: readonly string[]): readonly string[] {
  const parsed = ranges.flatMap((range) => {
    const [, network = '', prefix = ''] = /^([\d.]+)\/(\d{1,2})$/.exec(range) ?? [];
    const length = Number(prefix);
    if (!isIPv4(network) || length > 32) return [];
    const size = 2 ** (32 - length);
    const start = Math.floor(addressNumber(network) / size) * size;
    return [{ start, size, length }];
  });
  parsed.sort((one, other) => one.length - other.length || one.start - other.start);
  const kept: typeof parsed = [];
  for (const range of parsed) {
    if (!kept.some(({ start, size }) => range.start >= start && range.start < start + size)) kept.push(range);
  }
  return kept.map(
    ({ start, length }) => `${[24, 16, 8, 0].map((shift) => (start >>> shift) & 255).join('.')}/${length}`,
  );
}

function addressNumber(address: string): number {
  return address.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);
}
