import { TerminalError } from '../errors.ts';
import { randomString } from '../ids.ts';
import type { Random } from '../random.ts';

/** A key of AES-256, and the name that seals made with it bear. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

const KEY_BYTES = 32;
const ID_LENGTH = 8;
const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LINE = /^([a-z0-9-]{1,32}) ([A-Za-z0-9+/]{43}=)$/;

/** A key nobody has had before. */
export function newSecretKey(random: Random): SecretKey {
  return { id: randomString(random, ID_LENGTH, ID_ALPHABET), bytes: random.bytes(KEY_BYTES) };
}

/** Reads a key file: one key per line, its id and its 32 bytes as base64; the first is the one that seals. */
export function readSecretKeys(text: string, where: string): readonly SecretKey[] {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.flatMap((line, index): readonly SecretKey[] => {
    if (line === '' || line.startsWith('#')) return [];
    const [, id, encoded] = LINE.exec(line) ?? [];
    if (id === undefined || encoded === undefined) throw broken(where, `line ${index + 1} is not a key`);
    return [{ id, bytes: Buffer.from(encoded, 'base64') }];
  });
  if (keys.length === 0) throw broken(where, 'it holds no key');
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw broken(where, 'two of its keys have one id');
  return keys;
}

/** What a key file with these keys says. */
export function secretKeysText(keys: readonly SecretKey[]): string {
  const lines = keys.map(({ id, bytes }) => `${id} ${Buffer.from(bytes).toString('base64')}`);
  return ['# Keys of the secrets in the database: the first seals, the others still open.', ...lines, ''].join('\n');
}

function broken(where: string, what: string): TerminalError {
  return new TerminalError(
    `${where} is not a file of secret keys: ${what}; put the file in place that this database was used with`,
    { code: 'SECRET_KEYS_UNREADABLE' },
  );
}
