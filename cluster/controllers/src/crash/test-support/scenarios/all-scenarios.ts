import type { Scenario } from '../scenario.ts';
import { cronJob } from './cron-job.ts';
import { daemonSetUpdate } from './daemon-set.ts';
import { drain } from './drain.ts';
import { failingJob } from './failing-job.ts';
import { foregroundDeletion } from './foreground-deletion.ts';
import { indexedJob } from './indexed-job.ts';
import { namespaceDeletion } from './namespace-deletion.ts';
import { orphanDeletion } from './orphan-deletion.ts';
import { preemption } from './preemption.ts';
import { rollback } from './rollback.ts';
import { rollout } from './rollout.ts';
import { statefulSetUpdate } from './stateful-set.ts';

/** Everything that must survive the death of the controllers. */
export const SCENARIOS: readonly Scenario[] = [
  rollout,
  rollback,
  indexedJob,
  failingJob,
  cronJob,
  statefulSetUpdate,
  daemonSetUpdate,
  foregroundDeletion,
  orphanDeletion,
  namespaceDeletion,
  preemption,
  drain,
];
