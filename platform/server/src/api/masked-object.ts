import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { SECRET_MASK, secretsIn } from '@kubemin/model';

/** What stands for a value that differs from the one it is shown beside: that it changed may be seen, and nothing more. */
export const CHANGED_MASK = `${SECRET_MASK} (changed)`;

const DATA_FIELDS = ['data', 'stringData'];

/** An object without what a Secret holds. Beside `other`, values that differ have another mask. */
export function maskedObject(object: JsonObject, other?: JsonObject): JsonObject {
  if (object.kind !== 'Secret') return object;
  const masked = DATA_FIELDS.flatMap((field): [string, JsonObject][] => {
    const values = object[field];
    return isJsonObject(values) ? [[field, maskedValues(values, other?.[field])]] : [];
  });
  return { ...object, ...Object.fromEntries(masked) };
}

/** The secret values an object of the cluster seems to hold: what was delivered there once is in no document any more. */
export function objectSecrets(object: JsonObject): readonly string[] {
  if (object.kind !== 'Secret') return secretsIn(object);
  return DATA_FIELDS.flatMap((field) => Object.values(asObject(object[field])).map(String)).flatMap((value) => [
    value,
    Buffer.from(value, 'base64').toString('utf8'),
  ]);
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function maskedValues(values: JsonObject, other: JsonValue | undefined): JsonObject {
  const beside = asObject(other);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const differs = Object.hasOwn(beside, key) && beside[key] !== value;
      return [key, differs ? CHANGED_MASK : SECRET_MASK];
    }),
  );
}
