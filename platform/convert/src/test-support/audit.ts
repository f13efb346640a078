import { formatPath } from '@kubemin/model';
import { parseAllDocuments } from 'yaml';
import type { Imported } from '../import/imported.ts';

interface Leaf {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** All scalars of a text, with their paths as converters write them. */
export function documentLeaves(text: string): readonly Leaf[] {
  const documents = parseDocuments(text);
  return documents.length === 1 ? walk(documents[0], []) : walk(documents, []);
}

/** Whether the list has a scalar as dropped, alone or with its parents. */
export function isListed(leaf: Leaf, { notCarried }: Imported): boolean {
  const dropped = notCarried.filter(({ how }) => how === 'dropped');
  const above = [...leaf.path, ''].map((_, index) => formatPath(leaf.path.slice(0, index)));
  return dropped.some(({ path }) => path === formatPath(leaf.path) || above.includes(path));
}

/**
 * Scalars that are not listed although changing them changes nothing: lost in silence. `ignored` matches the paths
 * of those that mean nothing by definition.
 */
export function lostLeaves(text: string, convert: (text: string) => Imported, ignored: RegExp) {
  const before = JSON.stringify(convert(text));
  const imported = convert(text);
  const documents = parseDocuments(text);
  return documentLeaves(text)
    .filter((leaf) => !isListed(leaf, imported))
    .filter((leaf) => !ignored.test(formatPath(leaf.path)))
    .filter((leaf) => outcome(() => convert(changed(documents, leaf))) === before)
    .map((leaf) => formatPath(leaf.path));
}

function outcome(convert: () => Imported): string {
  try {
    return JSON.stringify(convert());
  } catch (thrown) {
    return String(thrown);
  }
}

/** JSON is YAML, and written and read faster. */
function changed(parsed: readonly unknown[], { path, value }: Leaf): string {
  const documents = structuredClone(parsed);
  const root: unknown = documents.length === 1 ? documents[0] : documents;
  const parent = path.slice(0, -1).reduce<unknown>((at, step) => (isRecord(at) ? at[String(step)] : undefined), root);
  const last = path.at(-1);
  if (isRecord(parent) && last !== undefined) parent[String(last)] = other(value);
  return documents.map((document) => JSON.stringify(document)).join('\n---\n');
}

function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  const text = String(value);
  return /\d$/.test(text) ? `${text.slice(0, -1)}${(Number(text.at(-1)) + 1) % 10}` : `${text}z`;
}

function parseDocuments(text: string): readonly unknown[] {
  return parseAllDocuments(text, { merge: true }).flatMap((document): readonly unknown[] => {
    const value: unknown = document.toJS();
    return value === null ? [] : [value];
  });
}

function walk(value: unknown, path: Leaf['path']): readonly Leaf[] {
  if (isRecord(value)) {
    const key = (name: string) => (Array.isArray(value) ? Number(name) : name);
    return Object.entries(value).flatMap(([name, child]) => walk(child, [...path, key(name)]));
  }
  return value === null || value === undefined ? [] : [{ path, value }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
