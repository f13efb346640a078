import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatRedisAddress, parseRedisAddress, resolveRedis } from './redis-address.ts';

const host = fc.oneof(fc.domain(), fc.ipV4(), fc.constantFrom('::1', 'fe80::1'));

describe('the address of a Redis server', () => {
  test('is read back as it was written', () => {
    const address = fc.record({ host, port: fc.integer({ min: 1, max: 65_535 }), tls: fc.boolean() });
    fc.assert(
      fc.property(address, (given) => {
        expect(parseRedisAddress(formatRedisAddress(given))).toEqual(given);
      }),
    );
  });

  test('has the usual port when it names none', () => {
    expect(parseRedisAddress('redis://cache')).toEqual({ host: 'cache', port: 6379, tls: false });
  });

  test('with a password in it is refused without repeating the password', () => {
    const parse = (): unknown => parseRedisAddress('redis://me:hunter2@cache:6379');
    expect(parse).toThrow(/cache:6379 contains credentials; put them into a Secret/);
    expect(parse).not.toThrow(/hunter2/);
  });

  test.each(['http://cache:6379', 'redis://', 'redis://cache:6379/3', 'redis://cache?db=1', 'redis://cache:99999'])(
    'is refused when it is %s',
    (text) => {
      expect(() => parseRedisAddress(text)).toThrow(expect.objectContaining({ code: 'REDIS_ADDRESS_INVALID' }));
    },
  );
});

describe('the name of an instance', () => {
  const instances = { 'ali-123': 'redis://10.0.0.1:6380', 'ten-9': 'rediss://ten:6379' };

  test('stands for its configured address', () => {
    expect(resolveRedis('ali-123', instances)).toEqual({ host: '10.0.0.1', port: 6380, tls: false });
  });

  test.each(['ali-124', 'constructor'])('%s, which is not configured, is rejected with the configured ones', (name) => {
    expect(() => resolveRedis(name, instances)).toThrow(/known are ali-123, ten-9/);
  });

  test('is refused with what to write when there are no instances at all', () => {
    expect(() => resolveRedis('ali-123', {})).toThrow(/no instance is configured; write an address/);
  });
});
