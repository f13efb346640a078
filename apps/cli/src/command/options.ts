import type { Text } from '@kubemin/model';
import { commandMessages } from '../messages/index.ts';
import { asTyped, InvalidValue, type Parameter, type Reader } from './parameter.ts';

/** An option with a value: `--user <name>`. Given again, the last counts. */
export function option(form: string, summary: Text): Parameter<string | undefined>;
export function option<T>(form: string, summary: Text, read: Reader<T>): Parameter<T | undefined>;
export function option(form: string, summary: Text, read: Reader<unknown> = asTyped): Parameter<unknown> {
  return { form, summary, read: (typed) => readLast(typed, read) };
}

/** An option with a value that must be given. */
export function requiredOption(form: string, summary: Text): Parameter<string>;
export function requiredOption<T>(form: string, summary: Text, read: Reader<T>): Parameter<T>;
export function requiredOption(form: string, summary: Text, read: Reader<unknown> = asTyped): Parameter<unknown> {
  return { form, summary, required: true, read: (typed) => read(typed.at(-1) ?? '') };
}

/** An option with one of some values. */
export function choice<const C extends string>(
  form: string,
  summary: Text,
  choices: readonly C[],
): Parameter<C | undefined> {
  return { form, summary, choices, read: (typed) => readLast(typed, (text) => chosen(text, choices)) };
}

/** An option with some of some values: `--scope <scope...>`. */
export function choiceList<const C extends string>(
  form: string,
  summary: Text,
  choices: readonly C[],
): Parameter<readonly C[]> {
  return { form, summary, choices, read: (typed) => typed.map((text) => chosen(text, choices)) };
}

/** An option that may be given several times. */
export function list(form: string, summary: Text): Parameter<readonly string[]>;
export function list<T>(form: string, summary: Text, read: Reader<T>): Parameter<readonly T[]>;
export function list(form: string, summary: Text, read: Reader<unknown> = asTyped): Parameter<unknown> {
  return { form, summary, read: (typed) => typed.map(read) };
}

/** A switch: false unless it is given. */
export function flag(form: string, summary: Text): Parameter<boolean> {
  return { form, summary, read: (typed) => typed.length > 0 };
}

/** A switch that is on until `--no-…` turns it off. */
export function turnOff(form: `--no-${string}`, summary: Text): Parameter<boolean> {
  return { form, summary, read: (typed) => typed.length === 0 };
}

function readLast<T>(typed: readonly string[], read: Reader<T>): T | undefined {
  const text = typed.at(-1);
  return text === undefined ? undefined : read(text);
}

function chosen<C extends string>(text: string, choices: readonly C[]): C {
  const found = choices.find((each) => each === text);
  if (found !== undefined) return found;
  throw new InvalidValue(commandMessages.chooseOneOf({ choices }));
}

/** An option's form taken apart. */
export interface OptionForm {
  /** Without dashes: `output`. For `--no-color` it is `no-color`. */
  readonly long: string;
  /** With its dash: `-o`. */
  readonly short: string | undefined;
  readonly takesValue: boolean;
}

/** Takes `-o, --output <format>` apart. */
export function optionForm(form: string): OptionForm {
  const long = /--([\w-]+)/.exec(form)?.[1];
  const short = /(?:^|\s)(-\w)\b/.exec(form)?.[1];
  return { long: long ?? short?.slice(1) ?? form, short, takesValue: form.includes('<') };
}
