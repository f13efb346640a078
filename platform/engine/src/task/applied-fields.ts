import { TerminalError } from '@kubemin/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '@kubemin/kubeapi';
import { deliveryMessages } from '../messages/index.ts';

/** Holds which fields the last delivery set, so that the next can remove those that have gone from the document. */
export const LAST_APPLIED_ANNOTATION = 'kubemin.io/last-applied';

/**
 * The shape of an object: its keys, and the names of list entries, without the values. Removing a field needs no more,
 * and an annotation is no place for the values of a Secret.
 */
export function fieldShape(value: JsonValue, keepName = false): JsonValue {
  if (isJsonArray(value)) return value.map((entry) => fieldShape(entry, true));
  if (!isJsonObject(value)) return 0;
  const entries = Object.entries(value).map(([key, field]): readonly [string, JsonValue] => {
    if (keepName && key === 'name' && typeof field === 'string') return [key, field];
    // Entries such as claim templates have their name inside their metadata.
    return [key, fieldShape(field, keepName && key === 'metadata')];
  });
  return Object.fromEntries(entries);
}

/** The object as it is sent: with the shape of itself in an annotation. */
export function withAppliedFields<T extends KubeObject>(object: T): T {
  const annotations = {
    ...object.metadata.annotations,
    [LAST_APPLIED_ANNOTATION]: JSON.stringify(fieldShape(toJson(object))),
  };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** The shape an earlier delivery left; undefined when there is none or it is not readable, and then nothing is removed. */
export function appliedFields(object: KubeObject): JsonObject | undefined {
  const text = object.metadata.annotations?.[LAST_APPLIED_ANNOTATION];
  if (text === undefined) return undefined;
  try {
    const fields: unknown = JSON.parse(text);
    return isJsonObject(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

/** An object as plain JSON: typed objects may hold `undefined`, which JSON does not know. */
export function toJson(object: KubeObject): JsonObject {
  const value: unknown = JSON.parse(JSON.stringify(object));
  if (isJsonObject(value)) return value;
  throw new TerminalError(deliveryMessages.notJson({ kind: object.kind, name: object.metadata.name ?? '' }), {
    code: 'NOT_JSON',
  });
}
