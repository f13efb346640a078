import * as z from 'zod';

const text = z.string().min(1).optional().catch(undefined);

/** Which cluster; the default one when it is absent. */
export const functionsSearchSchema = z.object({ cluster: text });

export const FUNCTION_PARTS = ['code', 'test', 'triggers', 'scale', 'versions', 'logs'] as const;

/** The namespace of one function, and which part of it is shown. */
export const functionSearchSchema = functionsSearchSchema.extend({
  namespace: z.string().min(1).catch('default'),
  part: z.enum(FUNCTION_PARTS).catch('code'),
});

/** The namespace of one workflow, and which of its runs is shown. */
export const chainSearchSchema = functionsSearchSchema.extend({
  namespace: z.string().min(1).catch('default'),
  run: text,
});
