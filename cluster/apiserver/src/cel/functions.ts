import { toError } from '@kubemin/base';
import { RE2JS } from 're2js';
import { CelError } from './cel-error.ts';
import { type CelValue, compare, isEqual, isList, isMap, numeric, Optional, typeName, Uint } from './values.ts';

/** A function; methods get their target as the first argument. */
export type CelFunction = (...args: readonly CelValue[]) => CelValue;

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;
/** A pattern costs more the longer its input is. */
const MAX_MATCHED_LENGTH = 100_000;
const MAX_PATTERN_LENGTH = 1000;
const MAX_MATCHES = 10_000n;

/** An integer in range. */
export function toInt(value: bigint): bigint {
  if (value < MIN_INT || value > MAX_INT) throw new CelError('integer overflow');
  return value;
}

/** An unsigned integer in range. */
export function toUint(value: bigint): Uint {
  if (value < 0n || value > MAX_UINT) throw new CelError('unsigned integer overflow');
  return new Uint(value);
}

/** Functions that are called as such: `size(x)`. */
export const GLOBAL_FUNCTIONS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['size', size],
  ['int', (value = null) => toInteger(value)],
  ['uint', (value = null) => toUint(toInteger(value))],
  ['double', (value = null) => Number(typeof value === 'string' ? value : wanted(numeric(value), 'double', value))],
  ['string', toText],
  ['bytes', (value = null) => (value instanceof Uint8Array ? value : Buffer.from(text(value)))],
  ['bool', toBool],
  ['dyn', (value = null) => value],
  ['matches', matches],
]);

/** Functions of a value: `x.startsWith(y)`. */
export const METHODS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['size', size],
  ['matches', matches],
  ['startsWith', (target = null, prefix = null) => text(target).startsWith(text(prefix))],
  ['endsWith', (target = null, suffix = null) => text(target).endsWith(text(suffix))],
  ['contains', (target = null, part = null) => text(target).includes(text(part))],
  ['charAt', (target = null, index = null) => [...text(target)][position(index)] ?? ''],
  ['indexOf', indexOf],
  [
    'lastIndexOf',
    (target = null, part = null) =>
      isList(target)
        ? BigInt(target.findLastIndex((item) => isEqual(item, part)))
        : BigInt(text(target).lastIndexOf(text(part))),
  ],
  ['lowerAscii', (target = null) => text(target).replace(/[A-Z]+/g, (part) => part.toLowerCase())],
  ['upperAscii', (target = null) => text(target).replace(/[a-z]+/g, (part) => part.toUpperCase())],
  ['trim', (target = null) => text(target).trim()],
  ['replace', replace],
  ['split', split],
  [
    'substring',
    (target = null, from = null, to) =>
      [...text(target)].slice(position(from), to === undefined ? undefined : position(to)).join(''),
  ],
  ['join', (target = null, separator = '') => list(target).map(text).join(text(separator))],
  ['find', (target = null, pattern = null) => findMatches(target, pattern, 1)[0] ?? ''],
  ['findAll', (target = null, pattern = null, limit = MAX_MATCHES) => findMatches(target, pattern, position(limit))],
  [
    'isSorted',
    (target = null) =>
      list(target).every((item, index, all) => index === 0 || compare(all[index - 1] ?? null, item) <= 0),
  ],
  ['sum', (target = null) => list(target).reduce<CelValue>(sum, 0n)],
  ['min', (target = null) => extreme(target, -1)],
  ['max', (target = null) => extreme(target, 1)],
  ['hasValue', (target = null) => optional(target).value !== undefined],
  ['value', (target = null) => wanted(optional(target).value, 'value', target)],
  ['orValue', (target = null, other = null) => optional(target).value ?? other],
  ['or', (target = null, other = null) => (optional(target).value === undefined ? other : target)],
]);

function size(value: CelValue = null): CelValue {
  if (typeof value === 'string') return BigInt([...value].length);
  if (value instanceof Uint8Array || isList(value)) return BigInt(value.length);
  if (isMap(value)) return BigInt(value.size);
  throw noOverload('size', value);
}

function toInteger(value: CelValue): bigint {
  if (typeof value === 'string' && /^[-+]?\d+$/.test(value)) return toInt(BigInt(value));
  const number = numeric(value);
  if (typeof number === 'bigint') return toInt(number);
  if (number !== undefined && Number.isFinite(number)) return toInt(BigInt(Math.trunc(number)));
  throw noOverload('int', value);
}

function toText(value: CelValue = null): CelValue {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  const number = typeof value === 'boolean' ? value : numeric(value);
  if (number === undefined) throw noOverload('string', value);
  return String(number);
}

function toBool(value: CelValue = null): CelValue {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw noOverload('bool', value);
}

function matches(target: CelValue = null, pattern: CelValue = null): CelValue {
  return regularExpression(pattern).test(matchable(target));
}

function matchable(value: CelValue): string {
  const target = text(value);
  if (target.length > MAX_MATCHED_LENGTH) throw new CelError('the text is too long to be matched');
  return target;
}

/** RE2: matching takes time linear in the text, whatever the pattern. */
function regularExpression(pattern: CelValue): RE2JS {
  const source = text(pattern);
  if (source.length > MAX_PATTERN_LENGTH) throw new CelError('the pattern is too long');
  try {
    return RE2JS.compile(source);
  } catch (error) {
    throw new CelError(`invalid regular expression: ${toError(error).message}`);
  }
}

/** The first matches of a pattern. */
function findMatches(target: CelValue, pattern: CelValue, limit: number): readonly string[] {
  const matcher = regularExpression(pattern).matcher(matchable(target));
  const found: string[] = [];
  while (found.length < limit && matcher.find()) found.push(matcher.group() ?? '');
  return found;
}

function indexOf(target: CelValue = null, part: CelValue = null, from: CelValue = 0n): CelValue {
  if (isList(target)) return BigInt(target.findIndex((item) => isEqual(item, part)));
  return BigInt(text(target).indexOf(text(part), position(from)));
}

function replace(target: CelValue = null, old: CelValue = null, next: CelValue = null, limit?: CelValue): CelValue {
  const parts = text(target).split(text(old));
  const count = limit === undefined || position(limit, -1) < 0 ? parts.length : position(limit) + 1;
  const kept = parts.slice(0, count);
  return [kept.join(text(next)), ...parts.slice(count)].join(text(old));
}

function split(target: CelValue = null, separator: CelValue = null, limit?: CelValue): CelValue {
  const parts = text(target).split(text(separator));
  const count = limit === undefined ? -1 : position(limit, -1);
  if (count < 0 || parts.length <= count) return parts;
  if (count === 0) return [];
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(text(separator))];
}

function sum(a: CelValue, b: CelValue): CelValue {
  const [left, right] = [wanted(numeric(a), 'sum', a), wanted(numeric(b), 'sum', b)];
  if (typeof left === 'bigint' && typeof right === 'bigint') return toInt(left + right);
  return Number(left) + Number(right);
}

/** The smallest (sign -1) or largest (1) item. */
function extreme(value: CelValue, sign: -1 | 1): CelValue {
  const [first, ...others] = list(value);
  if (first === undefined) throw new CelError('the list must not be empty');
  return others.reduce((a, b) => (compare(a, b) * sign >= 0 ? a : b), first);
}

function position(value: CelValue, least = 0): number {
  if (typeof value !== 'bigint' || value < least) throw new CelError(`index out of range: ${String(value)}`);
  return Number(value);
}

function text(value: CelValue): string {
  if (typeof value === 'string') return value;
  throw noOverload('string', value);
}

function list(value: CelValue): readonly CelValue[] {
  if (isList(value)) return value;
  throw noOverload('list', value);
}

function optional(value: CelValue): Optional {
  if (value instanceof Optional) return value;
  throw noOverload('optional', value);
}

function wanted<V>(found: V | undefined, name: string, value: CelValue): V {
  if (found === undefined) throw noOverload(name, value);
  return found;
}

function noOverload(name: string, value: CelValue): CelError {
  return new CelError(`no such overload: ${name}(${typeName(value)})`);
}
