import { expect, test } from 'vitest';
import { advertisedAddress } from './advertised-address.ts';

function machine(...addresses: readonly string[]): Parameters<typeof advertisedAddress>[1] {
  return Object.fromEntries(
    addresses.map((address, index) => {
      const internal = address === '127.0.0.1' || address === '::1';
      const common = { address, netmask: '', mac: '', internal, cidr: null };
      const entry = address.includes(':')
        ? { ...common, family: 'IPv6' as const, scopeid: 0 }
        : { ...common, family: 'IPv4' as const };
      return [`if${index}`, [entry]];
    }),
  );
}

test.each([
  ['the address it listens on', '192.0.2.7', ['192.0.2.1'], '192.0.2.7'],
  ['the first of the machine when it listens on all', '0.0.0.0', ['127.0.0.1', '192.0.2.1', '192.0.2.2'], '192.0.2.1'],
  ['the same when it listens on loopback', '127.0.0.1', ['127.0.0.1', '192.0.2.1'], '192.0.2.1'],
  ['the same when it listens on a name', 'localhost', ['192.0.2.1'], '192.0.2.1'],
  ['IPv4 rather than IPv6', '::', ['2001:db8::1', '192.0.2.1'], '192.0.2.1'],
  ['IPv6 where there is nothing else', '::1', ['::1', 'fe80::1', '2001:db8::1'], '2001:db8::1'],
  ['nothing on a machine without a network', '127.0.0.1', ['127.0.0.1', '169.254.0.9'], undefined],
])('returns %s', (_name, listening, addresses, expected) => {
  expect(advertisedAddress(listening, machine(...addresses))).toBe(expected);
});
