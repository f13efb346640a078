import type { KubeClient } from '@kubemin/kube';
import type { TermInfo } from '../resource/index.ts';

/** The permission of this process to work: unlimited without an election, else for one term. */
export interface LeadershipGrant {
  /** Rejects writes after the grant has ended. */
  readonly client: KubeClient;
  /** Fences another client in the same way. */
  readonly fenceClient: (client: KubeClient) => KubeClient;
  readonly leadership: TermInfo;
  /** Aborts when the work must end. */
  readonly signal: AbortSignal;
  /** How long pending work may take to end; read after `signal` has aborted. */
  graceMs(): number;
}
