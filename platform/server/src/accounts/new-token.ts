import { createHash } from 'node:crypto';
import { type Random, randomString } from '@kubemin/base';
import { TOKEN_PREFIX } from '@kubemin/client';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 43 characters of 62 hold a little more than 256 bits. */
const LENGTH = 43;

/** A token that nobody can guess, and what is stored of it. */
export function newToken(random: Random): { readonly token: string; readonly digest: string } {
  const token = `${TOKEN_PREFIX}${randomString(random, LENGTH, ALPHABET)}`;
  return { token, digest: tokenDigest(token).toString('hex') };
}

/** What a token is known by. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
