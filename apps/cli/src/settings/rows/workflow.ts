import { defineSetting } from '../setting.ts';
import { choice } from '../setting-types/choice.ts';
import { duration } from '../setting-types/duration.ts';
import { onOff } from '../setting-types/switch.ts';
import { wholeNumber } from '../setting-types/whole-number.ts';

/** How runs are executed. */
export const workflowSettings = {
  maxConcurrent: defineSetting({
    flag: 'workflow-max-concurrent',
    yaml: ['workflow.maxConcurrentWorkflows'],
    type: wholeNumber({ min: 1 }),
    default: 10,
    doc: 'Runs that one instance executes side by side.',
  }),
  sequentialMaxConcurrency: defineSetting({
    flag: 'workflow-sequential-max-concurrency',
    yaml: ['workflow.sequentialMaxConcurrency'],
    type: wholeNumber({ min: 1 }),
    default: 1,
    doc: 'Jobs of equal priority in one `StepByStep` step that run side by side.',
  }),
  localPollInterval: defineSetting({
    flag: 'workflow-local-poll-interval',
    yaml: ['workflow.localPollInterval'],
    type: duration(),
    default: 3_000,
    doc: 'How often an instance looks for work in the database. Work it was given itself, or hears of through the queue, starts at once.',
  }),
  dispatchPollInterval: defineSetting({
    flag: 'workflow-dispatch-poll-interval',
    yaml: ['workflow.dispatchPollInterval'],
    type: duration(),
    default: 3_000,
    doc: 'How often the leader announces waiting work again whose news may be lost.',
  }),
  defaultJobTimeout: defineSetting({
    flag: 'workflow-default-job-timeout',
    yaml: ['workflow.defaultJobTimeout'],
    type: duration(),
    default: 60_000,
    doc: 'Time limit of jobs that do not roll out workloads.',
  }),
  deployTimeout: defineSetting({
    flag: 'workflow-deploy-timeout',
    yaml: ['workflow.deployTimeout'],
    type: duration(),
    default: 1_200_000,
    doc: 'Time limit of jobs that roll out workloads and wait until they are ready.',
  }),
  retries: defineSetting({
    flag: 'workflow-retries',
    yaml: ['workflow.retries'],
    type: wholeNumber({ min: 0, max: 1_000 }),
    default: 3,
    doc: 'How often a job is tried again after an error that may pass.',
  }),
  retryMin: defineSetting({
    flag: 'workflow-retry-min',
    yaml: ['workflow.retryMin'],
    type: duration(),
    default: 200,
    doc: 'Pause before the first such try; it doubles.',
  }),
  retryMax: defineSetting({
    flag: 'workflow-retry-max',
    yaml: ['workflow.retryMax'],
    type: duration(),
    default: 5_000,
    doc: 'Longest pause between such tries.',
  }),
  onFailure: defineSetting({
    flag: 'workflow-on-failure',
    yaml: ['workflow.onFailure'],
    type: choice(['keep', 'cleanup', 'rollback']),
    default: 'keep',
    doc: 'What becomes of the objects of a failed step that does not say `onFailure` itself.',
  }),
  createNamespace: defineSetting({
    flag: 'workflow-create-namespace',
    yaml: ['workflow.createNamespace'],
    type: onOff(),
    default: false,
    defaultFor: { up: true },
    doc: 'Whether a missing namespace is made with the first object that goes there.',
  }),
  heartbeatInterval: defineSetting({
    flag: 'workflow-heartbeat-interval',
    yaml: ['workflow.heartbeatInterval'],
    type: duration(),
    default: 1_000,
    doc: 'How often running work says that it lives; at most half of `--workflow-dead-after`.',
  }),
  deadAfter: defineSetting({
    flag: 'workflow-dead-after',
    yaml: ['workflow.deadAfter'],
    type: duration(),
    default: 15_000,
    doc: 'Work that has not said so for this long is taken from its instance, which stops it at four fifths of this time.',
  }),
} as const;
