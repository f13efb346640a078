import { BlockList, isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Destinations, findOutside } from './destinations.ts';

const CLUSTER = ['10.96.0.0/16', '10.244.0.0/16'];
const destinations = new Destinations({ clusterRanges: CLUSTER, ownAddresses: () => ['192.0.2.7', '2001:db8::7'] });

describe('addresses that pods do not reach', () => {
  test.each([
    ['127.0.0.1', 'a loopback address'],
    ['::1', 'a loopback address'],
    ['0:0:0:0:0:0:0:1', 'a loopback address'],
    ['::ffff:127.0.0.1', 'a loopback address'],
    ['::ffff:7f00:1', 'a loopback address'],
    ['64:ff9b::7f00:1', 'a loopback address'],
    ['169.254.169.254', 'a link-local address'],
    ['fe80::1', 'a link-local address'],
    ['0.0.0.0', 'an unspecified address'],
    ['::', 'an unspecified address'],
    ['224.0.0.251', 'a multicast address'],
    ['ff02::1', 'a multicast address'],
    ['255.255.255.255', 'a reserved address'],
    ['10.96.0.1', 'in the range of pods and services'],
    ['::ffff:10.244.0.9', 'in the range of pods and services'],
    ['192.0.2.7', 'an address of this machine'],
    ['2001:db8::7', 'an address of this machine'],
    ['fe80::1%eth0', 'not an IP address'],
    ['example.com', 'not an IP address'],
  ])('%s is %s', (address, description) => expect(destinations.refusal(address)).toBe(description));

  test.each(['192.0.2.8', '10.0.0.1', '10.95.255.255', '10.97.0.0', '2001:db8::8', '64:ff9b::c000:208'])(
    '%s is reached',
    (address) => expect(destinations.refusal(address)).toBeUndefined(),
  );

  test('every IPv4 address is decided in the same way in all of its forms, by the ranges alone', () => {
    const forbidden = new BlockList();
    for (const range of ['127.0.0.0/8', '169.254.0.0/16', '0.0.0.0/8', '224.0.0.0/3', ...CLUSTER, '192.0.2.7/32']) {
      const [network = '', prefix = ''] = range.split('/');
      forbidden.addSubnet(network, Number(prefix), 'ipv4');
    }
    const nearRange = fc
      .tuple(
        fc.constantFrom(127, 169, 10, 192, 0, 224, 255),
        fc.constantFrom(0, 96, 244, 254, 2),
        fc.nat(255),
        fc.nat(255),
      )
      .map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), nearRange), (address) => {
        const expected = forbidden.check(address, 'ipv4');
        const hex = address
          .split('.')
          .map((part) => Number(part).toString(16).padStart(2, '0'))
          .join('');
        const forms = [
          address,
          `::ffff:${address}`,
          `::FFFF:${hex.slice(0, 4)}:${hex.slice(4)}`,
          `64:ff9b::${address}`,
        ];
        for (const form of forms) expect(destinations.refusal(form) !== undefined).toBe(expected);
      }),
    );
  });
});

describe('what names lead to', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    'site.test': ['192.0.2.8', '2001:db8::8'],
    'rebind.test': ['127.0.0.1'],
    'mixed.test': ['127.0.0.1', '192.0.2.8'],
  };
  const find = findOutside({ destinations, resolve: async (name) => names[name] ?? [] });

  test('all addresses that were checked, and no others', async () => {
    expect(await find({ host: 'site.test', port: 80 })).toEqual([
      { host: '192.0.2.8', port: 80 },
      { host: '2001:db8::8', port: 80 },
    ]);
    const mixed = await find({ host: 'mixed.test', port: 443 });
    expect(mixed.map(({ host }) => host)).toEqual(['192.0.2.8']);
    expect(mixed.every(({ host }) => isIPv4(host))).toBe(true);
  });

  test('names of addresses that are not reached are refused with the reason', async () => {
    await expect(find({ host: 'rebind.test', port: 80 })).rejects.toMatchObject({
      code: 'EACCES',
      message: 'rebind.test (127.0.0.1) is a loopback address, which pods do not reach',
    });
    await expect(find({ host: '127.0.0.1', port: 80 })).rejects.toMatchObject({ code: 'EACCES' });
    await expect(find({ host: 'site.test', port: 70_000 })).rejects.toMatchObject({ code: 'EACCES' });
  });

  test('of the addresses only those within ranges, and an error when there is none', async () => {
    const wanted = { host: 'site.test', port: 80 };
    expect(await find({ ...wanted, within: ['192.0.2.0-192.0.2.9'] })).toEqual([{ host: '192.0.2.8', port: 80 }]);
    await expect(find({ ...wanted, within: ['192.0.2.9-192.0.2.9'] })).rejects.toMatchObject({
      code: 'EACCES',
      message: 'network policies do not allow site.test',
    });
    await expect(find({ ...wanted, within: [] })).rejects.toMatchObject({ code: 'EACCES' });
  });
});
