import * as z from 'zod';
import { containerMessages } from '../../messages/index.ts';
import { scheduleProperties } from '../components/schedule-properties.ts';
import { defineTrait } from '../trait.ts';

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
