import { formatGoDuration, type LogLevel, listFirst, parseGoDuration, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { type BindAddress, parseBindAddress } from '../http/index.ts';
import { configMessages } from '../messages/index.ts';

/** A value as it was written. */
export type RawConfigValue = string | readonly string[] | ReadonlyMap<string, string>;

/** The result of reading a raw value. */
export type ConfigReading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'wrong'; readonly message: Message; readonly fix: Message };

/** The type of the values of a row. `read` never throws, and reads what `show` returns. */
export interface ConfigType<T> {
  /** `switch`: a flag that needs no value. `map`: names of the user's choice, only in files. */
  readonly form: 'value' | 'switch' | 'list' | 'map';
  read(raw: RawConfigValue): ConfigReading<T>;
  /** As it is written in a file. */
  show(value: T): boolean | number | string | readonly string[] | Readonly<Record<string, string>>;
}

interface ScalarType<T> {
  /** With its article: completes "is not …". */
  readonly expected: Message;
  readonly example: string;
  readonly form?: 'value' | 'switch';
  parse(text: string): T | undefined;
  show(value: T): boolean | number | string;
}

const MAX_SHOWN_CHARACTERS = 60;

function scalar<T>({ expected, example, form = 'value', parse, show }: ScalarType<T>): ConfigType<T> {
  const fix = configMessages.setExpected({ expected, example });
  return {
    form,
    show,
    read: (raw) => {
      if (typeof raw !== 'string') return { kind: 'wrong', message: configMessages.oneValue, fix };
      const value = parse(raw.trim());
      if (value !== undefined) return { kind: 'value', value };
      const shown = raw.length > MAX_SHOWN_CHARACTERS ? `${raw.slice(0, MAX_SHOWN_CHARACTERS)}…` : raw;
      return { kind: 'wrong', message: configMessages.wrongValue({ value: shown, expected }), fix };
    },
  };
}

/** A non-empty string that matches `pattern`. @default any */
export function textValue(options: {
  readonly expected: Message;
  readonly example: string;
  readonly pattern?: RegExp;
}) {
  const { pattern = /./ } = options;
  return scalar<string | undefined>({
    ...options,
    parse: (text) => (pattern.test(text) ? text : undefined),
    show: (value) => value ?? '',
  });
}

/** True or false; as a flag also without a value. */
export function booleanValue(): ConfigType<boolean> {
  const words: Readonly<Record<string, boolean>> = { true: true, false: false };
  return scalar({
    form: 'switch',
    expected: configMessages.trueOrFalse,
    example: 'true',
    parse: (text) => words[text.toLowerCase()],
    show: (value) => value,
  });
}

/** A whole number within bounds. */
export function wholeNumberValue(min: number, max: number): ConfigType<number> {
  return scalar({
    expected: configMessages.wholeNumber({ min, max }),
    example: String(Math.max(min, 4)),
    parse: (text) => (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
    show: (value) => value,
  });
}

/** The longest delay of a timer; a longer one would fire immediately. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** A duration in Go's syntax, as milliseconds. With `orNever`, 0 means never. */
export function durationValue({ orNever = false } = {}): ConfigType<number> {
  return scalar({
    expected: orNever ? configMessages.durationOrNever : configMessages.aDuration,
    example: '90s, 200ms or 1h30m',
    parse: (text) => {
      const ms = parseGoDuration(text);
      if (ms === undefined || ms > LONGEST_TIMER_MS) return undefined;
      return ms >= 1 || (orNever && ms === 0) ? ms : undefined;
    },
    show: formatGoDuration,
  });
}

/** Where to listen: `:port` binds to this machine only, `0` turns the endpoint off. */
export function addressValue(): ConfigType<BindAddress> {
  return scalar({
    expected: configMessages.addressOrOff,
    example: ':18001 or 0.0.0.0:18001',
    parse: bindAddress,
    show: (address) => (address.kind === 'off' ? '0' : `${hostText(address.host)}:${address.port}`),
  });
}

function bindAddress(text: string): BindAddress | undefined {
  try {
    return parseBindAddress(text);
  } catch (error) {
    if (error instanceof TerminalError) return undefined;
    throw error;
  }
}

function hostText(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** One of `choices`; `spellings` maps aliases to them. */
export function choiceValue<const T extends string>(
  choices: readonly T[],
  spellings: Readonly<Record<string, NoInfer<T>>> = {},
): ConfigType<T> {
  return scalar({
    expected: configMessages.oneOf({ choices: listFirst(choices) }),
    example: choices[0] ?? '',
    parse: (text) => choices.find((choice) => choice === text.toLowerCase()) ?? spellings[text.toLowerCase()],
    show: (value) => value,
  });
}

const ZAP_LEVELS = { warning: 'warn', dpanic: 'error', panic: 'error', fatal: 'error' } as const;
const DEBUG_VERBOSITY = 4;

/** A level by its name, or as a verbosity (`-v 4`): from 4 on everything is logged. */
export function logLevelValue(): ConfigType<LogLevel> {
  const levels = choiceValue(['debug', 'info', 'warn', 'error'], ZAP_LEVELS);
  return {
    ...levels,
    read: (raw) => {
      // `-v=4`, the syntax of Go programs, arrives with its equals sign.
      const text = typeof raw === 'string' ? raw.replace(/^=/, '') : raw;
      if (typeof text !== 'string' || !/^\d{1,3}$/.test(text)) return levels.read(text);
      return { kind: 'value', value: Number(text) >= DEBUG_VERBOSITY ? 'debug' : 'info' };
    },
  };
}

/** A list of strings: in files a list or one string with commas, elsewhere one string with commas. */
export function listValue(example: string): ConfigType<readonly string[]> {
  return {
    form: 'list',
    read: (raw) => {
      if (typeof raw !== 'string' && !isList(raw)) {
        return { kind: 'wrong', message: configMessages.expectedList, fix: configMessages.setExample({ example }) };
      }
      const items = typeof raw === 'string' ? raw.split(',') : raw;
      return { kind: 'value', value: items.map((item) => item.trim()).filter((item) => item !== '') };
    },
    show: (value) => value,
  };
}

/** Values under names that the user chooses; only in files. */
export function mapValue(example: string): ConfigType<ReadonlyMap<string, string>> {
  return {
    form: 'map',
    read: (raw) =>
      typeof raw === 'string' || isList(raw)
        ? { kind: 'wrong', message: configMessages.expectedMap, fix: configMessages.writeBelow({ example }) }
        : { kind: 'value', value: raw },
    show: (value) => Object.fromEntries(value),
  };
}

function isList(raw: RawConfigValue): raw is readonly string[] {
  return Array.isArray(raw);
}
