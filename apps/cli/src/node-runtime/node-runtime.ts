import type { ControllerModule } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';
import type { NodeConnections } from '@kubemin/kubeapi';
import type { Text } from '@kubemin/model';
import type { SimulationRules } from '@kubemin/node';

/** Whether a runtime works on this machine. */
export type Availability = { readonly kind: 'available' } | { readonly kind: 'missing'; readonly why: Text };

/** Nodes of the embedded cluster. */
export interface ClusterNodes {
  /** Makes them, and runs pods on them; each writes with the client of its name. */
  readonly module: (clientOf: (node: string) => KubeClient) => ControllerModule;
  /** How the API server reaches them. */
  readonly connections: NodeConnections;
  /** Whether a node of this name is one of them and runs; decided here and never by what its Node object claims. */
  has(node: string): boolean;
}

/** Which nodes are wanted. */
export interface NodesOptions {
  readonly count: number;
  /** What happens on simulated ones, and more of them; others are what they are. */
  readonly rules?: SimulationRules | undefined;
  /** How often they renew their leases. @default as often as kubelets */
  readonly renewMs?: number | undefined;
}

/** What nodes of the embedded cluster run pods with. */
export interface NodeRuntime {
  /** What people have to know about pods on such nodes. */
  readonly notice: Text;
  availability(): Promise<Availability>;
  nodes(options: NodesOptions): ClusterNodes;
}
