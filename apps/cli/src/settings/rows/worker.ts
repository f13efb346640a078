import { defineSetting } from '../setting.ts';
import { duration } from '../setting-types/duration.ts';
import { wholeNumber } from '../setting-types/whole-number.ts';

/** How instances take work from the queue. */
export const workerSettings = {
  staleInterval: defineSetting({
    flag: 'workflow-worker-stale-interval',
    yaml: ['workflow.workerStaleInterval'],
    type: duration(),
    default: 15_000,
    doc: 'How often messages of consumers that died are looked for.',
  }),
  autoclaimIdle: defineSetting({
    flag: 'workflow-worker-autoclaim-idle',
    yaml: ['workflow.workerAutoClaimMinIdle'],
    type: duration(),
    default: 60_000,
    doc: 'A message nobody extended for so long is taken from its consumer; Redis only.',
  }),
  autoclaimCount: defineSetting({
    flag: 'workflow-worker-autoclaim-count',
    yaml: ['workflow.workerAutoClaimCount'],
    type: wholeNumber({ min: 1 }),
    default: 50,
    doc: 'Messages taken over at once; Redis only.',
  }),
  readCount: defineSetting({
    flag: 'workflow-worker-read-count',
    yaml: ['workflow.workerReadCount'],
    type: wholeNumber({ min: 1 }),
    default: 10,
    doc: 'Messages read at once, as far as there is room for their work.',
  }),
  readBlock: defineSetting({
    flag: 'workflow-worker-read-block',
    yaml: ['workflow.workerReadBlock'],
    type: duration(),
    default: 2_000,
    doc: 'How long one read waits for news.',
  }),
  maxReadFailures: defineSetting({
    flag: 'workflow-worker-max-read-failures',
    yaml: ['workflow.workerMaxReadFailures'],
    type: wholeNumber({ min: 0 }),
    default: 0,
    doc: 'Failed reads in a row after which this instance stops reading the queue and works from the database; 0 means never.',
  }),
  maxClaimFailures: defineSetting({
    flag: 'workflow-worker-max-claim-failures',
    yaml: ['workflow.workerMaxClaimFailures'],
    type: wholeNumber({ min: 0 }),
    default: 0,
    doc: 'The same for looking after dead consumers; Redis only.',
  }),
  backoffMin: defineSetting({
    flag: 'workflow-worker-backoff-min',
    yaml: ['workflow.workerBackoffMin'],
    type: duration(),
    default: 200,
    doc: 'Pause after the first failed read; it doubles.',
  }),
  backoffMax: defineSetting({
    flag: 'workflow-worker-backoff-max',
    yaml: ['workflow.workerBackoffMax'],
    type: duration(),
    default: 300_000,
    doc: 'Longest pause between failed reads.',
  }),
} as const;
