import { expect, test } from 'vitest';
import { z } from 'zod';
import { phasedStatus } from './phase-status-schema.ts';

test.each(['phase', 'state', 'failedFrom', 'paused', 'conditions', 'observedGeneration'])(
  'a field of one’s own must not be called %s, which the machine writes',
  (field) => {
    expect(() => phasedStatus({ carried: z.int(), [field]: z.int().optional() })).toThrow(
      expect.objectContaining({ code: 'PHASE_STATUS_RESERVED', message: expect.stringContaining(`{ ${field} }`) }),
    );
  },
);
