import * as z from 'zod';
import { defineComponentType } from '../component-type.ts';
import { jobProperties } from './job-properties.ts';
import { scheduleProperties } from './schedule-properties.ts';

/** Something that runs to its end again and again: a CronJob. */
export const cron = defineComponentType({
  summary: 'A task that runs on a schedule, such as a nightly backup.',
  properties: z.object({ ...jobProperties, ...scheduleProperties }),
  image: 'required',
  runs: 'to-completion',
});
