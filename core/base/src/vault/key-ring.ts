import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import type { Random, Vault } from '../basics/index.ts';
import { ProgrammingError, TerminalError, verbatim } from '../message/index.ts';
import { vaultMessages } from '../messages/index.ts';
import type { SecretKey } from './secret-key.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MARK = 'sealed.v1:';
const SEAL = /^sealed\.v1:([a-z0-9-]{1,32}):([A-Za-z0-9_-]+)$/;

/** How every text begins that the key seals. */
export function sealMark(keyId: string): string {
  return `${MARK}${keyId}:`;
}

const BYTE_MARK = 'k8s:enc:kubemin:v1:';
const BYTE_SEAL = /^k8s:enc:kubemin:v1:([a-z0-9-]{1,32}):/;

/** Which key sealed bytes; undefined when they are not sealed. */
export function sealKeyIdInBytes(bytes: Uint8Array): string | undefined {
  return BYTE_SEAL.exec(Buffer.from(bytes.subarray(0, BYTE_MARK.length + 40)).toString('latin1'))?.[1];
}

/** Which key sealed a text; undefined when it is not sealed. */
export function sealKeyId(text: string): string | undefined {
  return text.startsWith(MARK) ? SEAL.exec(text)?.[1] : undefined;
}

/** AES-256-GCM with several keys: the first seals, each opens what it sealed. A seal names its key and cannot be altered. */
export class KeyRing implements Vault {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #current: { readonly id: string; readonly key: KeyObject };
  readonly #random: Random;
  readonly #where: string;

  /** `where` describes, for error messages, where the keys come from. */
  constructor(keys: readonly SecretKey[], options: { readonly random: Random; readonly where: string }) {
    const made = keys.map(({ id, bytes }) => ({ id, key: createSecretKey(bytes) }));
    const [current] = made;
    if (current === undefined) throw new ProgrammingError('a key ring needs a key', 'SECRET_KEYS_UNREADABLE');
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

  /** What all bytes begin with that the current key seals. */
  get byteMark(): string {
    return `${BYTE_MARK}${this.#current.id}:`;
  }

  seal(text: string): string {
    const mark = sealMark(this.#current.id);
    return `${mark}${this.#encrypt(Buffer.from(text), mark).toString('base64url')}`;
  }

  /** Seals bytes for one place, named by `context`: they do not open as those of another. */
  sealBytes(bytes: Uint8Array, context: string): Uint8Array {
    const mark = this.byteMark;
    return Buffer.concat([Buffer.from(mark), this.#encrypt(bytes, `${mark}${context}`)]);
  }

  /** Bytes that are not sealed are returned as they are. */
  openBytes(sealed: Uint8Array, context: string): Uint8Array {
    const id = sealKeyIdInBytes(sealed);
    if (id === undefined) return sealed;
    const mark = `${BYTE_MARK}${id}:`;
    return this.#decrypt(id, Buffer.from(sealed).subarray(mark.length), `${mark}${context}`);
  }

  open(text: string): string {
    if (!text.startsWith(MARK)) return text;
    const [, id = '', encoded = ''] = SEAL.exec(text) ?? [];
    return this.#decrypt(id, Buffer.from(encoded, 'base64url'), sealMark(id)).toString('utf8');
  }

  #encrypt(bytes: Uint8Array, authenticated: string): Buffer {
    const nonce = this.#random.bytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#current.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(authenticated));
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  #decrypt(id: string, bytes: Buffer, authenticated: string): Buffer {
    const key = this.#keys.get(id);
    if (key === undefined) throw this.#unknown(id);
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(authenticated));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([opened, decipher.final()]);
    } catch (cause) {
      throw new TerminalError(vaultMessages.wrongKey({ id, file: this.#where }), { code: 'SEAL_BROKEN', cause });
    }
  }

  #unknown(id: string): TerminalError {
    const known = [...this.#keys.keys()].join(', ');
    return new TerminalError(
      vaultMessages.unknownKey({
        id: id === '' ? vaultMessages.unreadable : verbatim(id),
        file: this.#where,
        known,
      }),
      { code: 'SECRET_KEY_UNKNOWN' },
    );
  }
}
