import * as z from 'zod';
import { textsSchema } from './texts.ts';

/** The process responds. */
export const healthSchema = z.object({ status: z.literal('healthy') });
export type Health = z.output<typeof healthSchema>;

/** How this process stands among those that share its database. */
export const instanceSchema = z.object({
  leads: z.boolean(),
  /** Processes that live, this one included. */
  instances: z.number().int(),
  /** Whether it takes new work. */
  executes: z.boolean(),
  /** Where its work comes from; `database` while the queue is away, and where there is none between processes. */
  workFrom: z.enum(['queue', 'database']),
  queue: z.object({ driver: z.string(), status: z.enum(['up', 'down', 'given-up']) }),
});

/**
 * The server can do its work: every dependency was checked and responded. `degraded` when a registered cluster does
 * not respond: deliveries to other clusters are not affected.
 */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'degraded']),
  /** What is wrong, when something is. */
  message: z.string().optional(),
  texts: textsSchema,
  checks: z.record(z.string(), z.literal('ok')),
  /** By name, those that are registered; the default one is among the checks. */
  clusters: z.record(z.string(), z.enum(['up', 'down', 'unknown'])),
  instance: instanceSchema,
  /** Of the server's program; clients compare it with their own. Absent where the server was not given it. */
  version: z.string().optional(),
  /** Where run events are published to; `elsewhere`: another instance does it. */
  publications: z
    .array(z.object({ name: z.string(), status: z.enum(['up', 'down', 'elsewhere']) }))
    .readonly()
    .default([]),
});
export type Readiness = z.output<typeof readinessSchema>;
