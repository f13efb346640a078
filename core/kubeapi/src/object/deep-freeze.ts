/**
 * Freezes a JSON value all the way down and returns it. What is frozen already is taken to be frozen inside, too, so
 * freezing an object that shares parts with a frozen one costs only the new parts.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  if (Array.isArray(value)) for (const item of value) deepFreeze(item);
  // Not Object.values: it would make a list for every object that is ever stored.
  else for (const key in value) deepFreeze(value[key]);
  return value;
}
