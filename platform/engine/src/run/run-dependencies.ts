import type { Clock, Logger, Random, Vault } from '@kubemin/base';
import type { DocumentRenderer } from '@kubemin/render';
import type { DeliveryCluster } from '../clusters/delivery-clusters.ts';
import type { EngineObserver } from '../engine-observer.ts';
import type { JobTypeRegistry } from '../job-type-registry.ts';
import type { Fetcher } from '../outbound/fetcher.ts';
import type { EngineSettings } from '../settings.ts';
import type { StepTypeRegistry } from '../step-type-registry.ts';
import type { ShareStore } from '../store/share-store.ts';
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
