import * as z from 'zod';
import { defineJobType } from '../job-type.ts';

/** Brings components to the state the document describes; what a step does when it names no type. */
export const deploy = defineJobType({
  summary: 'Delivers components and waits until they are ready.',
  schema: z.object({}),
  components: 'required',
});
