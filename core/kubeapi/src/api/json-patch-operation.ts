import { isJsonObject, isJsonValue, type JsonObject, type JsonValue } from '../object/index.ts';
import { PatchError } from './patch-error.ts';

/** One step of an RFC 6902 patch. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string };

/** What Kubernetes accepts in one patch. */
export const MAX_JSON_PATCH_OPERATIONS = 10_000;

/** Checks the shape of a patch; whether it applies shows only against a document. */
export function parseJsonPatch(patch: unknown): readonly JsonPatchOperation[] {
  if (!Array.isArray(patch)) throw new PatchError('a JSON patch is a list of operations');
  if (patch.length > MAX_JSON_PATCH_OPERATIONS) {
    throw new PatchError(
      `The allowed maximum operations in a JSON patch is ${MAX_JSON_PATCH_OPERATIONS}, got ${patch.length}`,
      'PATCH_TOO_LARGE',
    );
  }
  return patch.map((entry: unknown, index) => parseOperation(entry, index));
}

function parseOperation(entry: unknown, index: number): JsonPatchOperation {
  const where = `JSON patch operation ${index}`;
  if (!isJsonObject(entry)) throw new PatchError(`${where} is not an object`);
  const { op } = entry;
  const path = text(entry, 'path', where);
  switch (op) {
    case 'add':
    case 'replace':
    case 'test':
      if (!isJsonValue(entry.value)) throw new PatchError(`${where} (${op} ${path}) has no "value"`);
      return { op, path, value: entry.value };
    case 'remove':
      return { op, path };
    case 'move':
    case 'copy':
      return { op, path, from: text(entry, 'from', `${where} (${op} ${path})`) };
    default:
      throw new PatchError(
        `${where} has the unknown op ${JSON.stringify(op)}: use add, remove, replace, move, copy or test`,
      );
  }
}

function text(entry: JsonObject, key: string, where: string): string {
  const value = entry[key];
  if (typeof value !== 'string') throw new PatchError(`${where} has no "${key}" of type string`);
  return value;
}
