import { chmod, chown, lchown, lstat, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { takeDirectory } from './anchor.ts';
import { idCount, idMapText, nodeOwner, readIdMap, singleUser, subordinateMap } from './user-map.ts';
import { findUserMap } from './user-namespace.ts';

const OWNER = { uid: 1_000_000, gid: 2_000_000 };

test.skipIf(process.getuid?.() !== 0)(
  'files of an earlier version get their owners in the range, once, also when that was cut off (skipped where this is not root)',
  async () => {
    const directory = await temporaryDirectory();
    onTestFinished(() => directory.remove());
    const at = (name: string): string => join(directory.path, name);
    await mkdir(at('data'));
    await writeFile(at('data/su'), '');
    await chown(at('data/su'), 0, 42);
    await chmod(at('data/su'), 0o4750);
    await symlink('/etc/passwd', at('data/link'));
    await lchown(at('data/link'), 999, 999);
    await writeFile(at('data/done'), '');
    await chown(at('data/done'), OWNER.uid + 7, OWNER.gid + 7);
    await writeFile(at('data/foreign'), '');
    await chown(at('data/foreign'), 500_000, 500_000);
    const owners = async () => {
      const found: Record<string, readonly number[]> = {};
      for (const name of ['', 'data', 'data/su', 'data/link', 'data/done', 'data/foreign']) {
        const { uid, gid } = await lstat(at(name));
        found[name] = [uid, gid];
      }
      return found;
    };
    const { uid, gid } = OWNER;
    const expected = {
      '': [uid, gid],
      data: [uid, gid],
      'data/su': [uid, gid + 42],
      'data/link': [uid + 999, gid + 999],
      'data/done': [uid + 7, gid + 7],
      'data/foreign': [500_000, 500_000],
    };
    await takeDirectory(directory.path, OWNER);
    expect(await owners()).toEqual(expected);
    expect((await lstat(at('data/su'))).mode & 0o7777).toBe(0o4750);
    expect((await lstat('/etc/passwd')).uid).toBe(0);
    // It is done: what root makes afterwards is its own.
    await writeFile(at('data/new'), '');
    await takeDirectory(directory.path, OWNER);
    expect((await lstat(at('data/new'))).uid).toBe(0);
  },
);

test('a node of root has its own users, those of others begin with their user; a process that has ended has none', async () => {
  const map = await findUserMap();
  const isRange = process.getuid?.() === 0 && map.kind === 'range';
  expect(map.users[0]?.count).toBe(isRange ? 65_536 : 1);
  expect(nodeOwner(map) !== undefined).toBe(isRange);
  expect(nodeOwner(singleUser())).toBeUndefined();
  expect(idMapText([{ inside: 0, outside: 5, count: 1 }])).toBe('0 5 1\n');
  expect(readIdMap(2 ** 22, 'uid_map')).toEqual([]);
});

describe('subordinate ids', () => {
  const ann = { uid: 1000, gid: 100, name: 'ann' };
  const map = (users: string, groups = users) => subordinateMap({ users, groups }, ann);
  const ranges = (text: string) => map(text)?.users.map(({ inside, outside, count }) => [inside, outside, count]);

  test('user 0 is the own user, all others are those of the entry, by name or by number', () => {
    const expected = [
      [0, 1000, 1],
      [1, 100_000, 65_535],
    ];
    expect(ranges('ann:100000:65536\n')).toEqual(expected);
    expect(ranges('1000:100000:65536')).toEqual(expected);
    expect(map('ann:100000:65536')?.groups[0]).toEqual({ inside: 0, outside: 100, count: 1 });
    expect(idCount(map('ann:100000:65536') ?? singleUser())).toBe(65_536);
  });

  test('several entries follow each other, up to the ids that containers can have', () => {
    const text = '# ids of users\n\nbob:300000:65536\nann:100000:1000\n  ann:200000:65536  \nann:900000:5\n';
    expect(ranges(text)).toEqual([
      [0, 1000, 1],
      [1, 100_000, 1000],
      [1001, 200_000, 64_535],
    ]);
  });

  test('a small range has fewer users, and the shorter file counts', () => {
    expect(ranges('ann:100000:10')).toEqual([
      [0, 1000, 1],
      [1, 100_000, 10],
    ]);
    expect(idCount(map('ann:100000:10', 'ann:100000:5') ?? singleUser())).toBe(6);
  });

  test.each([
    '',
    '#ann:100000:65536',
    'annie:100000:65536',
    'ann:100000:0',
    'ann:0:65536',
    'ann:x:65536',
    'ann:100000',
  ])('no ids: %j', (text) => {
    expect(map(text)).toBeUndefined();
    expect(map('ann:100000:65536', text)).toBeUndefined();
  });

  test('an entry without a name is not that of a user without one', () => {
    const text = ':100000:65536';
    expect(subordinateMap({ users: text, groups: text }, { ...ann, name: '' })).toBeUndefined();
  });
});
