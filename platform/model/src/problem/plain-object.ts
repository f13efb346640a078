/** A JSON object whose fields are still unknown. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** True for what JSON calls an object. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
