import { fieldError } from '@kubemin/kubeapi';
import { nonNegative, type Problems } from './field-checks.ts';

const PERCENT = /^[0-9]+%$/;
const PERCENT_RULE =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** A count that is not negative, or a percentage. */
export function intOrPercent(path: string, value: number | string | undefined): Problems {
  if (value === undefined) return [];
  if (typeof value === 'number') return nonNegative(path, value);
  return PERCENT.test(value) ? [] : [fieldError.invalid(path, value, PERCENT_RULE)];
}

/** Of a whole there is no more than all of it. */
export function atMostHundredPercent(path: string, value: number | string | undefined): Problems {
  if (typeof value !== 'string' || !PERCENT.test(value) || Number.parseInt(value, 10) <= 100) return [];
  return [fieldError.invalid(path, value, 'must not be greater than 100%')];
}

/** Whether it means none: `0`, `'0%'`. */
export function isNone(value: number | string | undefined): boolean {
  return typeof value === 'string' ? Number.parseInt(value, 10) === 0 : (value ?? 0) === 0;
}
