import * as z from 'zod';

/** What the pages of an application show, in their address. */
export const appSearchSchema = z.object({
  component: z.string().optional().catch(undefined),
  pod: z.string().optional().catch(undefined),
  container: z.string().optional().catch(undefined),
  /** The revisions that are compared. */
  rev: z.coerce.number().int().optional().catch(undefined),
  with: z.coerce.number().int().optional().catch(undefined),
  type: z.enum(['Normal', 'Warning']).optional().catch(undefined),
});
