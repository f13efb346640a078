import * as z from 'zod';
import { textsSchema } from './texts.ts';

/** One thing that is wrong, or doubtful, with a document or a request: where, which, and what to do about it. */
export const problemSchema = z.object({
  /** JSON path into what was sent, such as `component[0].traits.storage[1].type`; '' is the whole body. */
  path: z.string(),
  code: z.string(),
  message: z.string(),
  fix: z.string().optional(),
  severity: z.enum(['error', 'warning']),
  position: z.object({ line: z.number().int(), column: z.number().int() }).optional(),
  /** Of a text that cannot be read: the line, and a caret below the place. */
  excerpt: z.string().optional(),
  texts: textsSchema,
});

export type Problem = z.output<typeof problemSchema>;
