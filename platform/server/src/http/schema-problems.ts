import { closest } from '@kubemin/base';
import {
  type ErrorName,
  type Problem,
  type Schema,
  type SchemaOutput,
  type UnknownKey,
  unknownKeys,
} from '@kubemin/client';
import { Refusal } from './refusal.ts';
import { refuseUnfit } from './value-bounds.ts';

/** The value as the schema reads it, or a refusal that lists every fault in it. */
export function parseOrRefuse<S extends Schema>(schema: S, value: unknown, error: ErrorName): SchemaOutput<S> {
  refuseUnfit(value, error);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusal(error, parsed.error.issues.map(invalidValue));
}

/** The same for a body, in which a key that the schema does not have is a fault, too: most likely it is misspelt. */
export function parseBodyOrRefuse<S extends Schema>(schema: S, value: unknown, error: ErrorName): SchemaOutput<S> {
  refuseUnfit(value, error);
  const parsed = schema.safeParse(value);
  const unknown = unknownKeys(schema, value);
  if (parsed.success && unknown.length === 0) return parsed.data;
  throw refusal(error, [...unknown.map(unknownField), ...(parsed.error?.issues ?? []).map(invalidValue)]);
}

function refusal(error: ErrorName, problems: readonly Problem[]): Refusal {
  const summary = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  return new Refusal(error, `the request breaks rules: ${summary}`, { problems });
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
}

function invalidValue({ path, code, message }: Issue): Problem {
  return { path: jsonPath(path), code: code.toUpperCase(), message, severity: 'error' };
}

function unknownField({ path, known }: UnknownKey): Problem {
  const key = String(path.at(-1));
  const guess = closest(key, known);
  return {
    path: jsonPath(path),
    code: 'UNKNOWN_FIELD',
    message: `Unknown field "${key}".${guess === undefined ? '' : ` Did you mean "${guess}"?`}`,
    severity: 'error',
    fix: guess === undefined ? removal(known) : `Rename it to "${guess}".`,
  };
}

function removal(known: readonly string[]): string {
  return known.length === 0 ? 'Remove it.' : `Remove it, or use one of: ${known.join(', ')}.`;
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}
