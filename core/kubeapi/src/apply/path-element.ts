import { isJsonArray, isJsonObject, type JsonValue } from '../object/index.ts';

/**
 * One step of a field path as FieldsV1 writes it: `f:name` (a field), `k:{"name":"a"}` (a list item by its keys),
 * `v:"a"` (a list item by its value), `i:0` (a list item by its place). Always canonical: equal steps are equal strings.
 */
export type PathElement = `${ElementKind}:${string}`;

type ElementKind = 'f' | 'k' | 'v' | 'i';

/** The order in which Kubernetes writes elements of different kinds. */
const KIND_ORDER = 'fkvi';

/** The element of a field or of a key of a map. */
export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** The element of an item of a set. */
export function valueElement(value: JsonValue): PathElement {
  return `v:${canonicalJson(value)}`;
}

/** The element of an item that has no keys to be known by. */
export function indexElement(index: number): PathElement {
  return `i:${index}`;
}

/** The element of an item of a keyed list. The keys must come in alphabetical order. */
export function keyElement(keys: readonly (readonly [name: string, value: JsonValue])[]): PathElement {
  let text = '';
  for (const [name, value] of keys) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(value)}`;
  return `k:{${text}}`;
}

/** The name of a field element; undefined for list items. */
export function fieldName(element: PathElement): string | undefined {
  return element.startsWith('f:') ? element.slice(2) : undefined;
}

/** Parses an element that a client wrote; undefined when it is of an unknown kind. Throws SyntaxError on bad JSON. */
export function parsePathElement(text: string): PathElement | undefined {
  if (text.startsWith('f:')) return fieldElement(text.slice(2));
  if (text.startsWith('k:')) return keyElement(parseKeys(text));
  if (text.startsWith('v:')) return valueElement(parseElementJson(text));
  if (!text.startsWith('i:')) return undefined;
  const index = Number(text.slice(2));
  if (!Number.isSafeInteger(index)) throw new SyntaxError(`the list index in ${text} is not a whole number`);
  return indexElement(index);
}

/** The element as error messages show it: `.name`, `[name="a"]`, `[="a"]`, `[0]`. */
export function formatPathElement(element: PathElement): string {
  const name = fieldName(element);
  if (name !== undefined) return `.${name}`;
  if (element.startsWith('v:')) return `[=${element.slice(2)}]`;
  if (element.startsWith('i:')) return `[${element.slice(2)}]`;
  const keys = parseKeys(element).map(([key, value]) => `${key}=${canonicalJson(value)}`);
  return `[${keys.join(',')}]`;
}

/** Sorts elements as Kubernetes does: fields by name, then items by keys, by value, by place. */
export function comparePathElements(a: PathElement, b: PathElement): number {
  if (a.startsWith('f:') && b.startsWith('f:')) return order(a, b);
  const rank = KIND_ORDER.indexOf(a.charAt(0)) - KIND_ORDER.indexOf(b.charAt(0));
  if (rank !== 0) return rank;
  return a.startsWith('k:')
    ? compareKeys(parseKeys(a), parseKeys(b))
    : compareScalars(parseElementJson(a), parseElementJson(b));
}

type Keys = readonly (readonly [string, JsonValue])[];

function compareKeys(a: Keys, b: Keys): number {
  for (const [index, [name, value]] of a.entries()) {
    const [otherName, otherValue] = b[index] ?? [];
    if (otherName === undefined || otherValue === undefined) return 1;
    const difference = order(name, otherName) || compareScalars(value, otherValue);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareScalars(a: JsonValue, b: JsonValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return order(canonicalJson(a), canonicalJson(b));
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function parseKeys(element: string): Keys {
  const value = parseElementJson(element);
  if (!isJsonObject(value)) throw new SyntaxError(`the keys in ${element} are not a JSON object`);
  return Object.entries(value).sort(([a], [b]) => order(a, b));
}

function parseElementJson(element: string): JsonValue {
  return JSON.parse(element.slice(2));
}

function canonicalJson(value: JsonValue): string {
  if (typeof value === 'string' || value === null) return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => order(a, b));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
