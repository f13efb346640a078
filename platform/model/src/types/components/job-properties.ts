import * as z from 'zod';
import { field } from '../../field/index.ts';
import { fieldMessages, propertiesMessages } from '../../messages/index.ts';
import { containerProperties } from './container-properties.ts';

const count = (least: number, most: number) =>
  field(z.number().int().min(least).max(most).optional(), {
    code: 'INVALID_JOB_CONFIG',
    fix: fieldMessages.wholeNumberFromTo({ least, most }),
  });

/** What every component that runs to completion takes. */
export const jobProperties = {
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
