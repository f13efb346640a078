import type { Clock, Logger, Random, Vault } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import type { ResourceType } from '@kubemin/kubeapi';
import type { DocumentRenderer } from '@kubemin/render';
import type { SqlDatabase } from '@kubemin/sql';
import type { EngineQueue } from './queue/index.ts';
import type {
  AnyStepType,
  ClusterSource,
  EngineObserver,
  EngineSettings,
  Fetcher,
  JobType,
  ProgramRunner,
  TenancySource,
} from './task/index.ts';

/** What an engine is made of. */
export interface EngineOptions {
  /** Shared with others; the engine brings its own tables. */
  readonly database: SqlDatabase;
  /** Seals what users may have put secrets into before it is stored. @default one that seals nothing */
  readonly vault?: Vault;
  /** Of the cluster that documents mean that name none. */
  readonly client: KubeClient;
  /** Those that documents may name. @default none */
  readonly clusters?: ClusterSource;
  /** Which project is bound to which namespaces. @default all projects deliver everywhere */
  readonly tenancy?: TenancySource;
  readonly renderer: DocumentRenderer;
  /** @default builtinJobTypes */
  readonly jobTypes?: readonly JobType[];
  /** Namespaced kinds that job types deliver and that Kubernetes does not have itself. @default those of gateways */
  readonly resourceTypes?: readonly ResourceType[];
  /** @default builtinStepTypes */
  readonly stepTypes?: readonly AnyStepType[];
  /** How steps reach the world outside. @default one that refuses private addresses */
  readonly fetcher?: Fetcher;
  /** How steps use programs of this machine, such as `ssh`. @default every program is missing */
  readonly programs?: ProgramRunner;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Unique to this process and this start of it: claims are stored with it. */
  readonly executorId: string;
  readonly settings?: Partial<EngineSettings>;
  /** Announces work between instances; the engine opens and closes it. @default one inside this process */
  readonly queue?: EngineQueue;
  /** Called when this instance led and lost that other than by stopping. It goes on as a follower. */
  readonly onLeadershipLost?: () => void;
  readonly observers?: readonly EngineObserver[];
  /** The trace of the request that submits a run right now, as a `traceparent`; stored with the task. */
  readonly trace?: () => string | undefined;
}
