import type { KubeClient } from '@kubemin/kube';
import type { PodLog } from '../../test-support/pod-log.ts';

/** Where a scenario is played: a namespace of its own in a cluster it shares with the others. */
export interface Stage {
  /** The user's; nobody dies of what it writes. */
  readonly client: KubeClient;
  readonly namespace: string;
  /** From here on the controllers may die of their writes for this namespace; the log holds its pods' history from here. */
  begin(): Promise<PodLog>;
}

/** Holds the history against what is allowed; asked when nothing happens any more. */
export type Verdict = () => void | Promise<void>;

/** Something users do with a cluster, and how it ends. */
export interface Scenario {
  readonly name: string;
  /** Resolves when the cluster says that what was wanted is there. */
  play(stage: Stage): Promise<Verdict>;
}
