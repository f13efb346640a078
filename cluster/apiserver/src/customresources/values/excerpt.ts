import { isJsonArray, isJsonObject, type JsonValue } from '@kubemin/kubeapi';

const MAX_TEXT = 1000;
const MAX_PARTS = 100;

/** A value as a message shows it: messages repeat what users send, and must not grow with it. */
export function excerpt(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  return countParts(value, MAX_PARTS) > MAX_PARTS ? '…' : value;
}

/** How many values there are inside; stops counting soon after `limit`. */
function countParts(value: JsonValue, limit: number): number {
  const inside = isJsonArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  let parts = 1;
  for (const item of inside) {
    parts += countParts(item, limit - parts);
    if (parts > limit) break;
  }
  return parts;
}
