import { isJsonArray, isLabelValue, isQualifiedName, parseQuantity, QuantityError } from '@kubemin/kubeapi';
import { ruleMessages } from '../../messages/index.ts';
import { parseDuration } from './duration.ts';
import { type Glob, glob } from './glob.ts';
import type { Place, ValueReader } from './place.ts';

/** Any text; numbers and switches that YAML made of one count as what was written. */
export const text: ValueReader<string> = (value, place) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : place.mustBe(ruleMessages.text, value);

/** `true` or `false`. */
export const flag: ValueReader<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : place.mustBe(ruleMessages.flag, value);

/** Milliseconds of `500ms`, `2s`, `1m`. */
export const duration: ValueReader<number> = (value, place) =>
  (typeof value === 'string' ? parseDuration(value) : undefined) ?? place.mustBe(ruleMessages.duration, value);

/** A duration that may go backwards. */
export const signedDuration: ValueReader<number> = (value, place) => {
  const [, minus, amount] = /^(-?)(.*)$/.exec(typeof value === 'string' ? value : '') ?? [];
  const ms = parseDuration(amount);
  if (ms === undefined) return place.mustBe(ruleMessages.signedDuration, value);
  return minus === '-' ? -ms : ms;
};

/** A share: from 0 (none) to 1 (all). */
export const rate: ValueReader<number> = (value, place) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : place.mustBe(ruleMessages.rate, value);

/** A whole number within bounds. */
export function wholeNumber(min: number, max: number): ValueReader<number> {
  return (value, place) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : place.mustBe(ruleMessages.wholeNumber({ min, max }), value);
}

/** An amount as Kubernetes writes it, kept as it is written. */
export const quantityText: ValueReader<string> = (value, place) => {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && parseAmount(written) !== undefined
    ? written
    : place.mustBe(ruleMessages.quantity, value);
};

/** An amount as a number: cores, bytes. */
export const quantity: ValueReader<number> = (value, place) => parseAmount(quantityText(value, place) ?? '');

function parseAmount(written: string): number | undefined {
  try {
    const amount = parseQuantity(written).toNumber();
    return amount >= 0 ? amount : undefined;
  } catch (error) {
    if (error instanceof QuantityError) return undefined;
    throw error;
  }
}

/** A pattern with `*` and `?`. */
export const pattern: ValueReader<Glob> = (value, place) => {
  const written = text(value, place);
  return written === undefined ? undefined : glob(written);
};

/** One of some words. */
export function wordReader<W extends string>(...words: readonly W[]): ValueReader<W> {
  return (value, place) => words.find((known) => known === value) ?? place.mustBe(ruleMessages.oneOf({ words }), value);
}

/** A label or taint key. */
export const labelKey: ValueReader<string> = (value, place) =>
  typeof value === 'string' && isQualifiedName(value) ? value : place.mustBe(ruleMessages.labelKey, value);

/** The value of a label. */
export const labelValue: ValueReader<string> = (value, place) => {
  const written = text(value, place);
  if (written === undefined || isLabelValue(written)) return written;
  return place.mustBe(ruleMessages.labelValue, value);
};

/** A list of things that are read alike; with one that cannot be read there is none. */
export function listReader<T>(reading: ValueReader<T>, { atLeast = 0 } = {}): ValueReader<readonly T[]> {
  return (value, place) => {
    if (!isJsonArray(value)) return place.mustBe(ruleMessages.list, value);
    if (value.length < atLeast) return place.fault(ruleMessages.empty);
    const found = value.map((item, index) => reading(item, place.at(index)));
    return found.every((item) => item !== undefined) ? found : undefined;
  };
}

/** A record whose keys are the user's own; with one that cannot be read there is none. */
export function mapReader<T>(key: ValueReader<string>, reading: ValueReader<T>): ValueReader<ReadonlyMap<string, T>> {
  return (value, place) => {
    const fields = place.record(value);
    if (fields === undefined) return undefined;
    const found = new Map<string, T>();
    let whole = true;
    for (const name of Object.keys(Object(value))) {
      const item = fields.read(name, reading);
      if (key(name, place.at(name)) === undefined || item === undefined) whole = false;
      else found.set(name, item);
    }
    return whole ? found : undefined;
  };
}

/** The same as a plain object. */
export function stringMapReader(
  key: ValueReader<string>,
  reading: ValueReader<string>,
): ValueReader<Readonly<Record<string, string>>> {
  const read = mapReader(key, reading);
  return (value: unknown, place: Place) => {
    const found = read(value, place);
    return found === undefined ? undefined : Object.fromEntries(found);
  };
}
