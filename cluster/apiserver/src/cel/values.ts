import { isJsonArray, isJsonObject, type JsonValue } from '@kubemin/kubeapi';
import { CelError } from './cel-error.ts';

/** An unsigned integer; plain integers are bigints, doubles are numbers. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A value that may be missing. */
export class Optional {
  readonly value: CelValue | undefined;

  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

/** What expressions compute with. Maps of input objects are read where they are needed. */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint
  | Uint8Array
  | Optional
  | readonly CelValue[]
  | ReadonlyMap<CelValue, CelValue>;

/** Numbers without a fraction are integers: JSON does not distinguish them. */
export function fromJson(value: JsonValue): CelValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (isJsonArray(value)) return value.map(fromJson);
  if (isJsonObject(value)) return new LazyMap(value);
  return value;
}

/** An input object, whose fields become values when they are used. */
class LazyMap implements ReadonlyMap<CelValue, CelValue> {
  readonly #object: Readonly<Record<string, JsonValue | undefined>>;

  constructor(object: Readonly<Record<string, JsonValue | undefined>>) {
    this.#object = object;
  }

  get size(): number {
    return Object.values(this.#object).filter((value) => value !== undefined).length;
  }

  has(key: CelValue): boolean {
    return typeof key === 'string' && Object.hasOwn(this.#object, key) && this.#object[key] !== undefined;
  }

  get(key: CelValue): CelValue | undefined {
    const value = typeof key === 'string' && Object.hasOwn(this.#object, key) ? this.#object[key] : undefined;
    return value === undefined ? undefined : fromJson(value);
  }

  *entries(): MapIterator<[CelValue, CelValue]> {
    for (const [key, value] of Object.entries(this.#object)) if (value !== undefined) yield [key, fromJson(value)];
  }

  *keys(): MapIterator<CelValue> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<CelValue> {
    for (const [, value] of this.entries()) yield value;
  }

  forEach(callback: (value: CelValue, key: CelValue, map: ReadonlyMap<CelValue, CelValue>) => void): void {
    for (const [key, value] of this.entries()) callback(value, key, this);
  }

  [Symbol.iterator](): MapIterator<[CelValue, CelValue]> {
    return this.entries();
  }
}

export function isList(value: CelValue): value is readonly CelValue[] {
  return Array.isArray(value);
}

export function isMap(value: CelValue): value is ReadonlyMap<CelValue, CelValue> {
  return value instanceof Map || value instanceof LazyMap;
}

/** The name of a value's type, for messages. */
export function typeName(value: CelValue): string {
  if (value === null) return 'null_type';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'double';
  if (value instanceof Uint) return 'uint';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Optional) return 'optional_type';
  if (isList(value)) return 'list';
  if (isMap(value)) return 'map';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** Numbers of all types are compared by what they are worth; other types are never equal to each other. */
export function isEqual(a: CelValue, b: CelValue): boolean {
  const [left, right] = [numeric(a), numeric(b)];
  // By their order: a bigint and a number of the same value are not identical.
  if (left !== undefined && right !== undefined) return left >= right && left <= right;
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => isEqual(item, b[index] ?? null));
  if (isMap(a) && isMap(b)) return a.size === b.size && [...a].every(([key, value]) => hasEqual(b, key, value));
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  if (a instanceof Optional && b instanceof Optional) {
    if (a.value === undefined || b.value === undefined) return a.value === b.value;
    return isEqual(a.value, b.value);
  }
  return a === b;
}

function hasEqual(map: ReadonlyMap<CelValue, CelValue>, key: CelValue, value: CelValue): boolean {
  const found = mapEntry(map, key);
  return found !== undefined && isEqual(found, value);
}

/** The value of a key; integers and unsigned ones are the same key. */
export function mapEntry(map: ReadonlyMap<CelValue, CelValue>, key: CelValue): CelValue | undefined {
  const found = map.get(key);
  if (found !== undefined || typeof key === 'string') return found;
  for (const [other, value] of map) if (isEqual(other, key)) return value;
  return undefined;
}

/** Negative, zero or positive; throws for values without an order. */
export function compare(a: CelValue, b: CelValue): number {
  const [left, right] = [numeric(a), numeric(b)];
  if (left !== undefined && right !== undefined) return left < right ? -1 : left > right ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  throw new CelError(`no such overload: ${typeName(a)} compared with ${typeName(b)}`);
}

/** What a value is worth as a number. */
export function numeric(value: CelValue): bigint | number | undefined {
  if (value instanceof Uint) return value.value;
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined;
}
