import type { KubeClient } from '@kubemin/kube';
import type { PodLog } from '../../test-support/pod-log.ts';

/** Where a scenario is played: a namespace of its own in a cluster it shares with the others. */
export interface ScenarioContext {
  /** The client of the user; its writes trigger no crash. */
  readonly client: KubeClient;
  readonly namespace: string;
  /** From here on the controllers may die of their writes for this namespace; the log holds its pods' history from here. */
  begin(): Promise<PodLog>;
}

/** Holds the history against what is allowed; asked when nothing happens any more. */
export type FinalCheck = () => void | Promise<void>;

/** Something users do with a cluster, and how it ends. */
export interface Scenario {
  readonly name: string;
  /** Resolves when the wanted state is reached. */
  run(stage: ScenarioContext): Promise<FinalCheck>;
}
