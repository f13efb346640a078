import { NODE_LIFECYCLE_TIMES, type NodeLifecycleTimes } from '@kubemin/controllers';

/** How patient the embedded cluster is with nodes that fall silent. */
export interface NodeTimeouts {
  /** How long a node may go without a heartbeat before it is not ready. */
  readonly graceMs: number;
  /** How long pods stay on a node that is not ready. */
  readonly evictionMs: number;
}

/** As often as kubelets renew their leases. */
const LONGEST_RENEWAL_MS = 10_000;

/** How often nodes are to speak, so that one or two words may be lost. */
export function heartbeatInterval({ graceMs }: NodeTimeouts): number {
  return Math.min(LONGEST_RENEWAL_MS, graceMs / 4);
}

/** The times of the controllers, in Kubernetes' proportions. */
export function lifecycleTimes({ graceMs }: NodeTimeouts): NodeLifecycleTimes {
  const { startupGraceMs, monitorMs, graceMs: usual } = NODE_LIFECYCLE_TIMES;
  return {
    ...NODE_LIFECYCLE_TIMES,
    graceMs,
    startupGraceMs: (startupGraceMs / usual) * graceMs,
    // Seldom looks would make a short time long.
    monitorMs: Math.min(monitorMs, graceMs / 4),
  };
}
