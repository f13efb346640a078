import * as z from 'zod';
import { field } from '../field.ts';
import { isCronExpression } from './cron-expression.ts';

const CRON_FIX = 'Give minute, hour, day, month and weekday, such as "30 2 * * 1-5", or "@daily".';
const ZONE_FIX = 'Give a name of the time zone database, such as "Asia/Shanghai" or "Etc/UTC".';

const limit = (fallback: number) =>
  field(z.number().int().min(0).max(1000).default(fallback), {
    code: 'INVALID_SCHEDULE',
    fix: 'Give a whole number from 0 to 1000.',
  });

/** When something runs again and again, and what happens if it takes longer than that. */
export const scheduleProperties = {
  schedule: field(
    z
      .string()
      .trim()
      .min(1)
      .refine((text) => text === '' || isCronExpression(text), {
        error: (issue) => `"${String(issue.input)}" is not a cron expression.`,
        params: { code: 'INVALID_SCHEDULE', fix: CRON_FIX },
      }),
    { aliases: ['cron'], fix: CRON_FIX },
  ),
  timeZone: field(
    z
      .string()
      .trim()
      .refine(isTimeZone, {
        error: (issue) => `"${String(issue.input)}" is not a time zone.`,
        params: { code: 'INVALID_SCHEDULE', fix: ZONE_FIX },
      })
      .optional(),
    { fix: ZONE_FIX },
  ),
  concurrencyPolicy: field(z.enum(['Allow', 'Forbid', 'Replace']).default('Allow'), {
    code: 'INVALID_SCHEDULE',
    fix: 'Use "Allow" (side by side), "Forbid" (skip the new one) or "Replace" (end the old one).',
  }),
  /** How late one may still start. */
  startingDeadlineSeconds: field(z.number().int().min(1).max(31_536_000).optional(), {
    code: 'INVALID_SCHEDULE',
    fix: 'Give whole seconds.',
  }),
  successfulJobsHistoryLimit: limit(3),
  failedJobsHistoryLimit: limit(1),
  suspend: z.boolean().default(false),
};

function isTimeZone(name: string): boolean {
  // An offset is a zone to JavaScript and not to Kubernetes.
  if (!/^[A-Za-z][\w+/-]*$/.test(name) || name === 'Local') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
