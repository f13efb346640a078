import * as z from 'zod';

/** What the canvas shows: which view, and what is selected. */
export const canvasSearchSchema = z.object({
  view: z.enum(['canvas', 'outline', 'code']).optional().catch(undefined),
  component: z.string().optional().catch(undefined),
});

/** What is reviewed: the draft, or a return to an earlier revision. */
export const reviewSearchSchema = z.object({
  operation: z.enum(['deploy', 'rollback']).optional().catch(undefined),
  revision: z.number().int().min(1).optional().catch(undefined),
});

/** What a new application starts from. */
export const newSearchSchema = z.object({
  from: z.enum(['blank', 'image', 'import', 'template']).optional().catch(undefined),
  template: z.string().optional().catch(undefined),
});
