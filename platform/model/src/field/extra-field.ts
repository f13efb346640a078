import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import type { DocumentPath, PlainObject } from '../problem/index.ts';

/**
 * Something the author wrote that nothing acts on: an unknown field, a comment, a trait where it has no effect. It is
 * carried beside the document, not in it, so that renderers see only what they know, and printed where it stood.
 */
export interface ExtraField {
  /** Where it stood. Components and steps are named, not counted: a list may be reordered and the extra stays in place. */
  readonly path: DocumentPath;
  readonly value: unknown;
}

/** The form in which a document carries its extras. */
export const extraFields = z.array(
  z.object({
    path: z
      .array(z.union([z.string(), z.number().int().min(0)]))
      .min(1)
      .max(100),
    value: z.unknown(),
  }),
);

/**
 * What is done with fields that no schema has. Documents that come in should have none: a misspelt field would
 * silently have no effect. What is stored already keeps loading.
 */
export interface UnknownFieldPolicy {
  /** `refuse`: an error. `keep`: a warning, and the field is carried beside the document. */
  readonly unknownFields: 'refuse' | 'keep';
  /** What the document carried before: fields at these places are kept in either case. */
  readonly carried?: readonly ExtraField[] | undefined;
}

/** Identifies the place of an extra whatever its index in a list, as entries may have been added before it. */
export function placeKey(path: DocumentPath): string {
  return JSON.stringify(path.map((step) => (typeof step === 'number' ? 0 : step)));
}

/** The lists of a document whose entries are known by name. */
const NAMED_LISTS = ['component', 'workflow'];

/** The path with the index of a component or step replaced by its name. */
export function namedPath(path: DocumentPath, nameOf: (list: string, index: number) => string | undefined) {
  const [list, index, ...rest] = path;
  if (typeof list !== 'string' || typeof index !== 'number') return path;
  return [list, nameOf(list, index) ?? index, ...rest];
}

/** A copy of the value with extras put back where they stood. What is there wins; a place that is gone takes nothing. */
export function weave(target: PlainObject, extras: readonly ExtraField[]): PlainObject {
  const copy = openCopy(target);
  for (const { path, value } of extras) putBack(copy, path, value);
  return toPlain(copy);
}

/** An object under construction. A Map, since any key may come from an author, "__proto__" included. */
type OpenObject = Map<string, unknown>;

function openCopy(value: PlainObject): OpenObject;
function openCopy(value: unknown): unknown;
function openCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => openCopy(item));
  if (!isRecord(value)) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, openCopy(item)]));
}

function toPlain(value: OpenObject): PlainObject;
function toPlain(value: unknown): unknown;
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => toPlain(item));
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, item]) => [key, toPlain(item)]));
}

function putBack(root: OpenObject, path: DocumentPath, value: unknown): void {
  let place: unknown = root;
  for (const [depth, step] of path.entries()) {
    const isLast = depth === path.length - 1;
    if (Array.isArray(place)) {
      if (isLast) return;
      place = listEntry(place, step);
    } else if (place instanceof Map) {
      const key = String(step);
      if (isLast && !place.has(key)) place.set(key, openCopy(value));
      // An object that was left out because it held only defaults may be created again, a list may not.
      else if (!place.has(key) && typeof path[depth + 1] === 'string' && !NAMED_LISTS.includes(key)) {
        place.set(key, new Map());
      }
      place = place.get(key);
    } else return;
  }
}

function listEntry(list: readonly unknown[], step: string | number): unknown {
  if (typeof step === 'number') return list[step];
  return list.find((item) => item instanceof Map && isNamed(item.get('name'), step));
}

function isNamed(given: unknown, name: string): boolean {
  return typeof given === 'string' && given.trim().toLowerCase() === name;
}
