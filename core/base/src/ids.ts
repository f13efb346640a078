import type { Random } from './random.ts';

const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A random string over `alphabet`. Bytes that would favour some characters are thrown away, so every character is equally likely. */
export function randomString(random: Random, length: number, alphabet: string): string {
  const fair = 256 - (256 % alphabet.length);
  let out = '';
  while (out.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < fair && out.length < length) out += alphabet[byte % alphabet.length];
    }
  }
  return out;
}

const ID_LENGTH = 24;
/** Enough for milliseconds until the year 5188. */
const TIME_LENGTH = 9;

/** The platform's own ids (applications, workflows): 24 characters of [a-z0-9]. */
export function randomId(random: Random): string {
  return randomString(random, ID_LENGTH, ID_ALPHABET);
}

/**
 * An id of the same form that sorts by when it was made. For rows of which there are many: new ones are then neighbours
 * in every index, and a database writes few pages instead of one for each.
 */
export function orderedId(random: Random, now: number): string {
  const time = Math.max(0, Math.trunc(now)).toString(36).padStart(TIME_LENGTH, '0');
  return `${time}${randomString(random, ID_LENGTH - time.length, ID_ALPHABET)}`;
}
