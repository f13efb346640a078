import * as z from 'zod';
import { fieldMessages } from '../messages/index.ts';
import { rejection } from '../problem/index.ts';
import { field } from './field.ts';

const PARTS = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;
const WHOLE = /^(\d+(\.\d+)?(ms|s|m|h|d))+$/;
const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST = 30 * 86_400_000;

const FIX = fieldMessages.durationFormat;

/** A span of time as people write it. A bare number counts seconds. */
export function duration() {
  const text = z
    .string()
    .overwrite(normalise)
    .refine((value) => WHOLE.test(value) && durationMs(value) <= LONGEST, {
      ...rejection((input) => fieldMessages.notDuration({ value: String(input) }), {
        code: 'INVALID_DURATION',
        fix: FIX,
      }),
    });
  return field(text, { code: 'INVALID_DURATION', fix: FIX });
}

function normalise(text: string): string {
  const trimmed = text.trim().toLowerCase();
  return /^\d+(\.\d+)?$/.test(trimmed) ? `${trimmed}s` : trimmed;
}

/** The milliseconds of a duration the model accepted. */
export function durationMs(text: string): number {
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(PARTS)) sum += Number(amount) * (MILLISECONDS[unit ?? ''] ?? 0);
  return sum;
}
