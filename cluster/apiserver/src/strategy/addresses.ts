import { isIP } from 'node:net';
import { fieldError } from '@kubemin/kubeapi';
import type { Problems } from './field-checks.ts';

const IP_RULE = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const CIDR_RULE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** A range of addresses: the bits of its network and how many of them count. */
export interface Cidr {
  readonly bits: bigint;
  readonly prefix: number;
  readonly width: 32 | 128;
}

/** An IPv4 or IPv6 address. */
export function ipAddress(path: string, address: string): Problems {
  return isIP(address) === 0 ? [fieldError.invalid(path, address, IP_RULE)] : [];
}

/** A network in CIDR notation. */
export function cidr(path: string, text: string): Problems {
  return parseCidr(text) === undefined ? [fieldError.invalid(path, text, CIDR_RULE)] : [];
}

/** Reads `10.0.0.0/8`; undefined when it is no network. */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', length, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || length === undefined || more.length > 0 || !/^\d{1,3}$/.test(length)) return undefined;
  const width = family === 4 ? 32 : 128;
  const prefix = Number(length);
  if (prefix > width) return undefined;
  const host = BigInt(width - prefix);
  const bits = (family === 4 ? ipv4Bits(address) : ipv6Bits(address)) >> host;
  return { bits: bits << host, prefix, width };
}

/** Whether every address of `inner` is one of `outer`, and `outer` has more. */
export function isStrictSubset(inner: Cidr, outer: Cidr): boolean {
  if (inner.width !== outer.width || inner.prefix <= outer.prefix) return false;
  const shift = BigInt(outer.width - outer.prefix);
  return inner.bits >> shift === outer.bits >> shift;
}

function ipv4Bits(address: string): bigint {
  return address.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

function ipv6Bits(address: string): bigint {
  const [plain = ''] = address.split('%');
  const dotted = /(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  const text = dotted === null ? plain : `${dotted[1]}${hexPairs(ipv4Bits(dotted[2] ?? ''))}`;
  const [head = '', tail] = text.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0');
  const groups = tail === undefined ? front : [...front, ...zeros, ...back];
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}

function hexPairs(bits: bigint): string {
  return `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`;
}
