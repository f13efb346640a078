import * as z from 'zod';

/** The filters of the list, which are in its address. */
export const appsSearchSchema = z.object({
  text: z.string().optional().catch(undefined),
  show: z.enum(['all', 'attention', 'deploying']).optional().catch(undefined),
});
