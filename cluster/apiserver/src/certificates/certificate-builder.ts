import { createHash, createPrivateKey, generateKeyPair, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { type Random, TerminalError } from '@kubemin/base';
import { startMessages } from '../messages/index.ts';
import type { KeyedCertificate } from './certificate-files.ts';
import {
  authorityKeyId,
  basicConstraints,
  encodeName,
  extendedKeyUsage,
  keyUsage,
  type NamePart,
  subjectAlternativeNames,
  subjectKeyId,
} from './certificate-parts.ts';
import { bitString, content, type Der, integer, objectId, parts, sequence, tagged, time } from './der.ts';

const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));
const VERSION_TAG = 0xa0;
const VERSION_3 = tagged(VERSION_TAG, integer(Buffer.from([2])));
const DAY_MS = 24 * 3600 * 1000;
const AUTHORITY_DAYS = 3650;
const SIGNED_DAYS = 365;
/** Clocks of clients may be behind. */
const SKEW_MS = 5 * 60 * 1000;

/** When, and with which randomness, a certificate is made. */
export interface MakeOptions {
  readonly now: number;
  readonly random: Random;
}

/** A new certificate authority, good for ten years. */
export async function makeAuthority(
  when: MakeOptions,
  commonName: 'kubemin-ca' | 'kubemin-front-proxy-ca' = 'kubemin-ca',
): Promise<KeyedCertificate> {
  const keys = await newKeys();
  const name = encodeName([['CN', commonName]]);
  const extensions = [basicConstraints('authority'), keyUsage('digitalSignature', 'keyCertSign', 'cRLSign')];
  const request = { subject: name, keys, extensions, days: AUTHORITY_DAYS };
  return certificate(request, { name, key: keys.key, keyId: publicKeyId(keys.publicKey) }, when);
}

/** Who a certificate is for: a name and groups, as the API server reads them. */
export interface CertificateSubject {
  readonly name: string;
  readonly groups: readonly string[];
}

const API_SERVER: CertificateSubject = { name: 'kube-apiserver', groups: [] };

/** A serving certificate for these hosts, signed by the authority; of the API server unless another subject is given. */
export function makeServerCertificate(
  authority: KeyedCertificate,
  hosts: readonly string[],
  { subject = API_SERVER, ...when }: MakeOptions & { readonly subject?: CertificateSubject },
): Promise<KeyedCertificate> {
  const extensions = [extendedKeyUsage('serverAuth'), subjectAlternativeNames(hosts)];
  return makeSigned(authority, { subject: subjectName(subject), extensions }, when);
}

/** A certificate for a client. */
export function makeClientCertificate(
  authority: KeyedCertificate,
  subject: CertificateSubject,
  when: MakeOptions,
): Promise<KeyedCertificate> {
  return makeSigned(authority, { subject: subjectName(subject), extensions: [extendedKeyUsage('clientAuth')] }, when);
}

function subjectName({ name, groups }: CertificateSubject): readonly NamePart[] {
  return [['CN', name], ...groups.map((group): NamePart => ['O', group])];
}

/** The contents of a certificate for another party's key, DER-encoded. */
export interface ForeignCertificate {
  readonly subject: Der;
  readonly publicKey: Der;
  readonly extensions: readonly Der[];
  readonly validMs: number;
}

/** A certificate for a key that is not ours, PEM. It never outlives the authority. */
export function signForeign(authority: KeyedCertificate, wanted: ForeignCertificate, when: MakeOptions): string {
  const { publicKey, validMs } = wanted;
  const { issuer, validUntil } = readIssuer(authority);
  const usual = [basicConstraints('end')];
  const request = {
    subject: wanted.subject,
    keys: { publicKey, key: '' },
    extensions: [...usual, ...wanted.extensions],
    days: Math.min(validMs, validUntil - when.now) / DAY_MS,
  };
  return certificate(request, issuer, when).cert;
}

interface SignedOptions {
  readonly subject: readonly NamePart[];
  readonly extensions: readonly Der[];
}

async function makeSigned(
  authority: KeyedCertificate,
  { subject, extensions }: SignedOptions,
  when: MakeOptions,
): Promise<KeyedCertificate> {
  const { issuer } = readIssuer(authority);
  const usual = [basicConstraints('end'), keyUsage('digitalSignature', 'keyEncipherment')];
  const keys = await newKeys();
  const request = { subject: encodeName(subject), keys, extensions: [...usual, ...extensions], days: SIGNED_DAYS };
  return certificate(request, issuer, when);
}

interface Keys {
  /** As a certificate holds it. */
  readonly publicKey: Der;
  /** PEM. */
  readonly key: string;
}

interface CertificateRequest {
  readonly subject: Der;
  readonly keys: Keys;
  readonly extensions: readonly Der[];
  readonly days: number;
}

interface Issuer {
  readonly name: Der;
  readonly key: string;
  readonly keyId: Uint8Array;
}

function readIssuer(authority: KeyedCertificate): { readonly issuer: Issuer; readonly validUntil: number } {
  const { raw, publicKey, validTo } = new X509Certificate(authority.cert);
  const keyId = publicKeyId(publicKey.export({ type: 'spki', format: 'der' }));
  return { issuer: { name: certificateSubject(raw), key: authority.key, keyId }, validUntil: Date.parse(validTo) };
}

function certificate(
  { subject, keys, extensions, days }: CertificateRequest,
  issuer: Issuer,
  { now, random }: MakeOptions,
): KeyedCertificate {
  const toSign = sequence(
    VERSION_3,
    integer(random.bytes(16)),
    ECDSA_WITH_SHA256,
    issuer.name,
    sequence(time(now - SKEW_MS), time(now + days * DAY_MS)),
    subject,
    keys.publicKey,
    tagged(0xa3, sequence(...extensions, subjectKeyId(publicKeyId(keys.publicKey)), authorityKeyId(issuer.keyId))),
  );
  const signature = sign('sha256', toSign, signingKey(issuer.key));
  const signed = sequence(toSign, ECDSA_WITH_SHA256, bitString(signature));
  return { cert: new X509Certificate(signed).toString(), key: keys.key };
}

/** Certificates name the way they are signed, and ours name one that takes such a key. */
function signingKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  const type = key.asymmetricKeyType ?? 'unknown';
  if (type === 'ec') return key;
  throw new TerminalError(startMessages.authorityKeyType({ type }), { code: 'CERTIFICATE_AUTHORITY_UNSUITED' });
}

async function newKeys(): Promise<Keys> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The usual way to make one: a digest of the key's own bits. */
function publicKeyId(publicKey: Der): Uint8Array {
  const [, bits = publicKey] = parts(publicKey);
  // The first byte counts the bits that are not used.
  return createHash('sha1').update(content(bits).subarray(1)).digest();
}

/** The subject of a certificate, byte for byte: another issuer may encode names differently. */
function certificateSubject(raw: Der): Der {
  const [signed = raw] = parts(raw);
  const fields = parts(signed);
  // Certificates of version 1 have no version field.
  const [, , , , subject] = fields[0]?.[0] === VERSION_TAG ? fields.slice(1) : fields;
  if (subject === undefined) throw new TypeError('a certificate authority without a subject cannot sign');
  return subject;
}
