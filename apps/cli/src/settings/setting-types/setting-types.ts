import { formatGoDuration, parseGoDuration } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { settingFixMessages, settingProblemMessages, settingValueMessages } from '../../messages/index.ts';
import type { RawValue, Reading, SettingType } from '../setting-type.ts';

/** One of a few words. */
export function choice<const T extends string>(words: readonly [T, ...T[]]): SettingType<T> {
  return scalarType<T>({
    name: words.map((word) => `\`${word}\``).join(', '),
    expected: settingValueMessages.oneOf({ choices: words.join(', ') }),
    example: words[0],
    parse: (text) => words.find((word) => word === text),
  });
}

/** The URL of a database, or a MySQL DSN as Go programs write it. What it names is checked with the rest, not here. */
export function databaseUrl(): SettingType<string> {
  return { ...anyText(), name: 'URL', show: withoutPassword };
}

/** Hides what stands between the user's name and the host; all of it if that cannot be parsed. */
function withoutPassword(url: string): string {
  if (/^(sqlite:|[a-z][a-z0-9+.-]*:\/\/[^@]*$)/i.test(url)) return url;
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)?([^:@/]*)(:.*)?@([^@]*)$/i.exec(url);
  if (parts === null) return url === '' ? '' : '***';
  const [, scheme = '', user = '', password, rest = ''] = parts;
  return `${scheme}${user}${password === undefined ? '' : ':***'}@${rest}`;
}

/** What a timer can wait; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
const LONGEST_SPAN_MS = 100 * 365 * 24 * 3_600_000;

/** A duration that something waits for, in Go's syntax; milliseconds. */
export function duration(min = 1): SettingType<number> {
  return between(min, LONGEST_TIMER_MS);
}

/** A duration that is only compared with ages, and so may be years. */
export function timeSpan(min = 1): SettingType<number> {
  return between(min, LONGEST_SPAN_MS);
}

function between(min: number, max: number): SettingType<number> {
  return scalarType({
    name: 'duration',
    expected: settingValueMessages.aDuration({
      min: formatGoDuration(min),
      max: formatGoDuration(max).replace(/(\d+h).*/, '$1'),
    }),
    example: '90s, 200ms or 1h30m',
    parse: (text) => {
      const ms = parseGoDuration(text);
      return ms !== undefined && ms >= min && ms <= max ? ms : undefined;
    },
    show: formatGoDuration,
  });
}

/** Where a server listens. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const ADDRESS = /^(?<host>[A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\]):(?<port>\d{1,5})$/;

/** `host:port`, `[::1]:port`, or `:port` for every address of the machine. */
export function listenAddress(): SettingType<ListenAddress> {
  return scalarType({
    name: 'host:port',
    expected: settingValueMessages.addressWithPort,
    example: '127.0.0.1:8080 or :8080',
    parse: (text) => {
      const { host, port } = ADDRESS.exec(text)?.groups ?? {};
      if (host === undefined || Number(port) > 65_535) return undefined;
      return { host: host.replace(/^\[|\]$/g, '') || '0.0.0.0', port: Number(port) };
    },
    show: ({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`),
  });
}

/** What is particular to a type of single values. */
interface ScalarTypeOptions<T> {
  readonly name: string;
  /** @default 'value' */
  readonly form?: 'value' | 'switch';
  /** Undefined when the text, without blanks around it, is no such value. */
  parse(text: string): T | undefined;
  /** With its article: completes "is not …" and "set …". */
  readonly expected: Message;
  readonly example: string;
  /** @default String */
  show?(value: T): string;
}

const MOST_SHOWN = 60;

/** Makes a type whose values are single texts. */
function scalarType<T>(options: ScalarTypeOptions<T>): SettingType<T> {
  const { name, form = 'value', expected, example } = options;
  const fix = settingFixMessages.setExpected({ expected, example });
  return {
    name,
    form,
    read: (raw: RawValue): Reading<T> => {
      if (typeof raw !== 'string') return { kind: 'wrong', message: settingProblemMessages.listForValue, fix };
      const value = options.parse(raw.trim());
      if (value !== undefined) return { kind: 'value', value };
      return { kind: 'wrong', message: settingProblemMessages.notExpected({ value: shortened(raw), expected }), fix };
    },
    show: (value) => options.show?.(value) ?? String(value),
  };
}

/** The beginning of a text that may be anything. */
function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  '1': true,
  '0': false,
  t: true,
  f: false,
};

/** True or false, in the spellings Go programs take; yes and no are left out, YAML readers disagree about them. */
export function onOff(): SettingType<boolean> {
  return scalarType({
    name: 'true or false',
    form: 'switch',
    expected: settingValueMessages.trueOrFalse,
    example: 'true',
    parse: (text) => WORDS[text.toLowerCase()],
  });
}

/** What lists are taken. */
interface TextListOptions extends TextOptions {
  /** How many there have to be. @default 0 */
  readonly min?: number;
}

/** A list of texts: a YAML list, or one text with commas between. What is empty is left out. */
export function textList(options: TextListOptions): SettingType<readonly string[]> {
  const { expected, example, pattern = /./, min = 0 } = options;
  const fix = settingFixMessages.setList({ example });
  return {
    name: 'list',
    form: 'list',
    read: (raw: RawValue): Reading<readonly string[]> => {
      const items = (typeof raw === 'string' ? raw.split(',') : raw).map((item) => item.trim());
      const value = items.filter((item) => item !== '');
      if (value.length < min) return { kind: 'wrong', message: settingProblemMessages.emptyList, fix };
      const bad = value.find((item) => !pattern.test(item));
      if (bad === undefined) return { kind: 'value', value };
      return { kind: 'wrong', message: settingProblemMessages.notExpected({ value: shortened(bad), expected }), fix };
    },
    show: (value) => value.join(','),
  };
}

/** What text is taken. */
interface TextOptions {
  /** With its article: `a host name`. */
  readonly expected: Message;
  readonly example: string;
  /** @default anything but nothing */
  readonly pattern?: RegExp;
}

/** A text that is not empty. */
export function text({ expected, example, pattern = /./ }: TextOptions): SettingType<string> {
  return scalarType({
    name: 'text',
    expected,
    example,
    parse: (value) => (pattern.test(value) ? value : undefined),
  });
}

/** Any text, also none: for what is read and not used. */
export function anyText(): SettingType<string> {
  return scalarType({
    name: 'text',
    expected: settingValueMessages.anyText,
    example: 'a word',
    parse: (value) => value,
  });
}

/** A text that is never shown. */
export function secret(): SettingType<string> {
  return { ...anyText(), name: 'secret', show: (value) => (value === '' ? '' : '***') };
}

/** Which numbers are taken. */
interface WholeNumberOptions {
  readonly min: number;
  /** @default the largest that is exact */
  readonly max?: number;
}

/** A whole number in decimal digits. */
export function wholeNumber({ min, max = Number.MAX_SAFE_INTEGER }: WholeNumberOptions): SettingType<number> {
  const range = max === Number.MAX_SAFE_INTEGER ? (min < 0 ? '' : ` from ${min}`) : ` from ${min} to ${max}`;
  return scalarType({
    name: `whole number${range}`,
    expected: wholeNumberMessage(min, max),
    example: String(Math.max(min, 1)),
    parse: (text) => {
      const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
      return Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;
    },
  });
}

function wholeNumberMessage(min: number, max: number): Message {
  if (max !== Number.MAX_SAFE_INTEGER) return settingValueMessages.wholeNumberBetween({ min, max });
  return min < 0 ? settingValueMessages.wholeNumber : settingValueMessages.wholeNumberFrom({ min });
}

/** A TCP port; 0 picks a free one. */
export function portNumber(): SettingType<number> {
  return wholeNumber({ min: 0, max: 65_535 });
}
