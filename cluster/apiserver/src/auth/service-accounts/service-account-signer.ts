import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TerminalError, toError } from '@kubemin/base';
import type { JWK, JWTPayload } from 'jose';

const ALGORITHM = 'ES256';
const KEY_FILE = 'service-account.key';

/** Signs tokens and knows its own signature. */
export interface ServiceAccountSigner {
  sign(claims: JWTPayload): Promise<string>;
  /** The claims of a token with a good signature; throws for any other. Times and issuer are the caller's to check. */
  verify(token: string): Promise<JWTPayload>;
  /** What others need to verify: the public key only. */
  readonly keys: readonly JWK[];
}

/** The signer whose key is in the directory (mode 0600); made at the first call. */
export async function loadServiceAccountSigner(options: { readonly directory: string }): Promise<ServiceAccountSigner> {
  // Loaded on demand: servers without service-account tokens do not pay for it.
  const { calculateJwkThumbprint, compactVerify, exportJWK, SignJWT } = await import('jose');
  const privateKey = await loadKey(options.directory);
  const publicKey = createPublicKey(privateKey);
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return {
    keys: [{ ...jwk, kid, alg: ALGORITHM, use: 'sig' }],
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid }).sign(privateKey),
    verify: async (token) => {
      const { payload } = await compactVerify(token, publicKey, { algorithms: [ALGORITHM] });
      const claims: JWTPayload = JSON.parse(Buffer.from(payload).toString());
      return claims;
    },
  };
}

async function loadKey(directory: string): Promise<KeyObject> {
  const path = join(directory, KEY_FILE);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    return await readKey(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  try {
    await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    return privateKey;
  } catch (error) {
    // Another server on the same directory was faster: its key is the key.
    if (codeOf(error) === 'EEXIST') return readKey(path);
    throw new TerminalError(`cannot write ${path}: check that the directory is writable`, {
      code: 'SERVICE_ACCOUNT_KEY_NOT_WRITABLE',
      cause: error,
    });
  }
}

async function readKey(path: string): Promise<KeyObject> {
  const text = await readFile(path, 'utf8');
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) await chmod(path, 0o600);
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a P-256 key');
    return key;
  } catch (error) {
    const why = toError(error).message;
    // Never replaced silently: every token that is out there was signed with it.
    throw new TerminalError(
      `${path} is not a private key for ${ALGORITHM} (${why}): restore it, or remove it to start over`,
      {
        code: 'SERVICE_ACCOUNT_KEY_INVALID',
        cause: error,
      },
    );
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
