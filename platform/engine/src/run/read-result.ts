import { TerminalError } from '@kubemin/base';
import { type Message, readMessage } from '@kubemin/base/message';
import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { runMessages } from '../messages/index.ts';
import type { PlainResult } from '../task/index.ts';
import { boundedMessage } from './bounded-text.ts';

const LARGEST_OUTPUTS = 262_144;

/**
 * The result that a job type returned. Throws TerminalError when it is invalid. Values that would have to be
 * computed are left out unless they are wanted.
 */
export function readResult(result: unknown, areValuesWanted: boolean): PlainResult {
  if (result === undefined) return {};
  if (typeof result === 'string') return { message: boundedMessage(result) };
  if (typeof result !== 'object' || result === null || Array.isArray(result))
    throw invalid(runMessages.resultType({ type: typeName(result) }));
  const { skipped, message: text, values: given }: Readonly<Record<string, unknown>> = { ...result };
  const values: unknown = typeof given !== 'function' ? given : areValuesWanted ? given() : undefined;
  if (skipped !== undefined && typeof skipped !== 'boolean') throw invalidField('skipped', skipped);
  const message = typeof text === 'string' ? text : readMessage(text);
  if (text !== undefined && message === undefined) throw invalidField('message', text);
  if (values !== undefined && !isJsonObject(values)) throw invalidField('values', values);
  return {
    ...(skipped !== undefined && { skipped }),
    ...(message !== undefined && { message: boundedMessage(message) }),
    ...(values !== undefined && { values }),
  };
}

/** A frozen copy of the outputs. Throws TerminalError when they cannot be stored. */
export function storableOutputs(outputs: JsonObject): JsonObject {
  const text = toJsonText(outputs);
  if (text.length > LARGEST_OUTPUTS) {
    throw new TerminalError(runMessages.outputsTooLarge({ length: text.length, limit: LARGEST_OUTPUTS }), {
      code: 'STEP_OUTPUTS_TOO_LARGE',
    });
  }
  const copy: unknown = JSON.parse(text);
  if (isJsonObject(copy)) return copy;
  throw invalid(runMessages.outputsNotObject);
}

function toJsonText(outputs: JsonObject): string {
  try {
    return JSON.stringify(outputs) ?? 'null';
  } catch (cause) {
    throw invalid(runMessages.outputsNotJson, cause);
  }
}

function invalid(problem: Message, cause?: unknown): TerminalError {
  return new TerminalError(runMessages.resultInvalid({ problem }), { code: 'JOB_RESULT_WRONG', cause });
}

function invalidField(field: string, value: unknown): TerminalError {
  return invalid(runMessages.resultField({ field, type: typeName(value) }));
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
