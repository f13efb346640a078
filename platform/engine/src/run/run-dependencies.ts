import type { Clock, Logger, Random, Vault } from '@kubemin/base';
import type { DocumentRenderer } from '@kubemin/render';
import type { DeliveryCluster } from '../clusters/delivery-clusters.ts';
import type { EngineObserver } from '../engine-observer.ts';
import type { JobTypeRegistry } from '../job-type-registry.ts';
import type { Fetcher } from '../outbound/fetcher.ts';
import type { EngineSettings } from '../settings.ts';
import type { StepTypeRegistry } from '../step-type-registry.ts';
import type { JobLogStore } from '../store/job-log-store.ts';
import type { ShareStore } from '../store/share-store.ts';
import type { EventHub } from './event-hub.ts';
import type { RunStores } from './retrying-stores.ts';

/** What one run needs: what all runs of an engine share, and the cluster it delivers to. */
export interface RunDependencies extends EngineDependencies, DeliveryCluster {}

/** What running tasks needs, shared by all runs of one engine. */
export interface EngineDependencies extends RunStores {
  readonly logs: Pick<JobLogStore, 'store'>;
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
  readonly executorId: string;
  readonly settings: EngineSettings;
}
