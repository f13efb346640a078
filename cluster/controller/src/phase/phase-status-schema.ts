import { z } from 'zod';

const CONDITION = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string(),
  message: z.string(),
  lastTransitionTime: z.iso.datetime(),
  observedGeneration: z.int().optional(),
});

/** The status of an object that a phase machine drives: what the machine keeps there, and the fields of one's own. */
export function phasedStatus<F extends z.ZodRawShape>(own: F) {
  return z.object({
    phase: z.string().optional().meta({ description: 'Where the object has got to.' }),
    state: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'What has been done in each phase, as a tree of its components.' }),
    failedFrom: z.string().optional().meta({ description: 'The phase that failed; a reset leads back to it.' }),
    paused: z
      .object({ phase: z.string(), since: z.iso.datetime() })
      .optional()
      .meta({ description: 'The object waits before this phase until it is continued.' }),
    conditions: z.array(CONDITION).optional(),
    observedGeneration: z.int().optional(),
    ...own,
  });
}
