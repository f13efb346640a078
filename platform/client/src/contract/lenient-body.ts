import * as z from 'zod';

/**
 * A request body that also accepts snake_case and kebab-case keys at its top level, as existing clients send them.
 * The camelCase spelling wins where both are there.
 */
export function lenientBody<S extends z.ZodType>(schema: S): z.ZodPreprocess<S, z.input<S>> {
  return z.preprocess<unknown, S, z.input<S>>(camelKeys, schema);
}

function camelKeys(value: unknown): unknown {
  // No body at all means a body without any field.
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const camel = Object.entries(value).map(([key, inner]): [string, unknown] => [camelCase(key), inner]);
  return { ...Object.fromEntries(camel), ...value };
}

/** A key in camelCase. */
export function camelCase(key: string): string {
  return key.replace(/[_-]+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
