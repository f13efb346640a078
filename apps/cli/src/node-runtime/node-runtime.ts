import type { ControllerModule } from '@kubemin/controller';
import type { NodeConnections } from '@kubemin/kubeapi';
import type { Text } from '@kubemin/model';

/** Whether a runtime works on this machine. */
export type Availability = { readonly kind: 'available' } | { readonly kind: 'missing'; readonly why: Text };

/** Nodes of the embedded cluster. */
export interface ClusterNodes {
  /** Makes them, and runs pods on them. */
  readonly module: ControllerModule;
  /** How the API server reaches them. */
  readonly connections: NodeConnections;
}

/** What nodes of the embedded cluster run pods with. */
export interface NodeRuntime {
  /** What people have to know about pods on such nodes. */
  readonly notice: Text;
  availability(): Promise<Availability>;
  nodes(options: { readonly count: number }): ClusterNodes;
}
