import type { JsonValue } from '@kubemin/kubeapi';

/** `Array.isArray` that keeps the entries' type. */
export function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
