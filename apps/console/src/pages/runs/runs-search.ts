import * as z from 'zod';

const statusSchema = z.enum([
  'waiting',
  'queued',
  'running',
  'completed',
  'failed',
  'timeout',
  'cancelled',
  'rejected',
]);

/** The filters of the list, which are in its address. */
export const runsSearchSchema = z.object({
  status: z.array(statusSchema).optional().catch(undefined),
  /** The name of an application, or its id where several have the name. */
  app: z.string().optional().catch(undefined),
  creator: z.string().optional().catch(undefined),
  source: z.enum(['web', 'cli', 'api']).optional().catch(undefined),
  text: z.string().optional().catch(undefined),
});
export type RunsSearch = z.output<typeof runsSearchSchema>;
