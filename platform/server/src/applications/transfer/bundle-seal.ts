import { createCipheriv, createDecipheriv, createHash, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Random } from '@kubemin/base';
import type { SealedBundle } from '@kubemin/client';
import { ApiError } from '../../api/index.ts';
import { transferMessages } from '../../messages/index.ts';

const VERSION = 1;
const KIND = 'KubeMinBundle';
const ALGORITHM = 'aes-256-gcm';
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Part of version 1, and never read from a bundle: its author must not choose how much work opening it is. */
const COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
/** A bundle of a few kilobytes could unfold to fill the memory. */
const LARGEST_CONTENT_BYTES = 512 * 1024 * 1024;

type Sealing = Pick<SealedBundle, 'kind' | 'version' | 'salt' | 'nonce'>;

const compress = promisify(gzip);
const unfold = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

/** Makes a text unreadable without the passphrase, and tamper-evident with it. */
export async function sealBundle(text: string, passphrase: string, random: Random): Promise<SealedBundle> {
  const salt = Buffer.from(random.bytes(SALT_BYTES));
  const nonce = Buffer.from(random.bytes(NONCE_BYTES));
  const sealing: Sealing = {
    kind: KIND,
    version: VERSION,
    salt: salt.toString('base64'),
    nonce: nonce.toString('base64'),
  };
  const cipher = createCipheriv(ALGORITHM, await deriveKey(passphrase, salt), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(additional(sealing));
  const folded = await compress(Buffer.from(text, 'utf8'));
  const sealed = Buffer.concat([cipher.update(folded), cipher.final(), cipher.getAuthTag()]);
  const data = sealed.toString('base64');
  return { ...sealing, data, checksum: bundleChecksum({ ...sealing, data }) };
}

/** The text behind a seal. Refuses a bundle that is damaged or of another version, and a passphrase that is wrong. */
export async function openBundle(bundle: SealedBundle, passphrase: string): Promise<string> {
  if (bundle.version !== VERSION) {
    const { version } = bundle;
    throw new ApiError('BUNDLE_INVALID', transferMessages.wrongVersion({ version, supported: VERSION }));
  }
  const sealed = Buffer.from(bundle.data, 'base64');
  if (bundleChecksum(bundle) !== bundle.checksum || sealed.length < TAG_BYTES) {
    throw new ApiError('BUNDLE_INVALID', transferMessages.damaged);
  }
  const salt = Buffer.from(bundle.salt, 'base64');
  const nonce = Buffer.from(bundle.nonce, 'base64');
  const key = await deriveKey(passphrase, salt);
  return unfolded(opened({ sealed, nonce, key, sealing: bundle }));
}

async function unfolded(folded: Buffer): Promise<string> {
  try {
    return (await unfold(folded, { maxOutputLength: LARGEST_CONTENT_BYTES })).toString('utf8');
  } catch (cause) {
    const limit = LARGEST_CONTENT_BYTES / 1024 / 1024;
    throw new ApiError('BUNDLE_INVALID', transferMessages.tooLarge({ limit }), { cause });
  }
}

interface Opening {
  readonly sealed: Buffer;
  readonly nonce: Buffer;
  readonly key: Buffer;
  readonly sealing: Sealing;
}

function opened({ sealed, nonce, key, sealing }: Opening): Buffer {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(additional(sealing));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new ApiError('PASSPHRASE_WRONG', transferMessages.wrongPassphrase, { cause });
  }
}

function additional({ kind, version, salt, nonce }: Sealing): Buffer {
  return Buffer.from(JSON.stringify([kind, version, salt, nonce]));
}

function bundleChecksum({ data, ...sealing }: Sealing & Pick<SealedBundle, 'data'>): string {
  return createHash('sha256').update(additional(sealing)).update(data).digest('hex');
}

/** In a thread of its own: it takes a tenth of a second on purpose. Spellings of one letter are one passphrase. */
function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
