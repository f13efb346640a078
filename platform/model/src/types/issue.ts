import { isRecord } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import type * as z from 'zod';
import { schemaAt } from '../field/index.ts';
import { fieldMessages } from '../messages/index.ts';
import { type DocumentPath, type Finding, findRejection, type Report, suggestion } from '../problem/index.ts';

const TYPE_NAMES: Readonly<Record<string, Message>> = {
  string: fieldMessages.string,
  number: fieldMessages.number,
  int: fieldMessages.wholeNumber,
  boolean: fieldMessages.boolean,
  array: fieldMessages.list,
  object: fieldMessages.object,
  record: fieldMessages.object,
};

/** Validates a value; what the schema refuses is reported with paths below `at`. */
export function validate<S extends z.ZodType>(
  schema: S,
  value: unknown,
  target: { readonly at: DocumentPath; readonly report: Report },
): z.output<S> | undefined {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  for (const issue of result.error.issues) target.report(toFinding(issue, schema, target.at));
  return undefined;
}

/** An issue of zod with the code, the message and the hints of its field. */
function toFinding(issue: z.core.$ZodIssue, schema: z.core.$ZodType, at: DocumentPath): Finding {
  const below = issue.path.filter((part) => typeof part !== 'symbol');
  const path = [...at, ...below];
  const hints = schemaAt(schema, below)?.hints ?? {};
  const fix = hints.fix === undefined ? {} : { fix: hints.fix };
  if (issue.code === 'custom') {
    const params: unknown = issue.params;
    const rejection = findRejection(params);
    if (rejection !== undefined) {
      const message = rejection.message(issue.input);
      return { path, code: rejection.code, message, ...(rejection.fix === undefined ? fix : { fix: rejection.fix }) };
    }
    const own = isRecord(params) ? params : {};
    return {
      path,
      code: typeof own.code === 'string' ? own.code : (hints.code ?? 'INVALID_VALUE'),
      message: issue.message,
      ...(typeof own.fix === 'string' ? { fix: own.fix } : fix),
    };
  }
  if (isAbsent(issue)) {
    const code = hints.missing ?? 'MISSING_REQUIRED_FIELD';
    return { path, code, message: fieldMessages.required({ field: last(path) }), ...fix };
  }
  return { path, code: hints.code ?? defaultCode(issue), message: issueMessage(issue, path), ...fix };
}

function isAbsent(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') return issue.input === undefined;
  return issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1;
}

function defaultCode(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return 'INVALID_TYPE';
  return issue.code === 'too_big' && issue.origin === 'array' ? 'DOCUMENT_TOO_LARGE' : 'INVALID_VALUE';
}

function issueMessage(issue: z.core.$ZodIssue, path: DocumentPath): Message {
  const field = last(path);
  if (issue.code === 'invalid_type') {
    return fieldMessages.wrongType({
      field,
      expected: TYPE_NAMES[issue.expected] ?? verbatim(issue.expected),
      found: describe(issue.input),
    });
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const hint = typeof issue.input === 'string' ? suggestion(issue.input, values) : undefined;
    return fieldMessages.wrongValue({ field, values, found: describe(issue.input), hint });
  }
  if (issue.code === 'too_small') {
    const params = { field, minimum: String(issue.minimum) };
    if (issue.origin === 'array') return fieldMessages.tooFew(params);
    return issue.origin === 'string' ? fieldMessages.tooShort(params) : fieldMessages.tooSmall(params);
  }
  if (issue.code === 'too_big') {
    const params = { field, maximum: String(issue.maximum) };
    if (issue.origin === 'array') return fieldMessages.tooMany(params);
    return issue.origin === 'string' ? fieldMessages.tooLong(params) : fieldMessages.tooBig(params);
  }
  if (issue.code === 'invalid_format') return fieldMessages.wrongFormat({ field });
  return fieldMessages.invalid({ field, reason: issue.message });
}

function describe(input: unknown): Message {
  if (input === null) return fieldMessages.null;
  if (Array.isArray(input)) return fieldMessages.list;
  if (typeof input === 'object') return fieldMessages.object;
  const text = JSON.stringify(input) ?? String(input);
  return verbatim(text.length > 80 ? `${text.slice(0, 77)}…` : text);
}

function last(path: DocumentPath): string {
  const part = path.at(-1);
  if (part === undefined) return 'document';
  return typeof part === 'string' ? part : `${String(path.at(-2) ?? '')}[${part}]`;
}
