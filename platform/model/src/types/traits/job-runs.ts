import * as z from 'zod';
import { field } from '../../field/index.ts';
import { containerMessages } from '../../messages/index.ts';
import { scheduleProperties } from '../components/schedule-properties.ts';
import { defineTrait } from '../trait.ts';

/** What happens when a container ends. */
export const restart = defineTrait({
  summary: 'Whether a container that ended is started again; a choice only for what runs to completion.',
  schema: field(
    z.object({
      policy: field(z.enum(['Always', 'OnFailure', 'Never']), {
        code: 'INVALID_RESTART_POLICY',
        fix: containerMessages.restartPolicies,
      }),
    }),
    { prepare: (value) => (typeof value === 'string' ? { policy: value } : value) },
  ),
  fits: ({ runs }) => runs === 'to-completion',
  check: ({ policy }, { component, report }) => {
    const ends = component.runs === 'to-completion';
    if (ends !== (policy === 'Always')) return;
    report({
      path: ['policy'],
      code: 'INVALID_RESTART_POLICY',
      message: ends
        ? containerMessages.restartRefusedJob({ type: component.type, policy })
        : containerMessages.restartRefused({ type: component.type, policy }),
      fix: ends ? containerMessages.useOnFailureOrNever : containerMessages.useAlways,
    });
  },
});

/** When a job runs again and again. */
export const schedule = defineTrait({
  summary: 'Runs a job on a schedule instead of once.',
  schema: z.object(scheduleProperties),
  fits: (_, type) => type === 'job',
  check: (_data, { component, report }) => {
    if (component.type === 'job') return;
    report({
      path: [],
      code: 'TRAIT_IGNORED',
      message:
        component.type === 'cron'
          ? containerMessages.scheduleInProperties({ type: component.type })
          : containerMessages.scheduleIgnored({ type: component.type }),
      fix: containerMessages.makeJob,
      severity: 'warning',
    });
  },
});
