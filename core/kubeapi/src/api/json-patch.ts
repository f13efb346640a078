import {
  deepEqual,
  isJsonArray,
  isJsonObject,
  isJsonValue,
  type JsonObject,
  type JsonValue,
  ownValue,
} from '../object/index.ts';
import { type JsonPatchOperation, parseJsonPatch } from './json-patch-operation.ts';
import { PatchError } from './patch-error.ts';

/** Copies can double a document again and again; Kubernetes stops where a request body would have to stop. */
const MAX_COPIED_BYTES = 3 * 1024 * 1024;

/**
 * Applies an RFC 6902 patch, all of it or none. Neither argument is changed; the result shares what stayed the same
 * with the document, and new values with the patch.
 */
export function applyJsonPatch(document: unknown, patch: unknown): JsonValue {
  if (!isJsonValue(document)) throw new PatchError('the document to patch is not JSON');
  const budget = { bytes: MAX_COPIED_BYTES };
  let result: JsonValue = document;
  for (const [index, operation] of parseJsonPatch(patch).entries()) {
    try {
      result = applyOperation(result, operation, budget);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      const where = `JSON patch operation ${index} (${operation.op} ${operation.path})`;
      throw new PatchError(`${where}: ${error.message}`, error.code);
    }
  }
  return result;
}

interface Budget {
  bytes: number;
}

function applyOperation(document: JsonValue, operation: JsonPatchOperation, budget: Budget): JsonValue {
  const path = parsePointer(operation.path);
  switch (operation.op) {
    case 'add':
      return add(document, path, operation.value);
    case 'remove':
      return remove(document, path);
    case 'replace':
      return replace(document, path, operation.value);
    case 'test':
      return test(document, path, operation.value);
    case 'move':
      return move(document, operation.from, operation.path);
    case 'copy':
      return add(document, path, spendCopyBudget(requireValue(document, operation.from), budget));
  }
}

function add(document: JsonValue, path: readonly string[], value: JsonValue): JsonValue {
  return editAt(document, path, {
    whole: () => value,
    list: (list, key) => list.toSpliced(key === '-' ? list.length : parseIndex(list, key, list.length), 0, value),
    object: (object, key) => ({ ...object, [key]: value }),
  });
}

function remove(document: JsonValue, path: readonly string[]): JsonValue {
  return editAt(document, path, {
    whole: () => {
      throw new PatchError('the whole document cannot be removed');
    },
    list: (list, key) => list.toSpliced(parseIndex(list, key, list.length - 1), 1),
    object: (object, key) => {
      requireKey(object, key);
      return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
    },
  });
}

function replace(document: JsonValue, path: readonly string[], value: JsonValue): JsonValue {
  return editAt(document, path, {
    whole: () => value,
    list: (list, key) => list.with(parseIndex(list, key, list.length - 1), value),
    object: (object, key) => {
      requireKey(object, key);
      return { ...object, [key]: value };
    },
  });
}

/** As in Kubernetes, testing for null also holds where there is no value: clients assert absence that way. */
function test(document: JsonValue, path: readonly string[], expected: JsonValue): JsonValue {
  const actual = valueAt(document, path) ?? null;
  if (deepEqual(actual, expected)) return document;
  throw new PatchError(`the value is ${excerpt(actual)}, not ${excerpt(expected)}`, 'PATCH_TEST_FAILED');
}

function move(document: JsonValue, from: string, to: string): JsonValue {
  if (to.startsWith(`${from}/`)) throw new PatchError(`"${from}" cannot be moved into itself`);
  const value = requireValue(document, from);
  return from === to ? document : add(remove(document, parsePointer(from)), parsePointer(to), value);
}

function requireValue(document: JsonValue, pointer: string): JsonValue {
  const value = valueAt(document, parsePointer(pointer));
  if (value === undefined) throw new PatchError(`there is no value at "${pointer}"`);
  return value;
}

function spendCopyBudget(value: JsonValue, budget: Budget): JsonValue {
  budget.bytes -= JSON.stringify(value).length;
  if (budget.bytes < 0)
    throw new PatchError(`the copies add up to more than ${MAX_COPIED_BYTES} bytes`, 'PATCH_TOO_LARGE');
  return value;
}

interface Edit {
  readonly whole: () => JsonValue;
  readonly list: (list: readonly JsonValue[], key: string) => JsonValue;
  readonly object: (object: JsonObject, key: string) => JsonValue;
}

/** A new document in which only the containers along the path are new. */
function editAt(value: JsonValue, path: readonly string[], change: Edit): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return change.whole();
  if (rest.length > 0) {
    const child = childAt(value, key);
    if (child === undefined) throw new PatchError(`there is no value at "${key}" on the way`);
    const changed = editAt(child, rest, change);
    return isJsonArray(value) ? value.with(Number(key), changed) : { ...requireObject(value), [key]: changed };
  }
  if (isJsonArray(value)) return change.list(value, key);
  return change.object(requireObject(value), key);
}

function requireObject(value: JsonValue): JsonObject {
  if (!isJsonObject(value))
    throw new PatchError(`${excerpt(value)} is neither an object nor a list: nothing can be inside`);
  return value;
}

function parseIndex(list: readonly JsonValue[], key: string, largest: number): number {
  if (!/^(0|[1-9]\d*)$/.test(key)) throw new PatchError(`"${key}" is not an index of a list`);
  if (Number(key) > largest) throw new PatchError(`index ${key} is outside the list, which has ${list.length} items`);
  return Number(key);
}

function requireKey(object: JsonObject, key: string): void {
  if (!Object.hasOwn(object, key)) throw new PatchError(`there is no "${key}"`);
}

function excerpt(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Reads an RFC 6901 pointer into its keys; '' is the whole document. */
function parsePointer(text: string): readonly string[] {
  if (text === '') return [];
  if (!text.startsWith('/')) throw new PatchError(`the path "${text}" does not start with "/"`);
  if (/~(?![01])/.test(text)) throw new PatchError(`the path "${text}" has a "~" that is neither "~0" nor "~1"`);
  return text
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The child under a key, undefined when there is none. */
function childAt(container: JsonValue, key: string): JsonValue | undefined {
  if (isJsonArray(container)) return /^(0|[1-9]\d*)$/.test(key) ? container[Number(key)] : undefined;
  return isJsonObject(container) ? ownValue(container, key) : undefined;
}

/** The value a pointer leads to, undefined when it leads nowhere. */
function valueAt(document: JsonValue, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const key of keys) {
    if (value === undefined) return undefined;
    value = childAt(value, key);
  }
  return value;
}
