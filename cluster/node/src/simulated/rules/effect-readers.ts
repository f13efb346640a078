import { ruleMessages } from '../../messages/index.ts';
import type { Fields, ValueReader } from './place.ts';
import type {
  ExecRule,
  InitRule,
  LogRule,
  NodeRule,
  ReadyRule,
  RunRule,
  StartRule,
  StopRule,
  UsageAmount,
  UsageRule,
} from './simulation-rule.ts';
import {
  duration,
  flag,
  labelKey,
  listReader,
  pattern,
  quantity,
  quantityText,
  rate,
  signedDuration,
  stringMapReader,
  text,
  wholeNumber,
  wordReader,
} from './value-readers.ts';

const exitCode = wholeNumber(0, 255);

/** A reading of a record by its fields; those it does not ask for are problems. */
function record<T>(read: (fields: Fields) => T): ValueReader<T> {
  return (value, place) => {
    const fields = place.record(value);
    if (fields === undefined) return undefined;
    const found = read(fields);
    fields.end();
    return found;
  };
}

/** `ok`, `error`, or how long pulling takes. */
const imagePull: ValueReader<{ readonly pullMs: number | undefined }> = (value, place) => {
  if (value === 'ok') return { pullMs: 0 };
  if (value === 'error') return { pullMs: undefined };
  if (typeof value !== 'string' || !/^\d/.test(value)) {
    return place.mustBe(ruleMessages.pull, value);
  }
  const pullMs = duration(value, place);
  return pullMs === undefined ? undefined : { pullMs };
};

/** `start` */
export const startRule: ValueReader<StartRule> = record((fields) => ({
  delayMs: fields.read('delay', duration) ?? 0,
  jitterMs: fields.read('jitter', duration) ?? 0,
  ...(fields.read('imagePull', imagePull) ?? { pullMs: 0 }),
}));

/** `ready` */
export const readyRule: ValueReader<ReadyRule> = record((fields) => ({
  delayMs: fields.read('delay', duration) ?? 0,
  failRate: fields.read('failRate', rate) ?? 0,
}));

/** How often, or `true` for always. */
const crashLoop: ValueReader<number> = (value, place) => {
  if (typeof value === 'boolean') return value ? Number.POSITIVE_INFINITY : 0;
  return record((fields) => fields.read('times', wholeNumber(0, 1000)) ?? Number.POSITIVE_INFINITY)(value, place);
};

/** `run` */
export const runRule: ValueReader<RunRule> = record((fields) => ({
  forMs: fields.read('for', duration),
  exitCode: fields.read('exit', exitCode),
  failRate: fields.read('failRate', rate),
  crashes: fields.read('crashLoop', crashLoop) ?? 0,
}));

/** `init` */
export const initRule: ValueReader<InitRule> = record((fields) => ({
  container: fields.read('container', pattern),
  forMs: fields.read('for', duration),
  exitCode: fields.read('exit', exitCode),
  failRate: fields.read('failRate', rate),
  crashes: fields.read('crashLoop', crashLoop) ?? 0,
  imageMissing: fields.read('imagePull', wordReader('ok', 'error')) === 'error',
}));

/** `stop` */
export const stopRule: ValueReader<StopRule> = record((fields) => ({
  delayMs: fields.read('delay', duration) ?? 0,
  ignoresGrace: fields.read('ignoresGrace', flag) ?? false,
}));

/** A quantity for each container, or `{ total }` for all matched pods that are ready. */
const usageAmount: ValueReader<UsageAmount> = (value, place) => {
  if (typeof value !== 'object') {
    const amount = quantity(value, place);
    return amount === undefined ? undefined : { of: 'each', amount };
  }
  return record((fields) => {
    const amount = fields.require('total', quantity);
    fields.read('over', wordReader('matched'));
    return { of: 'total', amount: amount ?? 0 } as const;
  })(value, place);
};

/** `usage` */
export const usageRule: ValueReader<UsageRule> = record((fields) => ({
  cpu: fields.read('cpu', usageAmount),
  memory: fields.read('memory', usageAmount),
  disk: fields.read('disk', usageAmount),
}));

/** `logs` */
export const logRule: ValueReader<LogRule> = record((fields) => ({
  lines: fields.require('lines', listReader(text, { atLeast: 1 })) ?? [],
  everyMs: fields.read('every', duration) || undefined,
}));

/** `exec` */
export const execRules: ValueReader<readonly ExecRule[]> = listReader(
  record((fields) => ({
    command: fields.require('command', listReader(text, { atLeast: 1 })) ?? [],
    exitCode: fields.read('exit', exitCode) ?? 0,
    stdout: fields.read('stdout', text) ?? '',
    stderr: fields.read('stderr', text) ?? '',
  })),
);

const flap = record((fields) => ({
  upMs: fields.require('up', duration) ?? 0,
  downMs: fields.require('down', duration) ?? 0,
}));

/** `node` */
export const nodeRule: ValueReader<NodeRule> = record((fields) => ({
  ready: fields.read('ready', flag) ?? true,
  flap: fields.read('flap', flap),
  stopped: fields.read('lease', wordReader('stopped', 'renewed')) === 'stopped',
  clockSkewMs: fields.read('clockSkew', signedDuration) ?? 0,
  capacity:
    fields.read(
      'lies',
      record((lies) => lies.read('capacity', stringMapReader(labelKey, quantityText)) ?? {}),
    ) ?? {},
}));
