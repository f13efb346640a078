import { isRecord } from '@kubemin/base';
import type { DocumentPath } from '../../problem/index.ts';
import type { AnyDocument } from '../../types/index.ts';
import { Redactor, SECRET_MASK } from './redactor.ts';
import { secretPlaces, secretValues } from './secret-places.ts';

/**
 * Fields by which things are found: a password that is called like an image, or a user name that is a part of a host, must not
 * make that unreadable, nor invalid.
 */
const IDENTIFIERS: ReadonlySet<string> = new Set([
  ...['name', 'type', 'image', 'id', 'namespace', 'project', 'target', 'alias'],
  ...['host', 'hosts', 'components', 'dependsOn', 'sourceName', 'secretName', 'claimName', 'serviceName'],
]);
/** A mask, or two side by side, also inside of a text that is otherwise shown; longer rows of asterisks are ornaments of files. */
const MASKED = /(?<!\*)(?:\*{8}){1,2}(?!\*)/;

/** The document as it may be shown: secret values are masked, and wherever else they occur they are taken out. */
export function maskDocument(document: AnyDocument): AnyDocument {
  const redactor = new Redactor(secretValues(document));
  const secret = new Set(secretPlaces(document).map(({ path }) => pathKey(path)));
  const masked = (value: unknown, path: DocumentPath): unknown => {
    if (typeof value === 'string') {
      if (secret.has(pathKey(path))) return SECRET_MASK;
      return isIdentifier(path) ? value : redactor.text(value);
    }
    return mapped(value, path, masked);
  };
  return copyDocument(masked(document, []));
}

/** By the field, also where that is a list: `hosts[0]`. */
function isIdentifier(path: DocumentPath): boolean {
  const field = path.findLast((part) => typeof part === 'string');
  return typeof field === 'string' && IDENTIFIERS.has(field);
}

function pathKey(path: DocumentPath): string {
  return path.join('\0');
}

/** What becomes of a document that may hold masks. */
export interface UnmaskedDocument {
  readonly document: AnyDocument;
  /** Masks that stand for nothing. */
  readonly unknown: readonly DocumentPath[];
}

/** The document with masks replaced by what they stand for in the previous one, where that would be shown the same. */
export function unmaskDocument(document: AnyDocument, previous: AnyDocument | undefined): UnmaskedDocument {
  const unknown: DocumentPath[] = [];
  const shown: unknown = previous && maskDocument(previous);
  const restore = (value: unknown, path: DocumentPath, before: Counterpart): unknown => {
    if (typeof value !== 'string') {
      return mapped(value, path, (entry, at) => restore(entry, at, counterpart(before, value, at.at(-1) ?? '')));
    }
    if (!value.includes(SECRET_MASK)) return value;
    if (value === before.shown && before.real !== undefined) return before.real;
    if (MASKED.test(value)) unknown.push(path);
    return value;
  };
  return { document: copyDocument(restore(document, [], { shown, real: previous })), unknown };
}

/** The same place of the previous document, as it is shown and as it is. */
interface Counterpart {
  readonly shown: unknown;
  readonly real: unknown;
}

function counterpart({ shown, real }: Counterpart, holder: unknown, key: string | number): Counterpart {
  const at =
    Array.isArray(holder) && Array.isArray(shown) ? matchingIndex(holder[Number(key)], shown, Number(key)) : key;
  return { shown: readField(shown, at), real: readField(real, at) };
}

/** Things of a list that have names are found by name (and are the same only if they are of the same type), others by place. */
function matchingIndex(entry: unknown, list: readonly unknown[], index: number): number {
  if (!isRecord(entry) || typeof entry.name !== 'string') return index;
  return list.findIndex((other) => isRecord(other) && other.name === entry.name && other.type === entry.type);
}

function readField(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function mapped(value: unknown, path: DocumentPath, map: (value: unknown, path: DocumentPath) => unknown): unknown {
  if (Array.isArray(value)) return value.map((entry, index) => map(entry, [...path, index]));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, map(entry, [...path, key])]));
}

/** Nothing but texts has changed, so it is a document still. */
function copyDocument(value: unknown): AnyDocument {
  return JSON.parse(JSON.stringify(value));
}
