import { createHash, type Hash } from 'node:crypto';
import { registryMessages } from '../messages/index.ts';
import { RegistryError } from './registry-error.ts';

/** What content is found by: `sha256:…` or `sha512:…`, in lower case. */
export interface Digest {
  readonly text: string;
  readonly algorithm: string;
  readonly hex: string;
}

const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha512', 128],
]);

/** Throws a RegistryError `DIGEST_INVALID`. */
export function parseDigest(text: string): Digest {
  const [algorithm = '', hex = '', ...more] = text.split(':');
  if (more.length > 0 || LENGTHS.get(algorithm) !== hex.length || !/^[0-9a-f]+$/.test(hex)) {
    throw new RegistryError('DIGEST_INVALID', registryMessages.digestInvalid({ digest: text.slice(0, 200) }));
  }
  return { text, algorithm, hex };
}

export function newHash({ algorithm }: Pick<Digest, 'algorithm'>): Hash {
  return createHash(algorithm);
}

/** The digest of bytes, by the algorithm of another one. */
export function computeDigest(bytes: Uint8Array, algorithm = 'sha256'): Digest {
  return parseDigest(`${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`);
}
