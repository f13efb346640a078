import type { Taint } from '@kubemin/kubeapi/types/core.v1';

/** Nodes that are alike. */
export interface NodeGroup {
  readonly count: number;
  /** Names are made of it, a dash and a number from 0. */
  readonly prefix: string;
  /** Quantities by resource, extended resources included; added to the defaults (8 CPUs, 32Gi memory, 100Gi storage, 110 pods). */
  readonly capacity?: Readonly<Record<string, string>> | undefined;
  /** Dealt out in turn, as the label `topology.kubernetes.io/zone`. */
  readonly zones?: readonly string[] | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Given to nodes when they are registered. */
  readonly taints?: readonly Taint[] | undefined;
}

/** One node of a group. */
export interface GroupNode {
  readonly name: string;
  readonly capacity: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
}

const DEFAULT_CAPACITY = { cpu: '8', memory: '32Gi', 'ephemeral-storage': '100Gi', pods: '110' };
const ZONE = 'topology.kubernetes.io/zone';

/** The nodes of a group. */
export function groupNodes({
  count,
  prefix,
  capacity,
  zones = [],
  labels,
  taints = [],
}: NodeGroup): readonly GroupNode[] {
  return Array.from({ length: count }, (_, at) => {
    const zone = zones[at % zones.length];
    return {
      name: `${prefix}-${at}`,
      capacity: { ...DEFAULT_CAPACITY, ...capacity },
      labels: { ...(zone !== undefined && { [ZONE]: zone }), ...labels },
      taints,
    };
  });
}
