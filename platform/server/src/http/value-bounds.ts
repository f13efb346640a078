import type { ErrorName } from '@kubemin/client';
import { Refusal } from './refusal.ts';

/** No request of the contract is half as deep; what is much deeper would exhaust the stack of whoever walks it. */
const MOST_LEVELS = 64;

/**
 * Refuses a value that no service could keep: one that is nested beyond reason, or has a text with a zero character,
 * which neither every database nor Kubernetes can hold. Not recursive, as the value comes from outside.
 */
export function refuseUnfit(value: unknown, error: ErrorName): void {
  const waiting: { readonly value: unknown; readonly level: number }[] = [{ value, level: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, level } = next;
    if (typeof value === 'string') refuseZero(value, error);
    if (typeof value !== 'object' || value === null) continue;
    if (level === MOST_LEVELS) {
      throw new Refusal(error, `the request is nested deeper than ${MOST_LEVELS} levels; flatten it`);
    }
    for (const [key, inner] of Object.entries(value)) {
      refuseZero(key, error);
      waiting.push({ value: inner, level: level + 1 });
    }
  }
}

function refuseZero(text: string, error: ErrorName): void {
  if (text.includes('\0')) {
    throw new Refusal(
      error,
      'the request has a text with a zero character (\\u0000), which cannot be stored; remove it',
    );
  }
}
