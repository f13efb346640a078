import { isRecord } from '@kubemin/base';

/** A JSON object whose fields are still unknown. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** A copy of `value` that JSON can carry: what it cannot (functions, NaN, …) becomes null or is left out. */
export function toJsonValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (isRecord(value)) {
    const known = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(known.map(([key, item]) => [key, toJsonValue(item)]));
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

/** Whether two JSON values are the same; the order of an object's keys does not count. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => isSameValue(item, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return left === right;
  const keys = Object.keys(left).filter((key) => left[key] !== undefined);
  if (keys.length !== Object.keys(right).filter((key) => right[key] !== undefined).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isSameValue(left[key], right[key]));
}
