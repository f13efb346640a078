import { isIP } from 'node:net';
import { bitString, type Der, objectId, octetString, sequence, set, TRUE, tagged, utf8String } from './der.ts';

/** What a name in a certificate is made of, in its order. */
export type NamePart = readonly [attribute: 'CN' | 'O', value: string];

const ATTRIBUTES = { CN: '2.5.4.3', O: '2.5.4.10' } as const;

/** Who a certificate is for, or from. */
export function encodeName(nameParts: readonly NamePart[]): Der {
  return sequence(
    ...nameParts.map(([attribute, value]) => set(sequence(objectId(ATTRIBUTES[attribute]), utf8String(value)))),
  );
}

/** Bits of a key usage, as they are counted from the left. */
const KEY_USAGES = {
  digitalSignature: 0,
  contentCommitment: 1,
  keyEncipherment: 2,
  dataEncipherment: 3,
  keyAgreement: 4,
  keyCertSign: 5,
  cRLSign: 6,
} as const;

/** A use of a key that a certificate can name. */
export type KeyUsage = keyof typeof KEY_USAGES;

/** What a key may be used for. */
export function keyUsage(...usages: readonly KeyUsage[]): Der {
  const bits: readonly number[] = usages.map((usage) => KEY_USAGES[usage]);
  const byte = bits.reduce((sum, bit) => sum | (0x80 >> bit), 0);
  return extension('2.5.29.15', bitString(Buffer.from([byte]), 7 - Math.max(...bits)), 'critical');
}

const PURPOSES = {
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  codeSigning: '1.3.6.1.5.5.7.3.3',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const;

/** A purpose that a certificate can name. */
export type Purpose = keyof typeof PURPOSES;

/** What a certificate is for. */
export function extendedKeyUsage(...purposes: readonly Purpose[]): Der {
  return extension('2.5.29.37', sequence(...purposes.map((purpose) => objectId(PURPOSES[purpose]))));
}

/** Whether it may sign others. */
export function basicConstraints(kind: 'authority' | 'end'): Der {
  return extension('2.5.29.19', kind === 'authority' ? sequence(TRUE) : sequence(), 'critical');
}

/** The names and addresses a certificate is good for. */
export function subjectAlternativeNames(hosts: readonly string[]): Der {
  const names = hosts.map((host) =>
    isIP(host) === 0 ? tagged(0x82, Buffer.from(host)) : tagged(0x87, addressBytes(host)),
  );
  return extension('2.5.29.17', sequence(...names));
}

/** An address without its zone: that of `fe80::1%eth0` has a meaning on this machine only. */
export function withoutZone(address: string): string {
  return isIP(address) === 6 ? address.replace(/%.*$/, '') : address;
}

/** By which the key of a certificate is known. */
export function subjectKeyId(keyId: Uint8Array): Der {
  return extension('2.5.29.14', octetString(keyId));
}

/** By which the key that signed is found; strict clients refuse a certificate without. */
export function authorityKeyId(keyId: Uint8Array): Der {
  return extension('2.5.29.35', sequence(tagged(0x80, keyId)));
}

function extension(id: string, value: Der, weight?: 'critical'): Der {
  return sequence(objectId(id), ...(weight === 'critical' ? [TRUE] : []), octetString(value));
}

/** The bytes of an address, 4 or 16. */
export function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  // The URL parser writes it in one form; an IPv4 address at its end becomes two groups.
  const [head = '', tail] = new URL(`http://[${withoutZone(address)}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): readonly string[] => text.split(':').filter((group) => group !== '');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return Buffer.from([...before, ...gap, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex');
}
