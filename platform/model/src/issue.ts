import { closest } from '@kubemin/base';
import type * as z from 'zod';
import type { DocumentPath } from './document-path.ts';
import { isPlainObject } from './plain-object.ts';
import type { Finding, Report } from './problem-list.ts';
import { schemaAt } from './schema-walk.ts';

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Validates a value; what the schema refuses is reported with paths below `at`. */
export function validate<S extends z.ZodType>(
  schema: S,
  value: unknown,
  target: { readonly at: DocumentPath; readonly report: Report },
): z.output<S> | undefined {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  for (const issue of result.error.issues) target.report(findingOf(issue, schema, target.at));
  return undefined;
}

/** What zod says about a value, with our code, our words, and the hints of the field concerned. */
function findingOf(issue: z.core.$ZodIssue, schema: z.core.$ZodType, at: DocumentPath): Finding {
  const below = issue.path.filter((part) => typeof part !== 'symbol');
  const path = [...at, ...below];
  const hints = schemaAt(schema, below)?.hints ?? {};
  const fix = hints.fix === undefined ? {} : { fix: hints.fix };
  if (issue.code === 'custom') {
    const params: unknown = issue.params;
    const own = isPlainObject(params) ? params : {};
    return {
      path,
      code: typeof own.code === 'string' ? own.code : (hints.code ?? 'INVALID_VALUE'),
      message: issue.message,
      ...(typeof own.fix === 'string' ? { fix: own.fix } : fix),
    };
  }
  if (isAbsent(issue)) {
    const code = hints.missing ?? 'MISSING_REQUIRED_FIELD';
    return { path, code, message: `"${last(path)}" is required.`, ...fix };
  }
  return { path, code: hints.code ?? defaultCode(issue), message: messageOf(issue, path), ...fix };
}

function isAbsent(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') return issue.input === undefined;
  return issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1;
}

function defaultCode(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return 'INVALID_TYPE';
  return issue.code === 'too_big' && issue.origin === 'array' ? 'DOCUMENT_TOO_LARGE' : 'INVALID_VALUE';
}

function messageOf(issue: z.core.$ZodIssue, path: DocumentPath): string {
  const name = `"${last(path)}"`;
  if (issue.code === 'invalid_type') {
    return `${name} must be ${TYPE_NAMES[issue.expected] ?? issue.expected}, not ${describe(issue.input)}.`;
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const guess = typeof issue.input === 'string' ? closest(issue.input, values) : undefined;
    const hint = guess === undefined ? '' : ` Did you mean "${guess}"?`;
    return `${name} must be one of ${values.join(', ')}, not ${describe(issue.input)}.${hint}`;
  }
  if (issue.code === 'too_small') return `${name} must be at least ${issue.minimum}${unit(issue.origin)}.`;
  if (issue.code === 'too_big') return `${name} must be at most ${issue.maximum}${unit(issue.origin)}.`;
  return `${name} is not valid: ${issue.message}.`;
}

function unit(origin: string): string {
  if (origin === 'array') return ' entries';
  return origin === 'string' ? ' characters' : '';
}

function describe(input: unknown): string {
  if (input === null) return 'empty (null)';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object') return 'an object';
  const text = JSON.stringify(input) ?? String(input);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function last(path: DocumentPath): string {
  const part = path.at(-1);
  if (part === undefined) return 'document';
  return typeof part === 'string' ? part : `${String(path.at(-2) ?? '')}[${part}]`;
}
