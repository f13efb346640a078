import { isRecord } from '@kubemin/base';
import { plainCredential } from '../../field/index.ts';
import type { DocumentPath, PlainObject } from '../../problem/index.ts';
import type { AnyDocument } from '../../types/index.ts';

/** A text of a document and where it stands; it is secret as a whole. */
export interface SecretPlace {
  readonly path: DocumentPath;
  readonly value: string;
}

/** Headers without credentials. */
const HARMLESS_HEADER = /^(accept(-.*)?|content-.*|user-agent|cache-control|if-.*|x-request-id|idempotency-key|host)$/i;
/** Maps whose keys show whether a value is a credential. */
const KEYED_MAPS = ['env', 'conf', 'data', 'parameters'];
/** Fields whose name stands beside them. */
const PAIRED = ['static', 'value'];
const SECRET_PART = /secret|credential|passw|token|api_?key|authorization|cookie/i;
const QUERY_VALUE = /[?&]([^=&#\s]+)=([^&#\s]+)/g;
/** Most texts are none, and need not be looked at closely. */
const MAY_BE_ADDRESS = /:\/\/|[?&]\S+=/;
const PASSWORD_IN_ADDRESS = /:\/\/[^/\s:@]+:([^/\s@]+)@/g;

/**
 * Where a document holds secret values: the data of secrets (and what an entry changes of a template's), variables and
 * settings that look like credentials, headers of requests, and credentials in what a step sends.
 */
export function secretPlaces(document: AnyDocument): readonly SecretPlace[] {
  const { extras = [], ...known } = document;
  return [
    ...placesIn(known, []),
    // What nothing acts on may be a secret in the wrong place.
    ...extras.flatMap(({ path, value }, index) => {
      const texts = [...textsIn(value, ['extras', index, 'value'])];
      const isSecret = ({ path: within, value: text }: SecretPlace): boolean =>
        [...path, ...within.slice(3)].some((part) => SECRET_PART.test(String(part))) ||
        plainCredential(String(within.at(-1)), text) !== undefined;
      return texts.filter(isSecret);
    }),
  ];
}

/** All secret values of documents, also those inside of addresses that are otherwise shown. */
export function secretValues(...documents: readonly AnyDocument[]): ReadonlySet<string> {
  const values = documents.flatMap((document) => [
    ...secretPlaces(document).map(({ value }) => value),
    ...[...textsIn(document, [])].flatMap(({ value }) => credentialsInAddress(value)),
  ]);
  return new Set(values);
}

/** The same of anything that is made of a document, or was once: by names of variables and settings, and by addresses. */
export function secretsIn(value: unknown): readonly string[] {
  return [
    ...[...placesIn(value, [])].map((place) => place.value),
    ...[...textsIn(value, [])].flatMap((text) => credentialsInAddress(text.value)),
  ];
}

/** Every text of a value that is a secret, or has one in it. The value may be a document with errors. */
export function secretTexts(value: unknown): readonly SecretPlace[] {
  const places = [...placesIn(value, [])];
  const known = new Set(places.map(({ path }) => path.join('\0')));
  const addresses = [...textsIn(value, [])].filter(
    ({ path, value: text }) => !known.has(path.join('\0')) && credentialsInAddress(text).length > 0,
  );
  return [...places, ...addresses];
}

function* placesIn(value: unknown, path: DocumentPath): Generator<SecretPlace> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* placesIn(entry, [...path, index]);
    return;
  }
  if (!isRecord(value)) return;
  for (const [key, entry] of Object.entries(value)) {
    const at = [...path, key];
    if (typeof entry === 'string') {
      if (isSecretText(holderName(value, at), at, entry)) yield { path: at, value: entry };
    } else if (key === 'valueFrom' && isRecord(entry)) {
      yield* placesIn({ name: value.name, ...entry }, at);
    } else yield* placesIn(entry, at);
  }
}

/** What a text is called: mostly by its key, and beside it where lists hold pairs of name and value. */
function holderName(holder: PlainObject, path: DocumentPath): string {
  const key = String(path.at(-1));
  const { name } = holder;
  return PAIRED.includes(key) && typeof name === 'string' ? name : key;
}

function isSecretText(name: string, path: DocumentPath, text: string): boolean {
  const [root, , properties, map] = path;
  const held = root === 'component' || root === 'templates';
  if (held && path.length === 5 && properties === 'properties' && map === 'secret') return true;
  if (root === 'workflow' && path.at(-2) === 'headers') return !HARMLESS_HEADER.test(name);
  const isKeyed = KEYED_MAPS.includes(String(path.at(-2))) || PAIRED.includes(String(path.at(-1)));
  return (isKeyed || root === 'workflow') && plainCredential(name, text) !== undefined;
}

/** Values of addresses that look like credentials, although the address itself may be shown. */
function credentialsInAddress(text: string): readonly string[] {
  if (!MAY_BE_ADDRESS.test(text)) return [];
  const inQuery = [...text.matchAll(QUERY_VALUE)].flatMap(([, name = '', value = '']) =>
    plainCredential(name, value) === undefined ? [] : [value, decoded(value)],
  );
  const passwords = [...text.matchAll(PASSWORD_IN_ADDRESS)].flatMap(([, password = '']) => [
    password,
    decoded(password),
  ]);
  return [...inQuery, ...passwords].filter((value) => plainCredential('password', value) !== undefined);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function* textsIn(value: unknown, path: DocumentPath): Generator<SecretPlace> {
  if (typeof value === 'string') yield { path, value };
  else if (Array.isArray(value)) for (const [index, entry] of value.entries()) yield* textsIn(entry, [...path, index]);
  else if (isRecord(value)) for (const [key, entry] of Object.entries(value)) yield* textsIn(entry, [...path, key]);
}
