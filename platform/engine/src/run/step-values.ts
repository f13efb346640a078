import { ownEntry, TerminalError } from '@kubemin/base';
import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { StepInput, StepOutput } from '@kubemin/model';
import { runMessages } from '../messages/index.ts';
import type { StepResults } from './step-results.ts';

/** A step's properties with what its inputs bring; dots in a name lead into objects. Throws when a value is missing. */
export function withInputs(
  properties: Readonly<Record<string, unknown>>,
  inputs: readonly StepInput[],
  stepResults: Pick<StepResults, 'lookUp'>,
): Readonly<Record<string, unknown>> {
  return inputs.reduce((result, { name, from }) => {
    const value = stepResults.lookUp(from.split('.'));
    if (value === undefined) {
      throw new TerminalError(runMessages.inputEmpty({ input: name, source: from }), { code: 'STEP_INPUT_MISSING' });
    }
    return withValueAtPath(result, name.split('.'), value);
  }, properties);
}

function withValueAtPath(
  into: Readonly<Record<string, unknown>>,
  [key = '', ...rest]: readonly string[],
  value: JsonValue,
): Readonly<Record<string, unknown>> {
  if (rest.length === 0) return { ...into, [key]: value };
  const inner = ownEntry(into, key);
  return { ...into, [key]: withValueAtPath(isJsonObject(inner) ? inner : {}, rest, value) };
}

/** The outputs of a step: those its type always has, and those the step declares. Throws when one is missing. */
export function pickOutputs(options: {
  readonly values: JsonObject;
  /** Names every step of the type has. */
  readonly always: readonly string[];
  readonly outputs: readonly StepOutput[];
}): JsonObject | undefined {
  const { values, always, outputs } = options;
  const picked: [string, JsonValue][] = always.flatMap((name) => {
    const value = ownEntry(values, name);
    return value === undefined ? [] : [[name, value]];
  });
  for (const { name, from = name } of outputs) {
    const value = valueAtPath(values, from.split('.'));
    if (value !== undefined) picked.push([name, value]);
  }
  return picked.length === 0 ? undefined : Object.fromEntries(picked);
}

function valueAtPath(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined || value === undefined) return value;
  if (isJsonObject(value)) return valueAtPath(ownEntry(value, key), rest);
  return Array.isArray(value) ? valueAtPath(value[Number(key)], rest) : undefined;
}
