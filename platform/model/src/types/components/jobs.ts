import * as z from 'zod';
import { field } from '../../field/index.ts';
import { fieldMessages, propertiesMessages } from '../../messages/index.ts';
import { defineComponentType } from '../component-type.ts';
import { containerProperties } from './container-properties.ts';
import { scheduleProperties } from './schedule-properties.ts';

const count = (least: number, most: number) =>
  field(z.number().int().min(least).max(most).optional(), {
    code: 'INVALID_JOB_CONFIG',
    fix: fieldMessages.wholeNumberFromTo({ least, most }),
  });

/** What every component that runs to completion takes. */
const jobProperties = {
  ...containerProperties,
  /** How many pods must succeed. @default as many as run at once */
  completions: count(1, 100_000),
  /** How many pods run at once. @default the component's replicas */
  parallelism: count(1, 10_000),
  /** How often a failed pod is tried again. */
  backoffLimit: count(0, 1000),
  /** How long the whole may take. */
  activeDeadlineSeconds: count(1, 31_536_000),
  /** How long a finished one stays. It runs again at the next delivery once it is gone, so leaving it out is the rule. */
  ttlSecondsAfterFinished: count(0, 31_536_000),
  /** `onFailure` restarts the container in its pod, `never` makes a new pod. */
  restartPolicy: field(z.enum(['Never', 'OnFailure']).default('Never'), {
    code: 'INVALID_JOB_CONFIG',
    fix: propertiesMessages.jobRestart,
  }),
};

/** Something that runs once, to its end: a Job. It runs again when what it runs has changed, or when asked to. */
export const job = defineComponentType({
  summary: 'A task that runs to completion, such as a migration or an evaluation.',
  properties: z.object(jobProperties),
  image: 'required',
  runs: 'to-completion',
});

/** Something that runs to its end again and again: a CronJob. */
export const cron = defineComponentType({
  summary: 'A task that runs on a schedule, such as a nightly backup.',
  properties: z.object({ ...jobProperties, ...scheduleProperties }),
  image: 'required',
  runs: 'to-completion',
});
