import { expect, test } from 'vitest';
import { assertNetworkRights, boundingSet, findCapabilities } from './capabilities.ts';
import { seccompRules } from './seccomp.ts';

const all = findCapabilities({ addCapabilities: ['ALL'] });

test('single capabilities count after all of them, and what is dropped after what is added', () => {
  expect(findCapabilities()).toHaveLength(14);
  expect(all).toHaveLength(41);
  expect(findCapabilities({ dropCapabilities: ['ALL'], addCapabilities: ['CHOWN', 'SYS_TIME'] })).toEqual([
    'CHOWN',
    'SYS_TIME',
  ]);
  expect(findCapabilities({ addCapabilities: ['ALL'], dropCapabilities: ['SYS_ADMIN'] })).not.toContain('SYS_ADMIN');
  expect(findCapabilities({ addCapabilities: ['SYS_TIME'], dropCapabilities: ['SYS_TIME'] })).not.toContain('SYS_TIME');
  expect(() => findCapabilities({ addCapabilities: ['NOTHING'] })).toThrow('unknown capability "CAP_NOTHING"');
  expect(boundingSet(['CHOWN', 'SYS_TIME'])).toBe('-all,+chown,+sys_time');
});

test('containers in the network of the node cannot change it', () => {
  expect(() => assertNetworkRights({ addCapabilities: ['NET_ADMIN'] })).toThrow('NET_ADMIN');
  expect(() => assertNetworkRights({ addCapabilities: ['ALL'] })).toThrow('cannot be added');
  assertNetworkRights({ addCapabilities: ['SYS_TIME'] });
});

test('the usual filter lets through what a capability is for, and nothing is filtered where that is asked for', () => {
  const calls = (capabilities: readonly string[]): string => JSON.stringify(seccompRules({}, capabilities));
  expect(calls([])).toContain('"mount"');
  expect(calls(['SYS_ADMIN'])).not.toContain('"mount"');
  expect(calls(['SYS_ADMIN'])).toContain('"reboot"');
  expect(seccompRules({ seccomp: 'unconfined' }, [])).toBeUndefined();
});
