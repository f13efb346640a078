import { describe, expect, it } from 'vitest';
import { STRING_FORMATS } from './string-formats.ts';

const CASES: Readonly<Record<string, { readonly yes: readonly string[]; readonly no: readonly string[] }>> = {
  byte: { yes: ['', 'YQ==', 'YWJj'], no: ['YQ=', 'a b=', 'YQ='] },
  cidr: { yes: ['10.0.0.0/8', 'fd00::/64'], no: ['10.0.0.0', '10.0.0.0/33', '10.0.0.0/08', 'a/8', '10.0.0.0/8/8'] },
  date: { yes: ['2024-02-29', '0001-01-01'], no: ['2023-02-29', '2024-13-01', '2024-1-1', '2024-01-01T00:00:00Z'] },
  'date-time': {
    yes: ['2024-02-29T23:59:59Z', '2024-01-01T00:00:00.123456+02:00'],
    no: ['2024-02-30T00:00:00Z', '2024-01-01', '2024-01-01T24:00:00Z', '2024-01-01T00:00:00'],
  },
  duration: { yes: ['1h30m', '-1.5h', '0', '3 days', '100ms'], no: ['', '1', 'h', '1y'] },
  email: { yes: ['a@example.com', 'a.b+c@localhost'], no: ['a', '@b', 'a@', 'a b@c', 'a@b@c d'] },
  hexcolor: { yes: ['#fff', 'A0B1C2'], no: ['#ffff', 'ggg'] },
  hostname: { yes: ['a', 'a-b.example.com', 'example.com.'], no: ['', '-a', 'a..b', 'a b', 'a'.repeat(64)] },
  ipv4: { yes: ['1.2.3.4'], no: ['1.2.3', '256.1.1.1', '::1'] },
  ipv6: { yes: ['::1', 'fe80::1'], no: ['1.2.3.4', ':::'] },
  isbn: { yes: ['0-306-40615-2', '978-0-306-40615-7'], no: ['0-306-40615-3', '978-0-306-40615-8', 'x'] },
  mac: { yes: ['01:23:45:67:89:ab'], no: ['01:23:45:67:89', '01:23:45:67:89:xy'] },
  rgbcolor: { yes: ['rgb(0, 128,255)'], no: ['rgb(0,0,256)', 'rgb(0,0)'] },
  uri: { yes: ['https://example.com/a?b#c', 'urn:isbn:1', '/path'], no: ['example.com', 'http://a b', '', 'http://'] },
  uuid: { yes: ['01234567-89ab-cdef-0123-456789ABCDEF'], no: ['01234567-89ab-cdef-0123-456789abcde', 'x'] },
  uuid4: { yes: ['01234567-89ab-4def-8123-456789abcdef'], no: ['01234567-89ab-5def-8123-456789abcdef'] },
};

describe.each(Object.entries(CASES))('the format %s', (format, { yes, no }) => {
  const check = STRING_FORMATS.get(format);
  it.each(yes)('takes %j', (value) => expect(check?.(value)).toBe(true));
  it.each(no)('refuses %j', (value) => expect(check?.(value)).toBe(false));
});
