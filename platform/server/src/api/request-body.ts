import { closestName, toError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import {
  type BodyEncoding,
  type ErrorName,
  issueMessage,
  type Problem,
  type Schema,
  type SchemaIssue,
  type SchemaOutput,
  type UnknownKey,
  unknownKeys,
} from '@kubemin/client';
import { requestMessages } from '../messages/index.ts';
import { ApiError } from './api-error.ts';
import { createProblem, locatedMessage } from './problem.ts';

/** A body as it arrived, and its declared content type. */
export interface RawBody {
  readonly text: string;
  readonly contentType: string;
}

/** Turns the raw body into what the route's schema reads. JSON bodies are parsed as JSON whatever their content type. */
export const bodyDecoders: Readonly<Record<BodyEncoding, (raw: RawBody) => unknown>> = {
  none: () => undefined,
  json: ({ text }) => parseJsonText(text),
  document: ({ text, contentType }) => {
    if (text.trim() === '') throw new ApiError('BODY_UNREADABLE', requestMessages.bodyEmpty);
    return { text, format: /yaml/i.test(contentType) ? 'yaml' : 'json' };
  },
};

/** Parses a JSON body; an empty one is `undefined`. Broken JSON is refused with the line and column of the fault. */
export function parseJsonText(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = toError(error);
    const position = textPosition(text, jsonFaultOffset(text));
    const problem = {
      path: '',
      code: 'INVALID_JSON',
      message,
      severity: 'error',
      position,
    } as const;
    throw new ApiError('BODY_UNREADABLE', requestMessages.bodyNotJson({ ...position, reason: message }), {
      problems: [problem],
      cause: error,
    });
  }
}

function textPosition(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const SPACE = /[ \t\n\r]*/y;
const STRING_START = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
const QUOTE = /"/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

type Expected = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'next' | 'end';

/**
 * Where in a text that is not JSON the fault is: the offset of the first character that no JSON text could have there.
 * The parser's own error has it only for some faults, in texts that change between versions. Not recursive, as
 * the text comes from outside and may nest as deep as it is long.
 */
export function jsonFaultOffset(text: string): number {
  const closers: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const eat = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const matched = pattern.exec(text)?.[0];
    at += matched?.length ?? 0;
    return matched !== undefined;
  };
  const afterValue = (): Expected => (closers.length === 0 ? 'end' : 'next');
  const eatString = (): boolean => eat(STRING_START) && eat(QUOTE);
  for (;;) {
    eat(SPACE);
    const character = text[at];
    if (character === undefined || expected === 'end') return at;
    if (character === closers.at(-1) && (expected === 'next' || expected.startsWith('first'))) {
      closers.pop();
      at += 1;
      expected = afterValue();
    } else if (expected === 'next') {
      if (character !== ',') return at;
      at += 1;
      expected = closers.at(-1) === '}' ? 'key' : 'value';
    } else if (expected === 'colon') {
      if (character !== ':') return at;
      at += 1;
      expected = 'value';
    } else if (expected === 'key' || expected === 'first-key') {
      if (!eatString()) return at;
      expected = 'colon';
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']');
      at += 1;
      expected = character === '{' ? 'first-key' : 'first-value';
    } else {
      if (!(character === '"' ? eatString() : eat(SCALAR))) return at;
      expected = afterValue();
    }
  }
}

/** The value as the schema reads it, or a refusal that lists every fault in it. */
export function parseValue<S extends Schema>(schema: S, value: unknown, error: ErrorName): SchemaOutput<S> {
  checkValueBounds(value, error);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusal(error, parsed.error.issues.map(invalidValue));
}

/** The same for a body, in which a key that the schema does not have is a fault, too: most likely it is misspelt. */
export function parseBody<S extends Schema>(schema: S, value: unknown, error: ErrorName): SchemaOutput<S> {
  checkValueBounds(value, error);
  const parsed = schema.safeParse(value);
  const unknown = unknownKeys(schema, value);
  if (parsed.success && unknown.length === 0) return parsed.data;
  throw refusal(error, [...unknown.map(unknownField), ...(parsed.error?.issues ?? []).map(invalidValue)]);
}

function refusal(error: ErrorName, problems: readonly Problem[]): ApiError {
  return new ApiError(error, requestMessages.invalid({ problems: problems.map(locatedMessage) }), { problems });
}

function invalidValue(issue: SchemaIssue): Problem {
  return createProblem({
    path: jsonPath(issue.path),
    code: issue.code.toUpperCase(),
    message: issueMessage(issue),
  });
}

function unknownField({ path, known }: UnknownKey): Problem {
  const key = String(path.at(-1));
  const guess = closestName(key, known);
  return createProblem({
    path: jsonPath(path),
    code: 'UNKNOWN_FIELD',
    message: requestMessages.unknownField({
      field: key,
      hint: guess === undefined ? undefined : requestMessages.didYouMean({ name: guess }),
    }),
    fix: guess === undefined ? removal(known) : requestMessages.renameField({ name: guess }),
  });
}

function removal(known: readonly string[]): Message {
  return known.length === 0 ? requestMessages.removeField : requestMessages.removeOrUse({ fields: known });
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

/** What is checked, and how deep it may be nested. */
export interface ValueBounds {
  readonly subject: Message;
  readonly levels: number;
}

/** No request of the contract is half as deep; what is much deeper would exhaust the stack of the code that walks it. */
const REQUEST: ValueBounds = { subject: requestMessages.request, levels: 64 };

/**
 * Refuses a value that no service could keep: one that is nested beyond reason, or has a text with a zero character,
 * which neither every database nor Kubernetes can hold. Not recursive, as the value comes from outside.
 */
export function checkValueBounds(value: unknown, error: ErrorName, bounds = REQUEST): void {
  const waiting: { readonly value: unknown; readonly level: number }[] = [{ value, level: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, level } = next;
    if (typeof value === 'string') refuseZero(value, error, bounds);
    if (typeof value !== 'object' || value === null) continue;
    if (level === bounds.levels) {
      throw new ApiError(error, requestMessages.tooDeep(bounds));
    }
    for (const [key, inner] of Object.entries(value)) {
      refuseZero(key, error, bounds);
      waiting.push({ value: inner, level: level + 1 });
    }
  }
}

function refuseZero(text: string, error: ErrorName, { subject }: ValueBounds): void {
  if (text.includes('\0')) {
    throw new ApiError(error, requestMessages.nulCharacter({ subject }));
  }
}
