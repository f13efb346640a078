import type { NumberRange } from './number-ranges.ts';

export type PolicyDirection = 'ingress' | 'egress';
export type PolicyProtocol = 'tcp' | 'udp';

/** What network policies mean on one node: which packets of its pods may begin a connection. Independent of how it is enforced. */
export interface PolicyRules {
  /** Addresses of pods by name of the set. The name depends on what selects them, not on which they are. */
  readonly pods: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ranges of addresses by name of the set, in order and without overlaps. */
  readonly blocks: ReadonlyMap<string, readonly NumberRange[]>;
  /** Ports with a name, as `10.244.0.5 . 8080`, by name of the set. */
  readonly namedPorts: ReadonlyMap<string, ReadonlySet<string>>;
  /** What policies allow, by a name that depends on the content. */
  readonly lists: ReadonlyMap<string, AllowList>;
  /** Isolated pods of this node by address, with the names of the lists any of which may allow a connection. */
  readonly isolated: Readonly<Record<PolicyDirection, ReadonlyMap<string, readonly string[]>>>;
}

/** What one policy allows in one direction: everything that one of its rules allows. */
export interface AllowList {
  readonly direction: PolicyDirection;
  readonly rules: readonly AllowRule[];
}

export interface AllowRule {
  /** Where the other side is; undefined for everywhere. */
  readonly peers: { readonly kind: 'pods' | 'blocks'; readonly set: string } | undefined;
  /** Undefined for all ports of all protocols. */
  readonly ports: PortMatch | undefined;
}

export type PortMatch =
  | { readonly protocol: PolicyProtocol; readonly ranges: readonly NumberRange[] }
  /** A name that the pod which is connected to gives one of its ports; `set` is one of `namedPorts`. */
  | { readonly protocol: PolicyProtocol; readonly set: string };

export const NO_POLICY_RULES: PolicyRules = {
  pods: new Map(),
  blocks: new Map(),
  namedPorts: new Map(),
  lists: new Map(),
  isolated: { ingress: new Map(), egress: new Map() },
};

export function hasIsolatedPods({ isolated }: PolicyRules): boolean {
  return isolated.ingress.size > 0 || isolated.egress.size > 0;
}
