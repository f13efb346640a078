import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProxyableAddress, KubeletAddresses } from './kubelet-address.ts';

const OWN_PORT = 6443;
const machine = { addresses: () => ['10.0.0.5', 'fd00::5'], ports: () => [OWN_PORT] };
const strict = new KubeletAddresses(machine);
const lenient = new KubeletAddresses({ ...machine, allowKubelets: true });

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::1%lo', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['0:0:0:0:0:ffff:127.0.0.1', 'loopback'],
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['::', 'unspecified'],
  ['169.254.169.254', 'link-local'],
  ['::ffff:169.254.169.254', 'link-local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['febf::1', 'link-local'],
  ['224.0.0.1', 'multicast'],
  ['ff02::1', 'multicast'],
  ['255.255.255.255', 'reserved'],
  ['::127.0.0.1', 'translated'],
  ['::ffff:0:127.0.0.1', 'translated'],
  ['64:ff9b::127.0.0.1', 'translated'],
  ['2002:7f00:1::1', 'translated'],
  ['2001:0:1::1', 'translated'],
])('R-02: no kubelet is at %s, a %s address', (address, kind) => {
  expect(() => strict.check(address, 10_250)).toThrow(`address not allowed: ${address} is a ${kind} address`);
  expect(() => checkProxyableAddress(address)).toThrow(`address not allowed: ${address} is a ${kind} address`);
  if (kind !== 'loopback') expect(() => lenient.check(address, 10_250)).toThrow('address not allowed');
  else expect(() => lenient.check(address, 10_250)).not.toThrow();
  expect(() => lenient.check(address, OWN_PORT)).toThrow('address not allowed');
});

test('R-02: the machine of the API server is left to development clusters, and its ports to nobody', () => {
  for (const address of ['10.0.0.5', '::ffff:10.0.0.5', 'fd00::5', 'fd00:0::0:5']) {
    expect(() => strict.check(address, 10_250)).toThrow('--allow-local-kubelets');
    expect(() => lenient.check(address, OWN_PORT)).toThrow("is the API server's own");
    expect(['10.0.0.5', 'fd00::5']).toContain(lenient.check(address, 10_250));
  }
});

test('R-02: addresses of networks are connected to in one form, and names never', () => {
  expect(strict.check('10.0.0.6', OWN_PORT)).toBe('10.0.0.6');
  expect(strict.check('::ffff:192.168.1.1', 1)).toBe('192.168.1.1');
  expect(strict.check('FD00:0:0::6', 1)).toBe('fd00::6');
  for (const name of ['', 'localhost', '127.1', '2130706433', '0x7f000001', '[::1]', '127.0.0.1 ']) {
    expect(() => lenient.check(name, 1)).toThrow('is not an IP address');
  }
});

test('R-02: however an IPv4 address is written into an IPv6 one, it leads nowhere that it does not lead itself', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const isAllowed = (address: string): boolean => {
    try {
      strict.check(address, 10_250);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
      const dotted = [a, b, c, d].join('.');
      const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
      for (const mapped of [`::ffff:${dotted}`, `::ffff:${hex}`, `0:0:0:0:0:FFFF:${hex}`]) {
        expect(isAllowed(mapped)).toBe(isAllowed(dotted));
      }
      for (const tunnel of [`::${hex}`, `64:ff9b::${hex}`, `2002:${hex}::1`]) expect(isAllowed(tunnel)).toBe(false);
    }),
  );
});
