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

/** Neither vowels, which make words, nor characters that look like others; `y` counts as a vowel, `l` and `o` look like digits. */
const SHORT_LETTERS = 'bcdfghjkmnpqrstvwxz';
const SHORT_ALPHABET = `${SHORT_LETTERS}23456789`;
const SHORT_LENGTH = 8;

/**
 * An id that people read and type, as in the names of Kubernetes objects: 8 characters, the first a letter, so that it is
 * a DNS label and no number in YAML. Too short to be unique by chance alone: the store needs a unique constraint and draws again on a collision.
 */
export function shortId(random: Random): string {
  return `${randomString(random, 1, SHORT_LETTERS)}${randomString(random, SHORT_LENGTH - 1, SHORT_ALPHABET)}`;
}

/** The platform's own ids (users, workflows): 24 characters of [a-z0-9]. */
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
