import type { ErrorName } from '@kubemin/client';
import { Refusal } from './refusal.ts';

/** What is looked at, and how deep it may be. */
export interface ValueBounds {
  readonly what: string;
  readonly levels: number;
}

/** No request of the contract is half as deep; what is much deeper would exhaust the stack of whoever walks it. */
const REQUEST: ValueBounds = { what: 'the request', levels: 64 };

/**
 * Refuses a value that no service could keep: one that is nested beyond reason, or has a text with a zero character,
 * which neither every database nor Kubernetes can hold. Not recursive, as the value comes from outside.
 */
export function refuseUnfit(value: unknown, error: ErrorName, bounds = REQUEST): void {
  const waiting: { readonly value: unknown; readonly level: number }[] = [{ value, level: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, level } = next;
    if (typeof value === 'string') refuseZero(value, error, bounds);
    if (typeof value !== 'object' || value === null) continue;
    if (level === bounds.levels) {
      throw new Refusal(error, `${bounds.what} is nested deeper than ${bounds.levels} levels; flatten it`);
    }
    for (const [key, inner] of Object.entries(value)) {
      refuseZero(key, error, bounds);
      waiting.push({ value: inner, level: level + 1 });
    }
  }
}

function refuseZero(text: string, error: ErrorName, { what }: ValueBounds): void {
  if (text.includes('\0')) {
    throw new Refusal(error, `${what} has a text with a zero character (\\u0000), which cannot be stored; remove it`);
  }
}
