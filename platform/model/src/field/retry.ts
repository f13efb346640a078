import * as z from 'zod';
import { fieldMessages } from '../messages/index.ts';
import { duration } from './duration.ts';
import { field } from './field.ts';

/** How often a failed step is tried again, and how long to wait in between. */
export interface RetryPolicy {
  /** Attempts after the first. */
  readonly limit: number;
  /** The wait before the second attempt. */
  readonly backoff: string;
  /** What the wait grows by from attempt to attempt. */
  readonly factor: number;
  readonly maxBackoff: string;
}

/** `retry: 3` is short for `retry: { limit: 3 }`. */
export function retryPolicy() {
  const policy = z.object({
    limit: field(z.number().int().min(0).max(100), {
      aliases: ['times', 'attempts'],
      fix: fieldMessages.wholeNumberFromTo({ least: 0, most: 100 }),
    }),
    backoff: field(duration().default('1s'), { aliases: ['interval'] }),
    factor: field(z.number().min(1).max(10).default(2), { fix: fieldMessages.backoffFactor }),
    maxBackoff: duration().default('5m'),
  });
  return field(policy.optional(), {
    prepare: (value) => (typeof value === 'number' || typeof value === 'string' ? { limit: value } : value),
  });
}
