import { generateKeyPairSync, sign } from 'node:crypto';
import type { Random } from '@kubemin/base';

/** A certificate and its key in PEM form. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

const TEN_YEARS_MS = 10 * 365 * 86_400_000;
const ECDSA_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const SUBJECT_ALT_NAME = [0x55, 0x1d, 0x11];

/**
 * A certificate that signs itself, for clients that no other certificate is there for: they see a warning instead of a
 * handshake that fails for no visible reason.
 */
export function selfSignedCertificate(
  names: readonly [string, ...string[]],
  now: number,
  random: Random,
): CertificatePair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(tlv(0x06, ECDSA_SHA256));
  const subject = sequence(tlv(0x31, sequence(tlv(0x06, COMMON_NAME), tlv(0x0c, Buffer.from(names[0])))));
  const alternatives = sequence(...names.map((name) => tlv(0x82, Buffer.from(name))));
  const body = sequence(
    tlv(0xa0, tlv(0x02, [2])),
    // A leading zero bit keeps it positive, and a one after that keeps its length.
    tlv(0x02, [0x40, ...random.bytes(15)]),
    algorithm,
    subject,
    sequence(generalizedTime(now - 3_600_000), generalizedTime(now + TEN_YEARS_MS)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(tlv(0x06, SUBJECT_ALT_NAME), tlv(0x04, alternatives)))),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').replaceAll(/.{1,64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function generalizedTime(ms: number): Buffer {
  return tlv(0x18, Buffer.from(new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '')));
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

/** Tag, length and value of DER. */
function tlv(tag: number, value: Uint8Array | readonly number[]): Buffer {
  const bytes = Buffer.from(value);
  const { length } = bytes;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}
