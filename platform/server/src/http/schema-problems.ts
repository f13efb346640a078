import type { ErrorName, Problem, Schema, SchemaOutput } from '@kubemin/client';
import { Refusal } from './refusal.ts';
import { refuseUnfit } from './value-bounds.ts';

/** The value as the schema reads it, or a refusal that lists every fault in it. */
export function parseOrRefuse<S extends Schema>(schema: S, value: unknown, error: ErrorName): SchemaOutput<S> {
  refuseUnfit(value, error);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue): Problem => ({
      path: jsonPath(issue.path),
      code: issue.code.toUpperCase(),
      message: issue.message,
      severity: 'error',
    }),
  );
  const summary = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  throw new Refusal(error, `the request breaks rules: ${summary}`, { problems });
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}
