/**
 * Freezes a JSON value all the way down and returns it. What is frozen already is taken to be frozen inside, too, so
 * freezing an object that shares parts with a frozen one costs only the new parts.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
