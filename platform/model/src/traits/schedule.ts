import * as z from 'zod';
import { scheduleProperties } from '../components/schedule-properties.ts';
import { defineTrait } from '../trait.ts';

/** When a job runs again and again. */
export const schedule = defineTrait({
  summary: 'Runs a job on a schedule instead of once.',
  schema: z.object(scheduleProperties),
  fits: (_, type) => type === 'job',
  check: (_data, { component, report }) => {
    if (component.type === 'job') return;
    const own = component.type === 'cron' ? 'has its schedule among its properties' : 'does not run to completion';
    report({
      path: [],
      code: 'TRAIT_IGNORED',
      message: `A ${component.type} ${own}, so the trait "schedule" has no effect.`,
      fix: 'Remove it, or make the component a job.',
      severity: 'warning',
    });
  },
});
