import * as z from 'zod';

/** What of a run is looked at, which is in its address. */
export const runSearchSchema = z.object({
  /** The job whose panel is open. */
  job: z.string().optional().catch(undefined),
  view: z.enum(['chart', 'table']).optional().catch(undefined),
  /** Which log: a job by its id, or the pods of a component by its name. */
  log: z.string().optional().catch(undefined),
  events: z.enum(['all', 'run', 'cluster']).optional().catch(undefined),
});
export type RunSearch = z.output<typeof runSearchSchema>;
