import * as z from 'zod';

/** The filter of the gallery, which is in its address. */
export const templatesSearchSchema = z.object({ text: z.string().optional().catch(undefined) });
