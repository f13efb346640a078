import * as z from 'zod';
import { lenientBody } from './lenient-body.ts';

const targetFilter = z.object({
  /** Machines, or pods that ask to be collected from. */
  role: z.enum(['node', 'pod']),
});

/** What shall be collected from. */
export const targetFilterSchema = lenientBody(targetFilter);
export type TargetFilter = z.output<typeof targetFilter>;

/** Addresses with the same labels, as Prometheus reads them. */
export const targetGroupSchema = z.object({
  /** `host:port`. */
  targets: z.array(z.string()).readonly(),
  labels: z.record(z.string(), z.string()).readonly(),
});
export type TargetGroup = z.output<typeof targetGroupSchema>;

/** All that can be collected from. */
export const targetGroupListSchema = z.array(targetGroupSchema).readonly();
