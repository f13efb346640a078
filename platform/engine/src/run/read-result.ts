import { TerminalError } from '@kubemin/base';
import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import type { PlainResult } from '../job-result.ts';
import { bounded } from './bounded-text.ts';

const LARGEST_OUTPUTS = 262_144;

/**
 * What a job type answered, as far as it is a result. Throws TerminalError when it is none. Values that would have to be
 * worked out are left out unless they are wanted.
 */
export function readResult(answer: unknown, areValuesWanted: boolean): PlainResult {
  if (answer === undefined) return {};
  if (typeof answer === 'string') return { message: bounded(answer) };
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw wrong(`it is ${kindOf(answer)}`);
  const { skipped, message, values: given }: Readonly<Record<string, unknown>> = { ...answer };
  const values: unknown = typeof given !== 'function' ? given : areValuesWanted ? given() : undefined;
  if (skipped !== undefined && typeof skipped !== 'boolean') throw wrong(`its "skipped" is ${kindOf(skipped)}`);
  if (message !== undefined && typeof message !== 'string') throw wrong(`its "message" is ${kindOf(message)}`);
  if (values !== undefined && !isJsonObject(values)) throw wrong(`its "values" is ${kindOf(values)}`);
  return {
    ...(skipped !== undefined && { skipped }),
    ...(message !== undefined && { message: bounded(message) }),
    ...(values !== undefined && { values }),
  };
}

/** Outputs in a form of their own, which nobody changes any more. Throws TerminalError when they cannot be stored. */
export function storableOutputs(outputs: JsonObject): JsonObject {
  const text = jsonOf(outputs);
  if (text.length > LARGEST_OUTPUTS) {
    throw new TerminalError(
      `the outputs take ${text.length} characters, more than the ${LARGEST_OUTPUTS} that are stored; hand on where the data is instead`,
      { code: 'STEP_OUTPUTS_TOO_LARGE' },
    );
  }
  const copy: unknown = JSON.parse(text);
  if (isJsonObject(copy)) return copy;
  throw wrong('its outputs are no object');
}

function jsonOf(outputs: JsonObject): string {
  try {
    return JSON.stringify(outputs) ?? 'null';
  } catch (cause) {
    throw new TerminalError('the job type answered something that is no result: its outputs have no JSON form', {
      code: 'JOB_RESULT_WRONG',
      cause,
    });
  }
}

function wrong(what: string): TerminalError {
  return new TerminalError(`the job type answered something that is no result: ${what}`, { code: 'JOB_RESULT_WRONG' });
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
