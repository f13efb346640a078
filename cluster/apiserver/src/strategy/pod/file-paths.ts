import { fieldError } from '@kubemin/kubeapi';
import { inRange, type Problems } from '../field-checks.ts';

const MODE_RULE = 'must be a number between 0 and 0777 (octal), both inclusive';

/** A path inside a volume; absent is fine. */
export function relativePath(path: string, value: string | undefined): Problems {
  if (value === undefined || value === '') return [];
  return [
    ...(value.startsWith('/') ? [fieldError.invalid(path, value, 'must be a relative path')] : []),
    ...withoutBacksteps(path, value),
  ];
}

/** Nothing may climb out of its volume. */
export function withoutBacksteps(path: string, value: string): Problems {
  return value.split('/').includes('..') ? [fieldError.invalid(path, value, "must not contain '..'")] : [];
}

/** Unix permissions; absent is fine. */
export function fileMode(path: string, mode: number | undefined): Problems {
  return inRange(path, mode, [0, 0o777]).length === 0 ? [] : [fieldError.invalid(path, mode, MODE_RULE)];
}
