import { toError } from '@kubemin/base';
import { jsonFaultOffset } from './json-fault.ts';
import { Refusal } from './refusal.ts';

/** Parses a JSON body; an empty one is `undefined`. Broken JSON is refused with the line and column of the fault. */
export function parseJsonText(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = toError(error);
    const position = positionOf(text, jsonFaultOffset(text));
    const where = `line ${position.line}, column ${position.column}`;
    const problem = {
      path: '',
      code: 'INVALID_JSON',
      message,
      severity: 'error',
      position,
    } as const;
    throw new Refusal('BODY_UNREADABLE', `the body is not valid JSON at ${where}: ${message}`, {
      problems: [problem],
      cause: error,
    });
  }
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
