import { TerminalError } from '@kubemin/base';
import { encryptionMessages } from '../../messages/index.ts';
import type { StoredValue, ValueCodec } from '../value-codec.ts';

/** What every encrypted value begins with, as in Kubernetes. */
export const ENCRYPTED = Buffer.from('k8s:enc:');

const ROOT = '/registry/';

/** Encrypts and decrypts with one kind of cipher and its keys. */
export interface EncryptionProvider {
  /** What values begin with that it can try to decrypt; undefined for the provider that encrypts nothing. */
  readonly mark: string | undefined;
  /** What values begin with that it writes now; a getter where keys may change. */
  readonly writeMark: string | undefined;
  /** `context` is authenticated where the cipher can: a value of one object does not decrypt as that of another. */
  encrypt(value: Uint8Array, context: string): Uint8Array;
  /** Throws, naming the key, where it cannot. */
  decrypt(stored: Uint8Array, context: string): Uint8Array;
}

/** Which collections are encrypted, and how: the first provider writes, all read. */
export interface EncryptionRule {
  readonly providers: readonly [EncryptionProvider, ...EncryptionProvider[]];
  readonly patterns: readonly string[];
  matches(collection: string): boolean;
}

/** The values of some collections encrypted; the first rule that matches counts. */
export class EncryptingCodec implements ValueCodec {
  readonly patterns: readonly string[];
  readonly writesClear: boolean;
  readonly #rules: readonly EncryptionRule[];
  readonly #where: string;
  readonly #known = new Map<string, EncryptionRule | undefined>();

  /** `where` names the keys in messages. */
  constructor(rules: readonly EncryptionRule[], where: string) {
    this.#rules = rules;
    this.#where = where;
    this.writesClear = rules.some(({ providers }) => providers[0].mark === undefined);
    this.patterns = [...new Set(rules.flatMap((rule) => rule.patterns))];
  }

  covers(key: string): boolean {
    return this.#rule(key) !== undefined;
  }

  encode(key: string, value: Uint8Array): Uint8Array {
    const rule = this.#rule(key);
    return rule === undefined ? value : rule.providers[0].encrypt(value, key);
  }

  decode(key: string, stored: Uint8Array): Uint8Array {
    if (!isEncrypted(stored)) return stored;
    const own = this.#rule(key)?.providers ?? [];
    // A resource that is no longer listed is still read with the keys of the others.
    const providers = [...own, ...this.#rules.flatMap((rule) => rule.providers)];
    const provider = providers.find(({ mark }) => mark !== undefined && startsWith(stored, mark));
    if (provider !== undefined) return provider.decrypt(stored, key);
    throw new TerminalError(encryptionMessages.unknownKey({ object: key, ...readMark(stored), where: this.#where }), {
      code: 'ENCRYPTION_KEY_UNKNOWN',
    });
  }

  inspect(key: string, head: Uint8Array): StoredValue {
    const mark = this.#rule(key)?.providers[0].writeMark;
    if (!isEncrypted(head)) return { form: mark === undefined ? 'current' : 'clear', encodedBy: undefined };
    if (mark !== undefined && startsWith(head, mark)) return { form: 'current', encodedBy: mark };
    const { key: keyName, provider } = readMark(head);
    return { form: 'old', encodedBy: `key ${keyName} of provider ${provider}` };
  }

  #rule(key: string): EncryptionRule | undefined {
    if (!key.startsWith(ROOT)) return undefined;
    const collection = key.slice(ROOT.length, key.indexOf('/', ROOT.length));
    if (!this.#known.has(collection)) {
      this.#known.set(
        collection,
        this.#rules.find((rule) => rule.matches(collection)),
      );
    }
    return this.#known.get(collection);
  }
}

function isEncrypted(stored: Uint8Array): boolean {
  return startsWith(stored, ENCRYPTED);
}

function startsWith(bytes: Uint8Array, mark: string | Uint8Array): boolean {
  // Marks are ASCII. Called for every value that is loaded: nothing is copied.
  for (let index = 0; index < mark.length; index += 1) {
    const expected = typeof mark === 'string' ? mark.charCodeAt(index) : mark[index];
    if (bytes[index] !== expected) return false;
  }
  return true;
}

/** `k8s:enc:aescbc:v1:key1:` as `key key1 of aescbc`. */
function readMark(stored: Uint8Array): { readonly provider: string; readonly key: string } {
  const [, , provider = '?', , key = '?'] = Buffer.from(stored.subarray(0, 300)).toString('latin1').split(':');
  return { provider, key };
}
