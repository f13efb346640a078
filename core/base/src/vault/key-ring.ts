import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { TerminalError } from '../errors.ts';
import type { Random } from '../random.ts';
import type { SecretKey } from './secret-key.ts';
import type { Vault } from './vault.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MARK = 'sealed.v1:';
const SEAL = /^sealed\.v1:([a-z0-9-]{1,32}):([A-Za-z0-9_-]+)$/;

/** How every text begins that the key seals. */
export function sealMark(keyId: string): string {
  return `${MARK}${keyId}:`;
}

/** Which key sealed a text; undefined when it is not sealed. */
export function sealedBy(text: string): string | undefined {
  return text.startsWith(MARK) ? SEAL.exec(text)?.[1] : undefined;
}

/** AES-256-GCM with several keys: the first seals, each opens what it sealed. A seal names its key and cannot be altered. */
export class KeyRing implements Vault {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #current: { readonly id: string; readonly key: KeyObject };
  readonly #random: Random;
  readonly #where: string;

  /** `where` tells people where the keys come from. */
  constructor(keys: readonly SecretKey[], options: { readonly random: Random; readonly where: string }) {
    const made = keys.map(({ id, bytes }) => ({ id, key: createSecretKey(bytes) }));
    const [current] = made;
    if (current === undefined) throw new TerminalError('a key ring needs a key', { code: 'SECRET_KEYS_UNREADABLE' });
    this.#current = current;
    this.#keys = new Map(made.map(({ id, key }) => [id, key]));
    this.#random = options.random;
    this.#where = options.where;
  }

  /** The id of the key that seals. */
  get currentId(): string {
    return this.#current.id;
  }

  has(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  seal(text: string): string {
    const { id, key } = this.#current;
    const mark = sealMark(id);
    const nonce = this.#random.bytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(mark));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${mark}${sealed.toString('base64url')}`;
  }

  open(text: string): string {
    if (!text.startsWith(MARK)) return text;
    const [, id = '', encoded = ''] = SEAL.exec(text) ?? [];
    const key = this.#keys.get(id);
    if (key === undefined) throw this.#unknown(id);
    const bytes = Buffer.from(encoded, 'base64url');
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(sealMark(id)));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new TerminalError(
        `a sealed text of the database does not open with key ${id} of ${this.#where}: the key is another one of that ` +
          'name, or the text was altered; put the key file in place that this database was used with',
        { code: 'SEAL_BROKEN', cause },
      );
    }
  }

  #unknown(id: string): TerminalError {
    const known = [...this.#keys.keys()].join(', ');
    return new TerminalError(
      `the database holds texts sealed with key ${id === '' ? '(unreadable)' : id}, which ${this.#where} does not ` +
        `have (it has ${known}); put the key file in place that this database was used with (--secret-key-file)`,
      { code: 'SECRET_KEY_UNKNOWN' },
    );
  }
}
