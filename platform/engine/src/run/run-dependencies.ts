import type { Clock, Logger, Random, Vault } from '@kubemin/base';
import { type AnyDocument, DEFAULT_CLUSTER } from '@kubemin/model';
import type { DocumentRenderer } from '@kubemin/render';
import type { JobTypeRegistry, StepTypeRegistry } from '../plan/index.ts';
import type {
  DeliveryCluster,
  EngineObserver,
  EngineSettings,
  Fetcher,
  ProgramRunner,
  RunTenancy,
  ShareStore,
  TenancySource,
} from '../task/index.ts';
import type { EventHub } from './event-hub.ts';
import type { EngineStores } from './run-store.ts';

/** What executing tasks needs: what all runs share, and the stores, which a run reaches through its `RunStore` only. */
export interface EngineDependencies extends SharedDependencies, EngineStores {
  readonly executorId: string;
}

/** What one run needs beside its `RunStore`: what all runs of an engine share, and the cluster it delivers to. */
export interface RunDependencies extends SharedDependencies, DeliveryCluster {
  /** Undefined where projects are not bound to namespaces. */
  readonly tenancy: RunTenancy | undefined;
}

/** What all runs of one engine share. */
export interface SharedDependencies {
  readonly shares: ShareStore;
  readonly jobTypes: JobTypeRegistry;
  readonly stepTypes: StepTypeRegistry;
  readonly hub: EventHub;
  readonly observer: Required<EngineObserver>;
  readonly fetcher: Fetcher;
  readonly programs: ProgramRunner;
  readonly vault: Vault;
  readonly renderer: DocumentRenderer;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly settings: EngineSettings;
  readonly tenancySource: TenancySource | undefined;
}

/** The dependencies of a run in a cluster: all of it happens there, since an application never moves. */
export function withCluster(
  shared: SharedDependencies,
  cluster: DeliveryCluster,
  document: Pick<AnyDocument, 'cluster' | 'project'>,
): RunDependencies {
  const { cluster: name, project } = document;
  const shares = name === undefined ? shared.shares : shared.shares.inCluster(name);
  const source = shared.tenancySource;
  const prepared = new Map<string, Promise<void>>();
  const tenancy = source && { project, cluster: name ?? DEFAULT_CLUSTER, source, prepared };
  return { ...shared, ...cluster, shares, tenancy };
}
