import { isRecord } from '@kubemin/base';
import { Redactor, SECRET_MASK, secretsIn, secretTexts } from '@kubemin/model';
import { readComponents } from './document.ts';
import { getAt, type JsonObject, type Path, setAt } from './json.ts';

/**
 * Stands for a value of a secret that was typed in a tab that is gone; a text that names the value may follow. It is no value:
 * the editor has the user type it again before it saves.
 */
export const LOST_SECRET = '\u0000kubemin:lost-secret';

export function isLostSecret(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(LOST_SECRET);
}

/** Places of a draft whose secret has to be typed again. */
export function findLostSecrets(value: unknown, path: Path = []): readonly Path[] {
  return scalarsIn(value, path).flatMap((each) => (isLostSecret(each.value) ? [each.path] : []));
}

/** A value of a draft and where it stands. */
export interface DraftValue {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * The secrets that only a draft has: a mask stands for one that the platform stores. Every view of a draft, and what the
 * browser keeps of it, decides by this list. Parameters of templates are all secrets here: which of them the template
 * declares as such is not in the draft.
 */
export function typedSecrets(document: JsonObject): readonly DraftValue[] {
  const parameters = readComponents(document).flatMap(({ index, value }) =>
    scalarsIn(getAt(value, ['template', 'parameters']), ['component', index, 'template', 'parameters']),
  );
  const all = [...knownSecrets(document), ...parameters.filter(({ value }) => typeof value !== 'boolean')];
  return [...new Map(all.map((each) => [each.path.join('\0'), each])).values()].filter(isTyped);
}

/** Those that are secrets by what they are, whatever a template declares. */
function knownSecrets(document: JsonObject): readonly DraftValue[] {
  const data = readComponents(document).flatMap(({ index, value }) =>
    scalarsIn(getAt(value, ['properties', 'secret']), ['component', index, 'properties', 'secret']),
  );
  const texts = secretTexts(withoutMasks(document)).map(({ path }) => ({ path, value: getAt(document, path) }));
  return [...data, ...texts];
}

function isTyped({ value }: DraftValue): boolean {
  return value !== null && value !== '' && value !== SECRET_MASK && !isLostSecret(value);
}

/** An address with a mask in it has no password that was typed: it has one that is put in later. */
function withoutMasks(value: unknown): unknown {
  return mapTexts(value, (text) => text.replaceAll(SECRET_MASK, '$(STORED)'));
}

/** The document as a text may show it: secrets are masked, those that were typed just now too. */
export function hideSecrets(document: JsonObject, mask: string = SECRET_MASK): JsonObject {
  const places = [...typedSecrets(document), ...findLostSecrets(document).map((path) => ({ path, value: '' }))];
  return places.reduce<JsonObject>((hidden, { path, value }) => {
    const result = setAt(hidden, path, hideValue(document, { path, value }, mask));
    return isRecord(result) ? result : hidden;
  }, document);
}

/** Of an address that is no secret itself, only the credentials are hidden. */
function hideValue(document: JsonObject, { path, value }: DraftValue, mask: string): string {
  if (typeof value !== 'string' || !/:\/\/|[?&]/.test(value)) return mask;
  const without = setAt(document, path, '-');
  const isSecretPlace = isRecord(without) && typedSecrets(without).some((each) => isSamePath(each.path, path));
  const shown = new Redactor(secretsIn(value)).text(value);
  return isSecretPlace || shown === value ? mask : shown;
}

function isSamePath(one: Path, other: Path): boolean {
  return one.join('\0') === other.join('\0');
}

/** Takes typed secrets out of other texts. Parameters of templates, most of which are names, stay. */
export function secretRedactor(document: JsonObject): Redactor {
  const values = knownSecrets(document).filter((each) => isTyped(each) && typeof each.value !== 'boolean');
  return new Redactor(values.flatMap(({ value }) => [String(value), ...secretsIn(value)]));
}

/** The document with masks replaced by what `before` has in their place, where it would be shown the same. */
export function restoreSecrets(document: JsonObject, before: JsonObject): JsonObject {
  const restored = restoreValue(document, hideSecrets(before), before);
  return isRecord(restored) ? restored : document;
}

function restoreValue(value: unknown, shown: unknown, real: unknown): unknown {
  if (typeof value === 'string') {
    return value.includes(SECRET_MASK) && value === shown && real !== undefined ? real : value;
  }
  if (Array.isArray(value)) {
    return value.map((entry: unknown, index) => {
      const at = Array.isArray(shown) ? counterpartIndex(entry, shown, index) : index;
      return restoreValue(entry, getAt(shown, [at]), getAt(real, [at]));
    });
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, restoreValue(entry, getAt(shown, [key]), getAt(real, [key]))]),
  );
}

/** Entries of a list that have names are found by name, others by place. */
function counterpartIndex(entry: unknown, list: readonly unknown[], index: number): number {
  if (!isRecord(entry) || typeof entry.name !== 'string') return index;
  return list.findIndex((other) => isRecord(other) && other.name === entry.name);
}

/** A mask in a document, for a value that no response contains. */
export interface MaskedPlace {
  readonly path: Path;
  /** Which one of its text. */
  readonly at: number;
  /** The text that it is a part of; undefined where the mask is all of it. */
  readonly within?: string;
}

/** All masks of a document, in its order. */
export function findMasks(document: JsonObject): readonly MaskedPlace[] {
  return scalarsIn(document, []).flatMap(({ path, value }): readonly MaskedPlace[] => {
    if (value === SECRET_MASK) return [{ path, at: 0 }];
    if (typeof value !== 'string') return [];
    return value
      .split(SECRET_MASK)
      .slice(1)
      .map((_, at) => ({ path, at, within: value }));
  });
}

/** The document with values in place of masks; a mask without one stays. */
export function fillMasks(document: JsonObject, value: (place: MaskedPlace) => string | undefined): JsonObject {
  const byPath = Map.groupBy(findMasks(document), ({ path }) => path.join('\0'));
  return [...byPath.values()].reduce<JsonObject>((filled, places) => {
    const path = places[0]?.path ?? [];
    const [first = '', ...rest] = String(getAt(document, path)).split(SECRET_MASK);
    const texts = rest.map((text, at) => {
      const place = places[at];
      return `${(place && value(place)) ?? SECRET_MASK}${text}`;
    });
    const result = setAt(filled, path, [first, ...texts].join(''));
    return isRecord(result) ? result : filled;
  }, document);
}

function scalarsIn(value: unknown, path: Path): readonly DraftValue[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => scalarsIn(entry, [...path, index]));
  if (isRecord(value)) return Object.entries(value).flatMap(([key, entry]) => scalarsIn(entry, [...path, key]));
  return value === undefined ? [] : [{ path, value }];
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, map));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapTexts(entry, map)]));
}
