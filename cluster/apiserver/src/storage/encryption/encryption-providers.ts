import { type CipherGCMTypes, createCipheriv, createDecipheriv } from 'node:crypto';
import { type Random, TerminalError } from '@kubemin/base';
import type { ReloadingVault } from '@kubemin/base/vault';
import { encryptionMessages } from '../../messages/index.ts';
import type { EncryptionProvider } from './encrypting-codec.ts';

/** A key as an EncryptionConfiguration names it. */
export interface NamedKey {
  readonly name: string;
  readonly secret: Uint8Array;
}

export interface CipherProviderOptions {
  readonly keys: readonly [NamedKey, ...NamedKey[]];
  readonly random: Random;
  /** Names the keys in messages. */
  readonly where: string;
}

/** Stores values as they are. */
export const identityProvider: EncryptionProvider = {
  mark: undefined,
  writeMark: undefined,
  encrypt: (value) => value,
  decrypt: (stored) => stored,
};

/** The keys of the product's own key file. */
export function vaultProvider(vault: Pick<ReloadingVault, 'sealBytes' | 'openBytes' | 'byteMark'>): EncryptionProvider {
  return {
    mark: 'k8s:enc:kubemin:v1:',
    get writeMark() {
      return vault.byteMark;
    },
    encrypt: (value, context) => vault.sealBytes(value, context),
    decrypt: (stored, context) => vault.openBytes(stored, context),
  };
}

interface Cipher {
  readonly name: string;
  seal(key: NamedKey, value: Uint8Array, context: string): Buffer;
  open(key: NamedKey, sealed: Buffer, context: string): Buffer;
}

const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const BLOCK_BYTES = 16;

/** AES-GCM in the format of Kubernetes: nonce, ciphertext, tag; the key of the object is authenticated. */
export function aesgcmProvider(options: CipherProviderOptions): EncryptionProvider {
  return cipherProvider(options, {
    name: 'aesgcm',
    seal: (key, value, context) => {
      const nonce = options.random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(gcmAlgorithm(key), key.secret, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
    },
    open: (key, sealed, context) => {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(gcmAlgorithm(key), key.secret, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  });
}

/** AES-CBC with PKCS#7 in the format of Kubernetes: initialisation vector, ciphertext. Alterations may go unnoticed. */
export function aescbcProvider(options: CipherProviderOptions): EncryptionProvider {
  return cipherProvider(options, {
    name: 'aescbc',
    seal: (key, value) => {
      const vector = options.random.bytes(BLOCK_BYTES);
      const cipher = createCipheriv(`aes-${bits(key)}-cbc`, key.secret, vector);
      return Buffer.concat([vector, cipher.update(value), cipher.final()]);
    },
    open: (key, sealed) => {
      const decipher = createDecipheriv(`aes-${bits(key)}-cbc`, key.secret, sealed.subarray(0, BLOCK_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(BLOCK_BYTES)), decipher.final()]);
    },
  });
}

function cipherProvider({ keys, where }: CipherProviderOptions, cipher: Cipher): EncryptionProvider {
  const mark = `k8s:enc:${cipher.name}:v1:`;
  const [current] = keys;
  const writeMark = `${mark}${current.name}:`;
  return {
    mark,
    writeMark,
    encrypt: (value, context) => Buffer.concat([Buffer.from(writeMark), cipher.seal(current, value, context)]),
    decrypt: (stored, context) => {
      const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
      const name = bytes.subarray(mark.length, bytes.indexOf(':', mark.length)).toString();
      const key = keys.find((each) => each.name === name);
      if (key === undefined)
        throw new TerminalError(
          encryptionMessages.unknownKey({ object: context, key: name, provider: cipher.name, where }),
          { code: 'ENCRYPTION_KEY_UNKNOWN' },
        );
      try {
        return cipher.open(key, bytes.subarray(mark.length + Buffer.byteLength(name) + 1), context);
      } catch (cause) {
        throw new TerminalError(
          encryptionMessages.wrongKey({ object: context, key: name, provider: cipher.name, where }),
          { code: 'ENCRYPTION_KEY_WRONG', cause },
        );
      }
    },
  };
}

function gcmAlgorithm({ secret }: NamedKey): CipherGCMTypes {
  if (secret.byteLength === 16) return 'aes-128-gcm';
  return secret.byteLength === 24 ? 'aes-192-gcm' : 'aes-256-gcm';
}

function bits({ secret }: NamedKey): number {
  return secret.byteLength * 8;
}
