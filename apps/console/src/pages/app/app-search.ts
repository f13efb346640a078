import * as z from 'zod';

/** What the pages of an application show, in their address. */
export const appSearchSchema = z.object({
  component: z.string().optional().catch(undefined),
  pod: z.string().optional().catch(undefined),
  container: z.string().optional().catch(undefined),
  /** Which logs: before a restart, or of pods that are gone; how much of them, and which lines. */
  age: z.enum(['now', 'previous', 'gone']).optional().catch(undefined),
  range: z.coerce.string().optional().catch(undefined),
  q: z.coerce.string().optional().catch(undefined),
  level: z.enum(['warning', 'error']).optional().catch(undefined),
  /** The revisions that are compared. */
  rev: z.coerce.number().int().optional().catch(undefined),
  with: z
    .union([z.literal('live'), z.coerce.number().int()])
    .optional()
    .catch(undefined),
  /** Which events: of the cluster or the platform, and how old at most. */
  source: z.enum(['cluster', 'platform']).optional().catch(undefined),
  span: z.enum(['15m', '1h', '1d']).optional().catch(undefined),
  type: z.enum(['Normal', 'Warning']).optional().catch(undefined),
});
