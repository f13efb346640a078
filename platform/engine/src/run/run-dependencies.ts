import type { Clock, Logger, Random, Vault } from '@kubemin/base';
import type { DocumentRenderer } from '@kubemin/render';
import type { JobTypeRegistry, StepTypeRegistry } from '../plan/index.ts';
import type { DeliveryCluster, EngineObserver, EngineSettings, Fetcher, ShareStore } from '../task/index.ts';
import type { EventHub } from './event-hub.ts';
import type { EngineStores } from './run-store.ts';

/** What executing tasks needs: what all runs share, and the stores, which a run reaches through its `RunStore` only. */
export interface EngineDependencies extends SharedDependencies, EngineStores {
  readonly executorId: string;
}

/** What one run needs beside its `RunStore`: what all runs of an engine share, and the cluster it delivers to. */
export interface RunDependencies extends SharedDependencies, DeliveryCluster {}

/** What all runs of one engine share. */
export interface SharedDependencies {
  readonly shares: ShareStore;
  readonly jobTypes: JobTypeRegistry;
  readonly stepTypes: StepTypeRegistry;
  readonly hub: EventHub;
  readonly observer: Required<EngineObserver>;
  readonly fetcher: Fetcher;
  readonly vault: Vault;
  readonly renderer: DocumentRenderer;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly settings: EngineSettings;
}
