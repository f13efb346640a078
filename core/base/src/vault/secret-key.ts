import { type Random, randomString } from '../basics/index.ts';
import { type Message, TerminalError } from '../message/index.ts';
import { vaultMessages } from '../messages/index.ts';

/** A key of AES-256, and the name that seals made with it bear. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

const KEY_BYTES = 32;
const ID_LENGTH = 8;
const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LINE = /^([a-z0-9-]{1,32}) ([A-Za-z0-9+/]{43}=)$/;

/** A new random key. */
export function newSecretKey(random: Random): SecretKey {
  return { id: randomString(random, ID_LENGTH, ID_ALPHABET), bytes: random.bytes(KEY_BYTES) };
}

/** Reads a key file: one key per line, its id and its 32 bytes as base64; the first is the one that seals. */
export function readSecretKeys(text: string, where: string): readonly SecretKey[] {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.flatMap((line, index): readonly SecretKey[] => {
    if (line === '' || line.startsWith('#')) return [];
    const [, id, encoded] = LINE.exec(line) ?? [];
    if (id === undefined || encoded === undefined)
      throw keyFileError(where, vaultMessages.invalidLine({ line: index + 1 }));
    return [{ id, bytes: Buffer.from(encoded, 'base64') }];
  });
  if (keys.length === 0) throw keyFileError(where, vaultMessages.noKey);
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw keyFileError(where, vaultMessages.duplicateId);
  return keys;
}

/** The content of a key file with these keys. */
export function secretKeysText(keys: readonly SecretKey[]): string {
  const lines = keys.map(({ id, bytes }) => `${id} ${Buffer.from(bytes).toString('base64')}`);
  return ['# Keys of the secrets in the database: the first seals, the others still open.', ...lines, ''].join('\n');
}

function keyFileError(where: string, what: Message): TerminalError {
  return new TerminalError(vaultMessages.invalidFile({ file: where, problem: what }), {
    code: 'SECRET_KEYS_UNREADABLE',
  });
}
