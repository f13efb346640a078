import { type Random, randomString } from '@kubemin/base';

const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_NAME = 63;

/**
 * `base-xxxxx`, as the API server would generate it. Made by the client where it has to know the name before it sends
 * the request: only then can it recognise the object when the watch is faster than the answer.
 */
export function generatedName(base: string, random: Random): string {
  const prefix = base.slice(0, MAX_NAME - SUFFIX_LENGTH - 1);
  return `${prefix}-${randomString(random, SUFFIX_LENGTH, SUFFIX_ALPHABET)}`;
}
