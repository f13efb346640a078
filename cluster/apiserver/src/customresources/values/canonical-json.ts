import { isJsonArray, isJsonObject, type JsonValue } from '@kubemin/kubeapi';

/** One text per value: equal values have equal texts, whatever the order of their keys. */
export function canonicalJson(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const item = value[key];
      return item === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(item)}`];
    });
  return `{${entries.join(',')}}`;
}
