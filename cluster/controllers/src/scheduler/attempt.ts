import type { SchedulerProfile } from './plugin.ts';
import type { PodWait } from './pod-waits.ts';
import type { QueuedPod } from './queued-pod.ts';

/** One try to place a pod. */
export interface Attempt {
  readonly pod: QueuedPod;
  readonly profile: SchedulerProfile;
  readonly begunAt: number;
  readonly wait: PodWait;
}
