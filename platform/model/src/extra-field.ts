import * as z from 'zod';
import type { DocumentPath } from './document-path.ts';
import { isPlainObject, type PlainObject } from './plain-object.ts';

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
  z.object({ path: z.array(z.union([z.string(), z.number().int().min(0)])).min(1), value: z.unknown() }),
);

/** The lists of a document whose entries are known by name. */
const NAMED_LISTS = ['component', 'workflow'];

/** The path with the index of a component or step replaced by its name. */
export function namedPath(path: DocumentPath, nameOf: (list: string, index: number) => string | undefined) {
  const [list, index, ...rest] = path;
  if (typeof list !== 'string' || typeof index !== 'number') return path;
  return [list, nameOf(list, index) ?? index, ...rest];
}

/** The value with an extra put back where it stood. What is already there wins; a place that is gone takes nothing. */
export function weave(target: unknown, { path, value }: ExtraField): unknown {
  return weaveAt(target, path, value);
}

function weaveAt(target: unknown, [step, ...rest]: DocumentPath, value: unknown): unknown {
  if (step === undefined) return target;
  if (Array.isArray(target)) return weaveIntoList(target, step, { rest, value });
  if (!isPlainObject(target)) return target;
  const key = String(step);
  const present = Object.hasOwn(target, key);
  if (rest.length === 0) return present ? target : { ...target, [key]: value };
  // An object that was left out because it held only defaults may be made anew, a list may not.
  if (!present && (typeof rest[0] === 'number' || NAMED_LISTS.includes(key))) return target;
  return { ...target, [key]: weaveAt(present ? target[key] : {}, rest, value) };
}

function weaveIntoList(
  list: readonly unknown[],
  step: string | number,
  { rest, value }: { readonly rest: DocumentPath; readonly value: unknown },
): readonly unknown[] {
  const index = typeof step === 'number' ? step : list.findIndex((item) => isPlainObject(item) && isNamed(item, step));
  if (rest.length === 0 || index < 0 || index >= list.length) return list;
  return list.with(index, weaveAt(list[index], rest, value));
}

function isNamed(item: PlainObject, name: string): boolean {
  return typeof item.name === 'string' && item.name.trim().toLowerCase() === name;
}
