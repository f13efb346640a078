import type { KubeClient } from '@kubemin/kube';
import type { TermInfo } from './term-info.ts';

/** The time in which this process is the one to work: for ever, or for a term as the leader. */
export interface LeadershipGrant {
  /** Writes only while the turn lasts. */
  readonly client: KubeClient;
  /** A client of somebody else that writes only while the turn lasts. */
  readonly fenceClient: (client: KubeClient) => KubeClient;
  readonly leadership: TermInfo;
  /** Aborts when the work has to be wound up. */
  readonly signal: AbortSignal;
  /** How long the work in flight may take to end; asked when `signal` has aborted. */
  graceMs(): number;
}
