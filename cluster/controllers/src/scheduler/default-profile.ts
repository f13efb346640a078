import { leastAllocatedScore } from './least-allocated-score.ts';
import { nodeAffinityFilter } from './node-affinity-filter.ts';
import { nodeReadyFilter } from './node-ready-filter.ts';
import type { SchedulerProfile } from './policy.ts';
import { resourceFitFilter } from './resource-fit-filter.ts';
import { spreadScore } from './spread-score.ts';
import { taintFilter } from './taint-filter.ts';

/** Where pods go that ask for nothing special. */
export const defaultProfile: SchedulerProfile = {
  schedulerName: 'default-scheduler',
  filters: [nodeReadyFilter, taintFilter, nodeAffinityFilter, resourceFitFilter],
  scores: [leastAllocatedScore, spreadScore],
};
