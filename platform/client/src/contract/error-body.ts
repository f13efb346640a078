import * as z from 'zod';
import { problemSchema } from './problem.ts';
import { textsSchema } from './texts.ts';

/** The one shape of every response that is not a success. */
export const errorBodySchema = z.object({
  /** Business code, see the error catalogue. */
  code: z.number().int(),
  /** Stable name. A string, not an enum: a newer server may know names this client does not. */
  error: z.string(),
  message: z.string(),
  problems: z.array(problemSchema).readonly().optional(),
  /** What the server's log calls the request; also in the header `x-request-id`. */
  requestId: z.string().optional(),
  texts: textsSchema,
});

export type ErrorBody = z.output<typeof errorBodySchema>;
