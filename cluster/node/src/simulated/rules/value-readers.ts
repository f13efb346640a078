import { isJsonArray, isLabelValue, isQualifiedName, parseQuantity, QuantityError } from '@kubemin/kubeapi';
import { parseDuration } from './duration.ts';
import { type Glob, glob } from './glob.ts';
import { formatValue, type Place, type ValueReader } from './place.ts';

/** Any text; numbers and switches that YAML made of one count as what was written. */
export const text: ValueReader<string> = (value, place) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : place.fault(`must be text, not ${formatValue(value)}`);

/** `true` or `false`. */
export const flag: ValueReader<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : place.fault(`must be true or false, not ${formatValue(value)}`);

/** Milliseconds of `500ms`, `2s`, `1m`. */
export const duration: ValueReader<number> = (value, place) =>
  (typeof value === 'string' ? parseDuration(value) : undefined) ??
  place.fault(`must be a duration such as 500ms, 2s or 1m, not ${formatValue(value)}`);

/** A duration that may go backwards. */
export const signedDuration: ValueReader<number> = (value, place) => {
  const [, minus, amount] = /^(-?)(.*)$/.exec(typeof value === 'string' ? value : '') ?? [];
  const ms = parseDuration(amount);
  if (ms === undefined) return place.fault(`must be a duration such as 5m or -30s, not ${formatValue(value)}`);
  return minus === '-' ? -ms : ms;
};

/** A share: from 0 (none) to 1 (all). */
export const rate: ValueReader<number> = (value, place) =>
  typeof value === 'number' && value >= 0 && value <= 1
    ? value
    : place.fault(`must be a number from 0 to 1, not ${formatValue(value)}`);

/** A whole number within bounds. */
export function wholeNumber(min: number, max: number): ValueReader<number> {
  return (value, place) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : place.fault(`must be a whole number from ${min} to ${max}, not ${formatValue(value)}`);
}

/** An amount as Kubernetes writes it, kept as it is written. */
export const quantityText: ValueReader<string> = (value, place) => {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && parseAmount(written) !== undefined
    ? written
    : place.fault(`must be a quantity of 0 or more such as 500m, 2 or 64Mi, not ${formatValue(value)}`);
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
  return (value, place) =>
    words.find((known) => known === value) ?? place.fault(`must be ${words.join(' or ')}, not ${formatValue(value)}`);
}

/** A label or taint key. */
export const labelKey: ValueReader<string> = (value, place) =>
  typeof value === 'string' && isQualifiedName(value)
    ? value
    : place.fault(`must be a name such as app or example.com/tier, not ${formatValue(value)}`);

/** The value of a label. */
export const labelValue: ValueReader<string> = (value, place) => {
  const written = text(value, place);
  if (written === undefined || isLabelValue(written)) return written;
  return place.fault(`must be a label value: at most 63 letters, digits and -_., not ${formatValue(value)}`);
};

/** A list of things that are read alike; with one that cannot be read there is none. */
export function listReader<T>(reading: ValueReader<T>, { atLeast = 0 } = {}): ValueReader<readonly T[]> {
  return (value, place) => {
    if (!isJsonArray(value)) return place.fault(`must be a list, not ${formatValue(value)}`);
    if (value.length < atLeast) return place.fault('must not be empty');
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
