import { ownEntry } from '../basics/index.ts';
import { TerminalError, verbatim } from '../message/index.ts';

/** When something is to happen again and again. */
export type CronSchedule =
  | { readonly kind: 'every'; readonly everyMs: number }
  | ({ readonly kind: 'calendar' } & CronFields);

/** The minutes, hours and days on which something happens. */
export interface CronFields {
  /** In order. */
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly daysOfWeek: ReadonlySet<number>;
  /** With both kinds of days restricted, either is enough. */
  readonly days: 'either' | 'both';
}

interface Field {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MINUTE: Field = { min: 0, max: 59 };
const HOUR: Field = { min: 0, max: 23 };
const DAY_OF_MONTH: Field = { min: 1, max: 31 };
const MONTH: Field = { min: 1, max: 12, names: MONTHS };
const DAY_OF_WEEK: Field = { min: 0, max: 6, names: DAYS };

const DESCRIPTORS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};
const EVERY = '@every ';
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** Parses a schedule in the notation of cron; throws a TerminalError that describes what is wrong with it. */
export function parseSchedule(text: string): CronSchedule {
  if (text.startsWith(EVERY)) return { kind: 'every', everyMs: parseEvery(text) };
  const fields = (ownEntry(DESCRIPTORS, text) ?? text).split(/\s+/).filter((field) => field !== '');
  const [minute, hour, dayOfMonth, month, dayOfWeek, ...more] = fields;
  if (dayOfWeek === undefined || more.length > 0) {
    throw problem(`expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`);
  }
  return {
    kind: 'calendar',
    minutes: inOrder(parseField(minute ?? '', MINUTE)),
    hours: inOrder(parseField(hour ?? '', HOUR)),
    daysOfMonth: parseField(dayOfMonth ?? '', DAY_OF_MONTH),
    months: parseField(month ?? '', MONTH),
    daysOfWeek: parseField(dayOfWeek, DAY_OF_WEEK),
    days: isOpen(dayOfMonth ?? '') || isOpen(dayOfWeek) ? 'both' : 'either',
  };
}

/** Whole seconds, and at least one. */
function parseEvery(text: string): number {
  const duration = text.slice(EVERY.length);
  let ms = 0;
  let rest = duration.replace(/^\+/, '');
  while (rest !== '') {
    const [part, amount = '', unit = ''] = /^(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/.exec(rest) ?? [];
    if (part === undefined) throw problem(`failed to parse duration ${text}: time: invalid duration "${duration}"`);
    ms += Number(amount) * (UNITS[unit] ?? 0);
    rest = rest.slice(part.length);
  }
  return Math.max(1_000, Math.floor(ms / 1_000) * 1_000);
}

/** Whether the field restricts nothing; `*` in steps does. */
function isOpen(text: string): boolean {
  return text.split(',').some((part) => /^[*?](\/0*1)?$/.test(part));
}

function parseField(text: string, field: Field): ReadonlySet<number> {
  const values = new Set<number>();
  for (const part of text.split(',').filter((range) => range !== '')) {
    const { start, end, step } = parseRange(part, field);
    for (let value = start; value <= end; value += step) values.add(value);
  }
  return values;
}

/** `*`, `a`, `a-b`, each with `/step`; `a/step` runs to the end. */
function parseRange(text: string, field: Field) {
  const [range = '', stepText, ...moreSteps] = text.split('/');
  const [low = '', high, ...moreHyphens] = range.split('-');
  if (moreSteps.length > 0 || moreHyphens.length > 0) throw problem(`too many hyphens or slashes: ${text}`);
  const open = low === '*' || low === '?';
  const start = open ? field.min : parseNumber(low, field);
  const toEnd = open || (high === undefined && stepText !== undefined);
  const end = toEnd ? field.max : high === undefined ? start : parseNumber(high, field);
  const step = stepText === undefined ? 1 : parseNumber(stepText, { min: 0, max: field.max });
  if (start < field.min) throw problem(`beginning of range (${start}) below minimum (${field.min}): ${text}`);
  if (end > field.max) throw problem(`end of range (${end}) above maximum (${field.max}): ${text}`);
  if (start > end) throw problem(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
  if (step === 0) throw problem(`step of range should be a positive number: ${text}`);
  return { start, end, step };
}

function parseNumber(text: string, { min, names }: Field): number {
  const name = names?.indexOf(text.toLowerCase()) ?? -1;
  if (name >= 0) return min + name;
  if (/^\d+$/.test(text)) return Number(text);
  throw problem(`failed to parse int from ${text}`);
}

function inOrder(values: ReadonlySet<number>): readonly number[] {
  return [...values].sort((a, b) => a - b);
}

function problem(message: string): TerminalError {
  return new TerminalError(verbatim(message), { code: 'CRON_SCHEDULE_INVALID' });
}
