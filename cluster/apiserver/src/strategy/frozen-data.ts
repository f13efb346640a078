import { deepEqual, fieldError } from '@kubemin/kubeapi';
import type { Problems } from './field-checks.ts';

/** What config maps and secrets have in common. */
export interface Freezable {
  readonly immutable?: boolean;
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

const RULE = 'field is immutable when `immutable` is set';

/** Once data is immutable, neither it nor that can change. */
export function frozenDataProblems(
  next: Freezable,
  current: Freezable,
  fields: readonly ('data' | 'binaryData')[],
): Problems {
  if (current.immutable !== true) return [];
  return [
    ...(next.immutable === true ? [] : [fieldError.forbidden('immutable', RULE)]),
    ...fields
      .filter((field) => !deepEqual(next[field], current[field]))
      .map((field) => fieldError.forbidden(field, RULE)),
  ];
}
