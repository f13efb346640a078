import * as z from 'zod';
import { field } from '../../field/index.ts';
import { fieldMessages, propertiesMessages } from '../../messages/index.ts';
import { rejection } from '../../problem/index.ts';
import { isCronExpression } from './cron-expression.ts';

const CRON_FIX = propertiesMessages.cronFormat;
const ZONE_FIX = propertiesMessages.timeZoneFormat;

const limit = (fallback: number) =>
  field(z.number().int().min(0).max(1000).default(fallback), {
    code: 'INVALID_SCHEDULE',
    fix: fieldMessages.wholeNumberFromTo({ least: 0, most: 1000 }),
  });

/** When something runs again and again, and what happens if it takes longer than that. */
export const scheduleProperties = {
  schedule: field(
    z
      .string()
      .trim()
      .min(1)
      .refine((text) => text === '' || isCronExpression(text), {
        ...rejection((input) => propertiesMessages.cronInvalid({ value: String(input) }), {
          code: 'INVALID_SCHEDULE',
          fix: CRON_FIX,
        }),
      }),
    { aliases: ['cron'], fix: CRON_FIX },
  ),
  timeZone: field(
    z
      .string()
      .trim()
      .refine(isTimeZone, {
        ...rejection((input) => propertiesMessages.timeZoneInvalid({ value: String(input) }), {
          code: 'INVALID_SCHEDULE',
          fix: ZONE_FIX,
        }),
      })
      .optional(),
    { fix: ZONE_FIX },
  ),
  concurrencyPolicy: field(z.enum(['Allow', 'Forbid', 'Replace']).default('Allow'), {
    code: 'INVALID_SCHEDULE',
    fix: propertiesMessages.concurrency,
  }),
  /** How late one may still start. */
  startingDeadlineSeconds: field(z.number().int().min(1).max(31_536_000).optional(), {
    code: 'INVALID_SCHEDULE',
    fix: fieldMessages.wholeSeconds,
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
