import { expect, test } from 'vitest';
import { userSwitchEvent } from './user-switch.ts';

const ended = { name: 'web', exitCode: 1, startedAt: 1_000, finishedAt: 1_400 };

test.each([
  '2026/01/01 00:00:00 [emerg] 8#8: setgid(101) failed (1: Operation not permitted)',
  "chown: changing ownership of '/var/lib/postgresql/data': Operation not permitted",
  'chown: /data: Invalid argument',
  'su-exec: setgroups(1000): Operation not permitted',
  'error: failed switching to "redis": operation not permitted',
  "su: can't set groups: Operation not permitted",
  'setpriv: setresuid failed: Invalid argument',
  'initgroups(mysql, 999) failed: Operation not permitted',
])('a container that cannot switch users is explained: %s', (line) => {
  const event = userSwitchEvent(ended, `starting\n${line}\nstopped\n`);
  expect(event).toMatchObject({ type: 'Warning', reason: 'UserSwitchFailed' });
  expect(event?.message).toContain(`container web could not change its user or the owner of a file (${line})`);
  expect(event?.message).toContain('install the package uidmap');
});

test.each([
  ['it has ended well', { ...ended, exitCode: 0 }, 'chown: /data: Operation not permitted'],
  ['it ran for long', { ...ended, finishedAt: 60_000 }, 'chown: /data: Operation not permitted'],
  ['something else was refused', ended, 'mount: Operation not permitted'],
  ['the words are in different lines', ended, 'chown /data\nmount: Operation not permitted'],
  ['nothing was logged', ended, ''],
])('no event: %s', (_why, status, log) => {
  expect(userSwitchEvent(status, log)).toBeUndefined();
});
