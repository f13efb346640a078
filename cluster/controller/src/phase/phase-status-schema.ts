import { ProgrammingError } from '@kubemin/base';
import { z } from 'zod';

const CONDITION = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string(),
  message: z.string(),
  lastTransitionTime: z.iso.datetime(),
  observedGeneration: z.int().optional(),
});

const MACHINE_FIELDS = {
  phase: z.string().optional().meta({ description: 'The current phase.' }),
  state: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The state of each phase, as a tree of its components.' }),
  failedFrom: z.string().optional().meta({ description: 'The phase that failed; a reset returns to it.' }),
  paused: z
    .object({ phase: z.string(), since: z.iso.datetime() })
    .optional()
    .meta({ description: 'The object waits before this phase for continue.' }),
  conditions: z.array(CONDITION).optional(),
  observedGeneration: z.int().optional(),
};

/**
 * The schema of the status of an object that a phase machine drives: the machine's fields and `own`. Throws when one of
 * `own` has the name of a field of the machine.
 */
export function phasedStatus<F extends z.ZodRawShape>(own: F) {
  const taken = Object.keys(own).filter((field) => Object.hasOwn(MACHINE_FIELDS, field));
  if (taken.length > 0) {
    const message = `phasedStatus({ ${taken.join(', ')} }): the phase machine writes these fields; rename yours`;
    throw new ProgrammingError(message, 'PHASE_STATUS_RESERVED');
  }
  return z.object({ ...MACHINE_FIELDS, ...own });
}
