import { isIP, isIPv4, isIPv6 } from 'node:net';
import { isDns1035Label, isDns1123Subdomain } from '@kubemin/kubeapi';

type TextCheck = (value: string) => boolean;

// Every expression here is linear: no part of a text can be matched in two ways.
const UUID = (version: string): RegExp =>
  new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$`, 'i');
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const GO_DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const LONG_DURATION =
  /^\d+\s*(?:ns|us|µs|ms|s|sec|second|seconds|m|min|minute|minutes|h|hr|hour|hours|d|day|days|w|week|weeks)$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const HOST_LABEL = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?$/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const RGB = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/;

/** What strings of a format must hold, as Kubernetes reads these formats. */
export const STRING_FORMATS: ReadonlyMap<string, TextCheck> = new Map<string, TextCheck>([
  ['bsonobjectid', matching(/^[0-9a-f]{24}$/i)],
  ['byte', (value) => value.length % 4 === 0 && BASE64.test(value)],
  ['cidr', isCidr],
  ['creditcard', matching(/^\d{13,16}$/)],
  ['date', isDate],
  ['date-time', isDateTime],
  ['datetime', isDateTime],
  ['duration', (value) => GO_DURATION.test(value) || LONG_DURATION.test(value)],
  ['email', isEmail],
  ['hexcolor', matching(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i)],
  ['hostname', isHostname],
  ['ipv4', isIPv4],
  ['ipv6', isIPv6],
  ['isbn', (value) => isIsbn10(value) || isIsbn13(value)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['k8s-long-name', isDns1123Subdomain],
  ['k8s-short-name', isDns1035Label],
  ['mac', matching(/^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i)],
  ['password', () => true],
  [
    'rgbcolor',
    (value) =>
      RGB.exec(value)
        ?.slice(1)
        .every((part) => Number(part) <= 255) ?? false,
  ],
  ['ssn', matching(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/)],
  ['uri', isUri],
  ['uuid', matching(UUID('[0-9a-f]'))],
  ['uuid3', matching(UUID('3'))],
  ['uuid4', matching(UUID('4'))],
  ['uuid5', matching(UUID('5'))],
]);

function matching(pattern: RegExp): TextCheck {
  return (value) => pattern.test(value);
}

function isDate(value: string): boolean {
  const [, year, month, day] = DATE.exec(value) ?? [];
  if (day === undefined) return false;
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // The Date constructor reads years below 100 as of the last century.
  if (Number(year) < 100) parsed.setUTCFullYear(Number(year));
  return parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(day);
}

function isDateTime(value: string): boolean {
  const [, date] = DATE_TIME.exec(value) ?? [];
  return date !== undefined && isDate(date);
}

function isCidr(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  if (family === 0 || bits === undefined || rest.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(bits)) return false;
  return Number(bits) <= (family === 4 ? 32 : 128);
}

function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  return (
    at > 0 && value.length <= 320 && !/[\s@<>()[\]\\,;:"]/.test(value.slice(0, at)) && isHostname(value.slice(at + 1))
  );
}

function isHostname(value: string): boolean {
  const labels = value.replace(/\.$/, '').split('.');
  return value.length <= 255 && labels.every((label) => label.length <= 63 && HOST_LABEL.test(label));
}

/** Absolute, or a path from the root. */
function isUri(value: string): boolean {
  if (/\s/.test(value)) return false;
  return value.startsWith('/') || (SCHEME.test(value) && URL.canParse(value));
}

function isIsbn10(value: string): boolean {
  const digits = value.replaceAll(/[- ]/g, '');
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, index) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - index),
    0,
  );
  return sum % 11 === 0;
}

function isIsbn13(value: string): boolean {
  const digits = value.replaceAll(/[- ]/g, '');
  if (!/^\d{13}$/.test(digits)) return false;
  return [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}
