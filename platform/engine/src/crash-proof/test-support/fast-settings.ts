import type { QueueSettings } from '../../queue/queue-settings.ts';
import type { EngineSettings } from '../../task/settings.ts';

/** Everything that takes its time in earnest, in the same proportions, so that a proof sees it often. */
export const INSTANCE_SETTINGS: Partial<EngineSettings> = {
  pollIntervalMs: 300,
  dispatchPollIntervalMs: 300,
  heartbeatMs: 250,
  deadAfterMs: 3_000,
  leaseDurationMs: 3_000,
  renewDeadlineMs: 2_000,
  leaseRetryMs: 400,
  replicaCheckMs: 1_000,
};

export const QUEUE_SETTINGS: Partial<QueueSettings> = {
  readBlockMs: 200,
  reclaimIntervalMs: 300,
  reclaimMinIdleMs: 2_000,
  backoffMinMs: 20,
  backoffMaxMs: 500,
};
