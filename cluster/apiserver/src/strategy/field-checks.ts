import { deepEqual, type FieldError, fieldError, nameProblems } from '@kubemin/kubeapi';

/** What a check finds: nothing, or every problem it sees. */
export type Problems = readonly FieldError[];

const MAX_PORT = 65_535;

/** Runs a check on each item of a list, with its place. */
export function each<T>(
  items: readonly T[] | undefined,
  path: string,
  check: (item: T, path: string, index: number) => Problems,
): Problems {
  return (items ?? []).flatMap((item, index) => check(item, `${path}[${index}]`, index));
}

/** Something must be there. */
export function required(path: string, value: string | undefined, detail = ''): Problems {
  return (value ?? '') === '' ? [fieldError.required(path, detail)] : [];
}

/** A value out of a fixed set; absent is fine. */
export function oneOf(path: string, value: string | undefined, allowed: readonly string[]): Problems {
  return value === undefined || allowed.includes(value) ? [] : [fieldError.notSupported(path, value, allowed)];
}

/** Counts, sizes and times that cannot be below zero. */
export function nonNegative(path: string, value: number | undefined): Problems {
  return (value ?? 0) >= 0 ? [] : [fieldError.invalid(path, value, 'must be greater than or equal to 0')];
}

/** Numbers that mean nothing below one. */
export function positive(path: string, value: number | undefined): Problems {
  return (value ?? 1) > 0 ? [] : [fieldError.invalid(path, value, 'must be greater than 0')];
}

/** Both ends belong to the range. */
export function inRange(path: string, value: number | undefined, [low, high]: readonly [number, number]): Problems {
  if (value === undefined || (value >= low && value <= high)) return [];
  return [fieldError.invalid(path, value, `must be between ${low} and ${high}, inclusive`)];
}

/** A TCP or UDP port; absent is fine. */
export function portNumber(path: string, port: number | undefined): Problems {
  return inRange(path, port, [1, MAX_PORT]);
}

/** The ways a name can be checked. */
export type NameCheck = keyof typeof nameProblems;

/** A name by its rule; an absent or empty one is the concern of `required`. */
export function named(path: string, name: string | undefined, rule: NameCheck): Problems {
  if ((name ?? '') === '') return [];
  return nameProblems[rule](name ?? '').map((problem) => fieldError.invalid(path, name, problem));
}

/** A name that must be there and follow its rule. */
export function requiredName(path: string, name: string | undefined, rule: NameCheck): Problems {
  return [...required(path, name), ...named(path, name, rule)];
}

/** Decided at creation. */
export function immutable(path: string, next: unknown, current: unknown): Problems {
  return deepEqual(next, current) ? [] : [fieldError.invalid(path, next, 'field is immutable')];
}

/** Every later one of equal keys is a problem. */
export function unique<T>(
  items: readonly T[] | undefined,
  at: (index: number) => string,
  key: (item: T) => string | undefined,
): Problems {
  const seen = new Set<string>();
  return (items ?? []).flatMap((item, index) => {
    const value = key(item);
    if (value === undefined || value === '') return [];
    if (seen.has(value)) return [fieldError.duplicate(at(index), value)];
    seen.add(value);
    return [];
  });
}

/** Labels in a template or a selector: keys and values. */
export function labels(path: string, given: Readonly<Record<string, string>> | undefined): Problems {
  return Object.entries(given ?? {}).flatMap(([key, value]) => [
    ...nameProblems.qualifiedName(key).map((problem) => fieldError.invalid(path, key, problem)),
    ...nameProblems.labelValue(value).map((problem) => fieldError.invalid(path, value, problem)),
  ]);
}
