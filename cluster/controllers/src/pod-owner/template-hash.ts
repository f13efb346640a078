import { createHash } from 'node:crypto';

/** Letters and digits that form no words and no look-alikes. */
const SAFE_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * A short name for a template: equal for equal templates whatever the order of their keys. `collisionCount` gives
 * another name when the first is taken by a different template.
 */
export function templateHash(template: unknown, collisionCount = 0): string {
  const digest = createHash('sha256').update(canonicalJson(template)).update(`#${collisionCount}`).digest();
  return Array.from(digest.subarray(0, 10), (byte) => SAFE_ALPHABET[byte % SAFE_ALPHABET.length]).join('');
}

/** Equal for equal values: keys are in the order in which Kubernetes writes those of maps. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, nested: unknown) =>
    typeof nested === 'object' && nested !== null && !Array.isArray(nested)
      ? Object.fromEntries(Object.entries(nested).sort(([a], [b]) => (a < b ? -1 : 1)))
      : nested,
  );
}
