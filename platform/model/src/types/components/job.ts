import * as z from 'zod';
import { defineComponentType } from '../component-type.ts';
import { jobProperties } from './job-properties.ts';

/** Something that runs once, to its end: a Job. It runs again when what it runs has changed, or when asked to. */
export const job = defineComponentType({
  summary: 'A task that runs to completion, such as a migration or an evaluation.',
  properties: z.object(jobProperties),
  image: 'required',
  runs: 'to-completion',
});
