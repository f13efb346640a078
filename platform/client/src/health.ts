import * as z from 'zod';

/** The process answers. */
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

/** The server can do its work: each thing it needs was asked and answered. */
export const readinessSchema = z.object({
  status: z.literal('ready'),
  checks: z.record(z.string(), z.literal('ok')),
  instance: instanceSchema,
});
export type Readiness = z.output<typeof readinessSchema>;
