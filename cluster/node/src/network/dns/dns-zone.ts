import { BlockList, isIPv4 } from 'node:net';
import type { Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { Ingress } from '@kubemin/kubeapi/types/networking.v1';
import { CLASS_IN, type DnsRecord, RCODE, RECORD_TYPE, type SrvTarget } from './dns-message.ts';
import { ingressNames, podNames, type RecordSet, serviceNames } from './object-names.ts';

export interface DnsZoneOptions {
  /** @default 'cluster.local' */
  readonly domain?: string;
  /** CIDRs of service and pod addresses, IPv4: the zone is authoritative for the reverse names of all of them. */
  readonly reverseRanges?: readonly string[];
  /** Where ingress hosts lead when the status of the Ingress names no address. */
  readonly ingressAddress?: string;
  /** The address of the name server itself. */
  readonly serverAddress?: string;
  /** For how long clients may keep what they are given, also that there is nothing. @default 5 s */
  readonly ttlSeconds?: number;
}

/** What a zone has for a question. */
export interface ZoneAnswer {
  readonly rcode: typeof RCODE.NOERROR | typeof RCODE.NXDOMAIN;
  readonly answers: readonly DnsRecord[];
  readonly authorities: readonly DnsRecord[];
  readonly additionals: readonly DnsRecord[];
  /** The answers end with an alias for this name, which is not in the zone. */
  readonly alias?: string;
}

/** All that is known of one name. */
interface ZoneNode {
  /** By the object that a record set comes from. */
  readonly parts: Map<string, RecordSet>;
  /** Names directly below. */
  children: number;
}

const MAX_ALIASES = 8;
const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';

/**
 * The names of a cluster. Objects are set one by one, in any order, by the key of the object (`namespace/name`); undefined
 * removes one. What a change costs depends on the names of that service, pod or Ingress alone.
 */
export class DnsZone {
  readonly domain: string;
  readonly #options: DnsZoneOptions;
  readonly #ttl: number;
  readonly #reverse = new BlockList();
  /** By name in lower case. */
  readonly #nodes = new Map<string, ZoneNode>();
  /** Names that each object has given. */
  readonly #owned = new Map<string, Iterable<string>>();
  readonly #services = new Map<string, Service>();
  /** Slices by the service they are for. */
  readonly #slices = new Map<string, Map<string, EndpointSlice>>();
  readonly #sliceService = new Map<string, string>();
  #serial = 1;

  constructor(options: DnsZoneOptions = {}) {
    this.#options = options;
    this.domain = (options.domain ?? 'cluster.local').toLowerCase();
    this.#ttl = options.ttlSeconds ?? 5;
    for (const range of options.reverseRanges ?? []) {
      const [network = '', prefix = ''] = range.split('/');
      this.#reverse.addSubnet(network, Number(prefix), 'ipv4');
    }
    const { serverAddress } = options;
    this.#own('zone', [
      [this.domain, {}],
      [`svc.${this.domain}`, {}],
      [`pod.${this.domain}`, {}],
      [`ns.dns.${this.domain}`, serverAddress === undefined ? {} : { addresses: [serverAddress] }],
      // The version of the DNS schema of Kubernetes that is followed.
      [`dns-version.${this.domain}`, { text: '1.1.0' }],
    ]);
  }

  setService(key: string, service: Service | undefined): void {
    if (service === undefined) this.#services.delete(key);
    else this.#services.set(key, service);
    this.#updateService(key);
  }

  setEndpointSlice(key: string, slice: EndpointSlice | undefined): void {
    const before = this.#sliceService.get(key);
    const label = slice?.metadata.labels?.[SERVICE_NAME_LABEL];
    const after = label === undefined ? undefined : `${slice?.metadata.namespace}/${label}`;
    if (before !== undefined && before !== after) {
      const slices = this.#slices.get(before);
      slices?.delete(key);
      if (slices?.size === 0) this.#slices.delete(before);
      this.#sliceService.delete(key);
      this.#updateService(before);
    }
    if (slice === undefined || after === undefined) return;
    const slices = this.#slices.get(after) ?? new Map<string, EndpointSlice>();
    this.#slices.set(after, slices.set(key, slice));
    this.#sliceService.set(key, after);
    this.#updateService(after);
  }

  setPod(key: string, pod: Pod | undefined): void {
    this.#own(`pod ${key}`, pod === undefined ? [] : podNames(pod, this.domain));
  }

  setIngress(key: string, ingress: Ingress | undefined): void {
    this.#own(
      `ingress ${key}`,
      ingress === undefined ? [] : ingressNames(ingress, this.domain, this.#options.ingressAddress),
    );
  }

  /** Undefined when the name is not of this cluster. `turn` rotates addresses, so that clients spread over them. */
  lookup(name: string, type: number, turn = 0): ZoneAnswer | undefined {
    const key = name.toLowerCase();
    const node = this.#find(key);
    const zone = this.#zoneName(key) ?? (node === undefined ? undefined : key);
    if (zone === undefined) return undefined;
    if (node === undefined) return this.#negative(zone, RCODE.NXDOMAIN);
    return this.#answer({ name, key, node, zone, type, turn, depth: 0 });
  }

  #answer(query: ZoneQuery): ZoneAnswer {
    const { name, key, node, zone, type, turn } = query;
    const head = { name, ttl: this.#ttl };
    const sets = [...node.parts.values()];
    const answers: DnsRecord[] = [];
    const additionals: DnsRecord[] = [];
    const alias = sets.find((set) => set.alias !== undefined)?.alias;
    if (alias !== undefined) {
      answers.push({ ...head, type: 'CNAME', target: alias });
      if (type === RECORD_TYPE.CNAME) return positiveAnswer(answers, additionals);
      return this.#follow(alias, answers, query);
    }
    const wants = (wanted: number): boolean => type === wanted || type === RECORD_TYPE.ANY;
    if (wants(RECORD_TYPE.A)) {
      for (const address of rotate(distinct(sets.flatMap((set) => set.addresses ?? [])), turn)) {
        answers.push({ ...head, type: 'A', address });
      }
    }
    if (wants(RECORD_TYPE.SRV)) {
      const targets = sets.flatMap((set) => set.services ?? []);
      for (const target of targets) answers.push({ ...head, type: 'SRV', ...target });
      additionals.push(...this.#targetAddresses(targets));
    }
    if (wants(RECORD_TYPE.PTR)) {
      const strong = sets.filter((set) => set.weakReverse !== true);
      const pointers = (strong.length > 0 ? strong : sets).flatMap((set) => set.reverse ?? []);
      for (const target of distinct(pointers)) answers.push({ ...head, type: 'PTR', target });
    }
    if (wants(RECORD_TYPE.TXT)) {
      for (const { text } of sets) {
        if (text === undefined) continue;
        const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
        answers.push({ ...head, type: 'OTHER', code: RECORD_TYPE.TXT, class: CLASS_IN, data });
      }
    }
    if (key === this.domain) {
      if (wants(RECORD_TYPE.SOA)) answers.push({ ...this.#soa(zone), name });
      if (wants(RECORD_TYPE.NS)) answers.push({ ...head, type: 'NS', target: `ns.dns.${this.domain}` });
    }
    return answers.length === 0 ? this.#negative(zone, RCODE.NOERROR) : positiveAnswer(answers, additionals);
  }

  #follow(alias: string, answers: readonly DnsRecord[], { type, turn, depth }: ZoneQuery): ZoneAnswer {
    const key = alias.toLowerCase();
    const node = this.#find(key);
    const zone = this.#zoneName(key) ?? (node === undefined ? undefined : key);
    if (zone === undefined) return { ...positiveAnswer(answers, []), alias };
    if (node === undefined || depth >= MAX_ALIASES) return { ...this.#negative(zone, RCODE.NXDOMAIN), answers };
    const rest = this.#answer({ name: alias, key, node, zone, type, turn, depth: depth + 1 });
    return { ...rest, answers: [...answers, ...rest.answers] };
  }

  #targetAddresses(targets: readonly SrvTarget[]): readonly DnsRecord[] {
    return distinct(targets.map(({ target }) => target)).flatMap((name) => {
      const sets = [...(this.#nodes.get(name.toLowerCase())?.parts.values() ?? [])];
      return distinct(sets.flatMap((set) => set.addresses ?? [])).map(
        (address): DnsRecord => ({ type: 'A', name, ttl: this.#ttl, address }),
      );
    });
  }

  #negative(zone: string, rcode: ZoneAnswer['rcode']): ZoneAnswer {
    return { rcode, answers: [], authorities: [this.#soa(zone)], additionals: [] };
  }

  #soa(name: string): DnsRecord {
    return {
      type: 'SOA',
      name,
      ttl: this.#ttl,
      primary: `ns.dns.${this.domain}`,
      mailbox: `hostmaster.${this.domain}`,
      serial: this.#serial,
      refresh: 7_200,
      retry: 1_800,
      expire: 86_400,
      minimum: this.#ttl,
    };
  }

  /** The node of a name, or that of the wildcard which covers it. */
  #find(key: string): ZoneNode | undefined {
    const node = this.#nodes.get(key);
    if (node !== undefined) return node;
    const dot = key.indexOf('.');
    return dot === -1 ? undefined : this.#nodes.get(`*${key.slice(dot)}`);
  }

  /** The zone of this server that a name is in, whether it exists or not. */
  #zoneName(key: string): string | undefined {
    if (key === this.domain || key.endsWith(`.${this.domain}`)) return this.domain;
    if (!key.endsWith('.in-addr.arpa')) return undefined;
    const address = key.slice(0, -'.in-addr.arpa'.length).split('.').reverse().join('.');
    return isIPv4(address) && this.#reverse.check(address) ? key.split('.').slice(2).join('.') : undefined;
  }

  #updateService(key: string): void {
    const service = this.#services.get(key);
    const slices = [...(this.#slices.get(key)?.values() ?? [])];
    this.#own(`service ${key}`, service === undefined ? [] : serviceNames(service, slices, this.domain));
  }

  /** Replaces the names that come from an object. */
  #own(owner: string, names: Iterable<readonly [name: string, set: RecordSet]>): void {
    this.#serial = (this.#serial + 1) >>> 0;
    for (const name of this.#owned.get(owner) ?? []) {
      const node = this.#nodes.get(name);
      node?.parts.delete(owner);
      if (node !== undefined) this.#removeIfEmpty(name, node);
    }
    const owned = new Set<string>();
    for (const [spelled, set] of names) {
      const name = spelled.toLowerCase();
      owned.add(name);
      this.#ensure(name).parts.set(owner, set);
    }
    if (owned.size === 0) this.#owned.delete(owner);
    else this.#owned.set(owner, owned);
  }

  /** Names between a name and the domain exist too: asking for them gives nothing instead of NXDOMAIN. */
  #ensure(name: string): ZoneNode {
    const existing = this.#nodes.get(name);
    if (existing !== undefined) return existing;
    const node = { parts: new Map<string, RecordSet>(), children: 0 };
    this.#nodes.set(name, node);
    const parent = this.#parentName(name);
    if (parent !== undefined) this.#ensure(parent).children += 1;
    return node;
  }

  #removeIfEmpty(name: string, node: ZoneNode): void {
    if (node.parts.size > 0 || node.children > 0) return;
    this.#nodes.delete(name);
    const parent = this.#parentName(name);
    const above = parent === undefined ? undefined : this.#nodes.get(parent);
    if (parent === undefined || above === undefined) return;
    above.children -= 1;
    this.#removeIfEmpty(parent, above);
  }

  #parentName(name: string): string | undefined {
    return name.endsWith(`.${this.domain}`) ? name.slice(name.indexOf('.') + 1) : undefined;
  }
}

interface ZoneQuery {
  readonly name: string;
  readonly key: string;
  readonly node: ZoneNode;
  readonly zone: string;
  readonly type: number;
  readonly turn: number;
  /** Aliases that led here. */
  readonly depth: number;
}

function positiveAnswer(answers: readonly DnsRecord[], additionals: readonly DnsRecord[]): ZoneAnswer {
  return { rcode: RCODE.NOERROR, answers, authorities: [], additionals };
}

function distinct(values: readonly string[]): readonly string[] {
  return values.length < 2 ? values : [...new Set(values)];
}

function rotate<T>(values: readonly T[], turn: number): readonly T[] {
  if (values.length < 2) return values;
  const first = turn % values.length;
  return first === 0 ? values : [...values.slice(first), ...values.slice(0, first)];
}
