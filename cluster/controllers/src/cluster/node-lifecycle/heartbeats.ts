import type { Lease } from '@kubemin/kubeapi/types/coordination.v1';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { readiness } from './node-conditions.ts';
import type { NodeLifecycleTimes } from './node-lifecycle-times.ts';

interface Heartbeat {
  readonly stamp: string;
  readonly at: number;
}

/**
 * When each node last reported: the time of our own clock at which its heartbeat had changed. The time in a heartbeat is
 * of the node's clock, and never compared with ours: nodes whose clocks are wrong are alive all the same.
 */
export class Heartbeats {
  readonly #statuses = new Map<string, Heartbeat>();
  readonly #leases = new Map<string, Heartbeat>();

  /** `now` is monotonic here and below. */
  observeNode(node: Node, now: number): void {
    recordHeartbeat(this.#statuses, node.metadata.name, readiness(node)?.lastHeartbeatTime, now);
  }

  observeLease(lease: Lease, now: number): void {
    recordHeartbeat(this.#leases, lease.metadata.name, lease.spec?.renewTime, now);
  }

  forgetNode(name: string): void {
    this.#statuses.delete(name);
  }

  forgetLease(name: string): void {
    this.#leases.delete(name);
  }

  /** Restarts all grace periods: for when this process received nothing. */
  resetGracePeriods(now: number): void {
    for (const heard of [this.#statuses, this.#leases]) {
      for (const [name, { stamp }] of heard) heard.set(name, { stamp, at: now });
    }
  }

  /** Whether the node has been silent for too long. */
  isSilent(node: Node, now: number, times: Pick<NodeLifecycleTimes, 'graceMs' | 'startupGraceMs'>): boolean {
    const { name = '' } = node.metadata;
    const status = this.#statuses.get(name);
    if (status === undefined) return false;
    const last = Math.max(status.at, this.#leases.get(name)?.at ?? Number.NEGATIVE_INFINITY);
    return now - last > (readiness(node) === undefined ? times.startupGraceMs : times.graceMs);
  }
}

function recordHeartbeat(heard: Map<string, Heartbeat>, name = '', stamp = '', now: number): void {
  if (heard.get(name)?.stamp !== stamp) heard.set(name, { stamp, at: now });
}
