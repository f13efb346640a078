import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import type { Random } from '@kubemin/base';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { KeyedCertificate } from './certificate-files.ts';

// This module loads a large library: import it only when something must be made.

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 3600 * 1000;
const AUTHORITY_DAYS = 3650;
const SERVER_DAYS = 365;
/** Clocks of clients may be behind. */
const SKEW_MS = 5 * 60 * 1000;

/** When, and with which randomness, a certificate is made. */
export interface MakeOptions {
  readonly now: number;
  readonly random: Random;
}

/** A new certificate authority, good for ten years. */
export async function makeAuthority({ now, random }: MakeOptions): Promise<KeyedCertificate> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(random),
      name: 'CN=kubemin-ca',
      keys,
      signingAlgorithm: ALGORITHM,
      ...validity(now, AUTHORITY_DAYS),
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(
          KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign | KeyUsageFlags.digitalSignature,
          true,
        ),
      ],
    },
    webcrypto,
  );
  return { cert: pem(certificate), key: await exportKey(keys.privateKey) };
}

/** A serving certificate for these hosts, signed by the authority. */
export function makeServerCertificate(
  authority: KeyedCertificate,
  hosts: readonly string[],
  when: MakeOptions,
): Promise<KeyedCertificate> {
  const names = hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value }));
  const extensions = [
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension(names),
  ];
  return makeSigned(authority, { subject: 'CN=kube-apiserver', extensions }, when);
}

/** A certificate for a client: its name and groups, as the API server reads them. */
export function makeClientCertificate(
  authority: KeyedCertificate,
  { name, groups }: { readonly name: string; readonly groups: readonly string[] },
  when: MakeOptions,
): Promise<KeyedCertificate> {
  const subject = [{ CN: [name] }, ...groups.map((group) => ({ O: [group] }))];
  const extensions = [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])];
  return makeSigned(authority, { subject, extensions }, when);
}

interface SignedOptions {
  readonly subject: string | JsonName;
  readonly extensions: readonly Extension[];
}

async function makeSigned(
  authority: KeyedCertificate,
  { subject, extensions }: SignedOptions,
  { now, random }: MakeOptions,
): Promise<KeyedCertificate> {
  const keys = await newKeys();
  const issuer = new X509Certificate(authority.cert);
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(random),
      subject,
      issuer: issuer.subject,
      publicKey: keys.publicKey,
      signingKey: await importKey(authority.key),
      signingAlgorithm: ALGORITHM,
      ...validity(now, SERVER_DAYS),
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
        ...extensions,
      ],
    },
    webcrypto,
  );
  return { cert: pem(certificate), key: await exportKey(keys.privateKey) };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return `${PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;
}

async function importKey(text: string): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(text), ALGORITHM, false, ['sign']);
}

function pem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}

/** Positive and without a leading zero byte, as DER wants it. */
function serialNumber(random: Random): string {
  return `4${Buffer.from(random.bytes(16)).toString('hex').slice(1)}`;
}

function validity(now: number, days: number): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(now - SKEW_MS), notAfter: new Date(now + days * DAY_MS) };
}
