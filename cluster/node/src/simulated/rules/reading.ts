import { isJsonArray, isLabelValue, isQualifiedName, parseQuantity, QuantityError } from '@kubemin/kubeapi';
import { parseDuration } from './duration.ts';
import { type Glob, glob } from './glob.ts';
import { type Place, type Reading, shown } from './place.ts';

/** Any text; numbers and switches that YAML made of one count as what was written. */
export const text: Reading<string> = (value, place) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : place.fault(`must be text, not ${shown(value)}`);

/** `true` or `false`. */
export const flag: Reading<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : place.fault(`must be true or false, not ${shown(value)}`);

/** Milliseconds of `500ms`, `2s`, `1m`. */
export const duration: Reading<number> = (value, place) =>
  (typeof value === 'string' ? parseDuration(value) : undefined) ??
  place.fault(`must be a duration such as 500ms, 2s or 1m, not ${shown(value)}`);

/** A duration that may go backwards. */
export const signedDuration: Reading<number> = (value, place) => {
  const [, minus, amount] = /^(-?)(.*)$/.exec(typeof value === 'string' ? value : '') ?? [];
  const ms = parseDuration(amount);
  if (ms === undefined) return place.fault(`must be a duration such as 5m or -30s, not ${shown(value)}`);
  return minus === '-' ? -ms : ms;
};

/** A share: from 0 (none) to 1 (all). */
export const rate: Reading<number> = (value, place) =>
  typeof value === 'number' && value >= 0 && value <= 1
    ? value
    : place.fault(`must be a number from 0 to 1, not ${shown(value)}`);

/** A whole number within bounds. */
export function wholeNumber(min: number, max: number): Reading<number> {
  return (value, place) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : place.fault(`must be a whole number from ${min} to ${max}, not ${shown(value)}`);
}

/** An amount as Kubernetes writes it, kept as it is written. */
export const quantityText: Reading<string> = (value, place) => {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && amountOf(written) !== undefined
    ? written
    : place.fault(`must be a quantity of 0 or more such as 500m, 2 or 64Mi, not ${shown(value)}`);
};

/** An amount as a number: cores, bytes. */
export const quantity: Reading<number> = (value, place) => amountOf(quantityText(value, place) ?? '');

function amountOf(written: string): number | undefined {
  try {
    const amount = parseQuantity(written).toNumber();
    return amount >= 0 ? amount : undefined;
  } catch (error) {
    if (error instanceof QuantityError) return undefined;
    throw error;
  }
}

/** A pattern with `*` and `?`. */
export const pattern: Reading<Glob> = (value, place) => {
  const written = text(value, place);
  return written === undefined ? undefined : glob(written);
};

/** One of some words. */
export function word<W extends string>(...words: readonly W[]): Reading<W> {
  return (value, place) =>
    words.find((known) => known === value) ?? place.fault(`must be ${words.join(' or ')}, not ${shown(value)}`);
}

/** A label or taint key. */
export const labelKey: Reading<string> = (value, place) =>
  typeof value === 'string' && isQualifiedName(value)
    ? value
    : place.fault(`must be a name such as app or example.com/tier, not ${shown(value)}`);

/** The value of a label. */
export const labelValue: Reading<string> = (value, place) => {
  const written = text(value, place);
  if (written === undefined || isLabelValue(written)) return written;
  return place.fault(`must be a label value: at most 63 letters, digits and -_., not ${shown(value)}`);
};

/** A list of things that are read alike; with one that cannot be read there is none. */
export function listOf<T>(reading: Reading<T>, { atLeast = 0 } = {}): Reading<readonly T[]> {
  return (value, place) => {
    if (!isJsonArray(value)) return place.fault(`must be a list, not ${shown(value)}`);
    if (value.length < atLeast) return place.fault('must not be empty');
    const found = value.map((item, index) => reading(item, place.at(index)));
    return found.every((item) => item !== undefined) ? found : undefined;
  };
}

/** A record whose keys are the user's own; with one that cannot be read there is none. */
export function mapOf<T>(key: Reading<string>, reading: Reading<T>): Reading<ReadonlyMap<string, T>> {
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
export function objectOf(key: Reading<string>, reading: Reading<string>): Reading<Readonly<Record<string, string>>> {
  const read = mapOf(key, reading);
  return (value: unknown, place: Place) => {
    const found = read(value, place);
    return found === undefined ? undefined : Object.fromEntries(found);
  };
}
