import * as z from 'zod';
import { problemSchema } from './problem.ts';

/** The response to trying a document: nothing is stored, every problem is listed. */
export const trialSchema = z.object({
  valid: z.boolean(),
  errors: z.array(problemSchema).readonly(),
  warnings: z.array(problemSchema).readonly(),
});
export type Trial = z.output<typeof trialSchema>;
