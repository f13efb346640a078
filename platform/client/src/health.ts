import * as z from 'zod';

/** The process answers. */
export const healthSchema = z.object({ status: z.literal('healthy') });
export type Health = z.output<typeof healthSchema>;

/** The server can do its work: each thing it needs was asked and answered. */
export const readinessSchema = z.object({ status: z.literal('ready'), checks: z.record(z.string(), z.literal('ok')) });
export type Readiness = z.output<typeof readinessSchema>;
