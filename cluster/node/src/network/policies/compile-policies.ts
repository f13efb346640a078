import { hash } from 'node:crypto';
import { labelSelectorFromObject } from '@kubemin/kubeapi';
import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';
import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from '@kubemin/kubeapi/types/networking.v1';
import { mergeRanges, type NumberRange, parseAddressRange, subtractRanges } from './number-ranges.ts';
import type { AllowList, AllowRule, PolicyDirection, PolicyProtocol, PolicyRules, PortMatch } from './policy-rules.ts';

/** A pod as policies see it. */
export interface PolicyPod {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Of IPv4, and of this pod alone. */
  readonly address: string;
  /** Ports of its containers that have a name. */
  readonly ports: readonly PodPort[];
  /** Runs on this node, which isolates it. */
  readonly isLocal: boolean;
}

export interface PodPort {
  readonly name: string;
  readonly protocol: string;
  readonly port: number;
}

export interface PolicyInput {
  readonly policies: Iterable<NetworkPolicy>;
  readonly pods: readonly PolicyPod[];
  readonly namespaces: Iterable<Namespace>;
}

/**
 * Computes what a node has to enforce. A pod is isolated in a direction when a policy of this type selects it; then it may
 * have the connections that any of these policies allows. Ports of SCTP and blocks of IPv6 allow nothing here.
 */
export function compilePolicies(input: PolicyInput): PolicyRules {
  const compiler = new PolicyCompiler(input);
  for (const policy of input.policies) compiler.add(policy);
  return compiler.rules;
}

/** The directions in which a policy isolates the pods that it selects. */
export function policyDirections({ spec = {} }: NetworkPolicy): readonly PolicyDirection[] {
  const types = spec.policyTypes ?? (spec.egress?.length ? ['Ingress', 'Egress'] : ['Ingress']);
  return [
    ...(types.includes('Ingress') ? (['ingress'] as const) : []),
    ...(types.includes('Egress') ? (['egress'] as const) : []),
  ];
}

interface PolicyRule {
  readonly peers: readonly NetworkPolicyPeer[];
  readonly ports: readonly NetworkPolicyPort[];
}

/** The rules of a policy, in one form for both directions. */
export function policyRules({ spec = {} }: NetworkPolicy, direction: PolicyDirection): readonly PolicyRule[] {
  return direction === 'ingress'
    ? (spec.ingress ?? []).map(({ from = [], ports = [] }) => ({ peers: from, ports }))
    : (spec.egress ?? []).map(({ to = [], ports = [] }) => ({ peers: to, ports }));
}

class PolicyCompiler {
  readonly #pods: readonly PolicyPod[];
  readonly #podsByNamespace: ReadonlyMap<string, readonly PolicyPod[]>;
  readonly #namespaces: ReadonlyMap<string, Namespace>;
  readonly #selected = new Map<string, readonly PolicyPod[]>();
  readonly #podSets = new Map<string, ReadonlySet<string>>();
  readonly #blockSets = new Map<string, readonly NumberRange[]>();
  readonly #portSets = new Map<string, ReadonlySet<string>>();
  readonly #lists = new Map<string, AllowList>();
  readonly #isolated = { ingress: new Map<string, string[]>(), egress: new Map<string, string[]>() };

  constructor({ pods, namespaces }: PolicyInput) {
    this.#pods = pods;
    this.#podsByNamespace = Map.groupBy(pods, ({ namespace }) => namespace);
    this.#namespaces = new Map(Array.from(namespaces, (each) => [each.metadata.name ?? '', each]));
  }

  get rules(): PolicyRules {
    for (const lists of [...this.#isolated.ingress.values(), ...this.#isolated.egress.values()]) lists.sort();
    return {
      pods: this.#podSets,
      blocks: this.#blockSets,
      namedPorts: this.#portSets,
      lists: this.#lists,
      isolated: this.#isolated,
    };
  }

  add(policy: NetworkPolicy): void {
    const { metadata, spec = {} } = policy;
    const namespace = metadata.namespace ?? '';
    const subjects = this.#select({ namespace, podSelector: spec.podSelector ?? {} }).filter(({ isLocal }) => isLocal);
    if (subjects.length === 0) return;
    for (const direction of policyDirections(policy)) {
      const rules = policyRules(policy, direction).flatMap((rule) => this.#compileRule(rule, namespace));
      // A list that allows nothing still isolates.
      const name = rules.length === 0 ? undefined : this.#addList({ direction, rules });
      for (const { address } of subjects) {
        const lists = this.#isolated[direction].get(address) ?? [];
        if (name !== undefined && !lists.includes(name)) lists.push(name);
        this.#isolated[direction].set(address, lists);
      }
    }
  }

  #addList(list: AllowList): string {
    const name = `${list.direction}_${contentHash(list.rules)}`;
    this.#lists.set(name, list);
    return name;
  }

  #compileRule({ peers, ports }: PolicyRule, namespace: string): readonly AllowRule[] {
    const places = peers.length === 0 ? [undefined] : this.#compilePeers(peers, namespace);
    const matches = ports.length === 0 ? [undefined] : this.#compilePorts(ports);
    return places.flatMap((place) => matches.map((match) => ({ peers: place, ports: match })));
  }

  /** At most one set of pods and one of blocks. */
  #compilePeers(peers: readonly NetworkPolicyPeer[], namespace: string): readonly NonNullable<AllowRule['peers']>[] {
    const selections = peers
      .filter(({ ipBlock }) => ipBlock === undefined)
      .map(({ podSelector = {}, namespaceSelector }) => ({
        podSelector,
        ...(namespaceSelector === undefined ? { namespace } : { namespaceSelector }),
      }));
    const blocks = peers.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock]));
    return [
      ...(selections.length === 0 ? [] : [{ kind: 'pods', set: this.#addPodSet(selections) } as const]),
      ...(blocks.length === 0 ? [] : [{ kind: 'blocks', set: this.#addBlockSet(blocks) } as const]),
    ];
  }

  #addPodSet(selections: readonly Selection[]): string {
    const name = `pods_${contentHash(selections.map(contentHash).sort())}`;
    if (!this.#podSets.has(name)) {
      const found = selections.flatMap((selection) => this.#select(selection));
      this.#podSets.set(name, new Set(found.map(({ address }) => address)));
    }
    return name;
  }

  #addBlockSet(blocks: readonly IPBlock[]): string {
    const ranges = mergeRanges(blocks.flatMap(blockRanges));
    const name = `blocks_${contentHash(ranges)}`;
    this.#blockSets.set(name, ranges);
    return name;
  }

  #compilePorts(ports: readonly NetworkPolicyPort[]): readonly PortMatch[] {
    const matches: PortMatch[] = [];
    for (const protocol of ['tcp', 'udp'] as const) {
      const own = ports.filter((port) => (port.protocol ?? 'TCP').toLowerCase() === protocol);
      const ranges = mergeRanges(own.flatMap(portRange));
      if (ranges.length > 0) matches.push({ protocol, ranges });
      const names = new Set(own.flatMap(({ port }) => (typeof port === 'string' ? [port] : [])));
      for (const name of names) matches.push({ protocol, set: this.#addPortSet(protocol, name) });
    }
    return matches;
  }

  /** The same name may be another port in each pod. */
  #addPortSet(protocol: PolicyProtocol, portName: string): string {
    const name = `ports_${contentHash([protocol, portName])}`;
    if (!this.#portSets.has(name)) {
      const found = this.#pods.flatMap(({ address, ports }) =>
        ports
          .filter((port) => port.name === portName && port.protocol.toLowerCase() === protocol)
          .map(({ port }) => `${address} . ${port}`),
      );
      this.#portSets.set(name, new Set(found));
    }
    return name;
  }

  #select(selection: Selection): readonly PolicyPod[] {
    const key = contentHash(selection);
    const known = this.#selected.get(key);
    if (known !== undefined) return known;
    const pods = labelSelectorFromObject(selection.podSelector);
    const found = this.#selectNamespaces(selection)
      .flatMap((namespace) => this.#podsByNamespace.get(namespace) ?? [])
      .filter(({ labels }) => pods.matches(labels));
    this.#selected.set(key, found);
    return found;
  }

  #selectNamespaces({ namespace, namespaceSelector }: Selection): readonly string[] {
    if (namespace !== undefined) return [namespace];
    const selector = labelSelectorFromObject(namespaceSelector);
    return [...this.#namespaces].filter(([, { metadata }]) => selector.matches(metadata.labels)).map(([name]) => name);
  }
}

/** Pods of one namespace, or of all that a selector has. */
interface Selection {
  readonly podSelector: LabelSelector;
  readonly namespace?: string;
  readonly namespaceSelector?: LabelSelector;
}

function blockRanges({ cidr, except = [] }: IPBlock): readonly NumberRange[] {
  const range = parseAddressRange(cidr);
  if (range === undefined) return [];
  return subtractRanges(
    range,
    except.flatMap((each) => parseAddressRange(each) ?? []),
  );
}

function portRange({ port, endPort }: NetworkPolicyPort): readonly NumberRange[] {
  if (port === undefined) return [{ first: 0, last: 65_535 }];
  return typeof port === 'number' ? [{ first: port, last: endPort ?? port }] : [];
}

function contentHash(content: unknown): string {
  return hash('sha256', JSON.stringify(content)).slice(0, 16);
}
