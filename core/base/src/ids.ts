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

/** The platform's own ids (applications, workflows, tasks): 24 characters of [a-z0-9]. */
export function randomId(random: Random): string {
  return randomString(random, 24, ID_ALPHABET);
}
