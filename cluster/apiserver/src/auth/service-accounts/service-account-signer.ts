import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { chmod, link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TerminalError } from '@kubemin/base';
import { makeDirectory } from '@kubemin/base/machine';
import { errorMessage } from '@kubemin/base/message';
import type { JWTPayload } from 'jose';
import type { PathSource } from '../../handler/index.ts';
import { startMessages } from '../../messages/index.ts';
import { objectResponse } from '../../registry/index.ts';
import type { ServiceAccountTokens } from './service-account-tokens.ts';

const ALGORITHM = 'ES256';
const KEY_FILE = 'service-account.key';

/** A public key as a JWK. */
export interface PublicKey {
  readonly kty: string | undefined;
  readonly crv: string | undefined;
  readonly x: string | undefined;
  readonly y: string | undefined;
  readonly kid: string;
  readonly alg: string;
  readonly use: 'sig';
}

/** Signs tokens and knows its own signature. */
export interface ServiceAccountSigner {
  sign(claims: JWTPayload): Promise<string>;
  /** The claims of a token with a good signature; throws for any other. Times and issuer are the caller's to check. */
  verify(token: string): Promise<JWTPayload>;
  /** What others need to verify: the public key only. */
  readonly keys: readonly PublicKey[];
}

/** The signer whose key is in the directory (mode 0600); made at the first call. */
export async function loadServiceAccountSigner(options: { readonly directory: string }): Promise<ServiceAccountSigner> {
  const privateKey = await loadKey(options.directory);
  const publicKey = createPublicKey(privateKey);
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const jwk = { crv, kty, x, y };
  const kid = thumbprint(jwk);
  return {
    keys: [{ ...jwk, kid, alg: ALGORITHM, use: 'sig' }],
    // The library is loaded with the first token: a server without tokens does not pay for it.
    sign: async (claims) => {
      const { SignJWT } = await import('jose');
      return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid }).sign(privateKey);
    },
    verify: async (token) => {
      const { compactVerify } = await import('jose');
      const { payload } = await compactVerify(token, publicKey, { algorithms: [ALGORITHM] });
      const claims: JWTPayload = JSON.parse(Buffer.from(payload).toString());
      return claims;
    },
  };
}

/** RFC 7638: the members in the order of their names, which is the order they have here. */
function thumbprint(jwk: object): string {
  return createHash('sha256').update(JSON.stringify(jwk)).digest('base64url');
}

async function loadKey(directory: string): Promise<KeyObject> {
  const path = join(directory, KEY_FILE);
  await makeDirectory(directory, 0o700);
  try {
    return await readKey(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  try {
    await placeKey(path, privateKey);
    return privateKey;
  } catch (error) {
    // Another server on the same directory was faster: its key is the key.
    if (errorCode(error) === 'EEXIST') return readKey(path);
    throw new TerminalError(startMessages.keyNotWritable({ path }), {
      code: 'SERVICE_ACCOUNT_KEY_NOT_WRITABLE',
      cause: error,
    });
  }
}

/** Whole or not at all, whenever the process dies: what is half a key would have to be refused from then on. */
async function placeKey(path: string, key: KeyObject): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true });
    // Unlike a rename, a link never takes the place of another server's key.
    await link(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function readKey(path: string): Promise<KeyObject> {
  const text = await readFile(path, 'utf8');
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) await chmod(path, 0o600);
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
      throw new TerminalError(startMessages.otherCurve, { code: 'SERVICE_ACCOUNT_KEY_INVALID' });
    return key;
  } catch (error) {
    // Never replaced silently: every token that is out there was signed with it.
    throw new TerminalError(startMessages.keyInvalid({ path, algorithm: ALGORITHM, why: errorMessage(error) }), {
      code: 'SERVICE_ACCOUNT_KEY_INVALID',
      cause: error,
    });
  }
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

interface Document {
  readonly contentType: string;
  readonly content: unknown;
}

/** What others need to check service-account tokens themselves: OpenID discovery and the public keys. */
export function issuerDocuments({ issuer, signer }: ServiceAccountTokens): PathSource {
  const configuration = {
    issuer,
    jwks_uri: `${issuer.replace(/\/$/, '')}/openid/v1/jwks`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
  const documents = new Map<string, Document>([
    ['/.well-known/openid-configuration', { contentType: 'application/json', content: configuration }],
    ['/openid/v1/jwks', { contentType: 'application/jwk-set+json', content: { keys: signer.keys } }],
  ]);
  return {
    respond: (_request, path) => {
      const found = documents.get(path);
      return found && { ...objectResponse(200, found.content), headers: { 'content-type': found.contentType } };
    },
  };
}
