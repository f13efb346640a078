import { hash } from 'node:crypto';

/**
 * A number from 0 to just below 1 that looks drawn at random and is a function of its parts: the fate of a stored pod is
 * the same whenever, and by whichever process, it is asked for.
 */
export function chance(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hash('sha256', JSON.stringify(parts)).slice(0, 8), 16) / 2 ** 32;
}
