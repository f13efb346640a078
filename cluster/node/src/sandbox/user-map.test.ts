import { chmod, chown, lchown, lstat, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { takeDirectory } from './anchor.ts';
import { findUserMap, idMapText, nodeOwner, readIdMap, singleUser } from './user-map.ts';

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

test('a node of root has its own users, all others have one; a process that has ended has none', async () => {
  const map = await findUserMap();
  const isRange = process.getuid?.() === 0 && map.kind === 'range';
  expect(map.users[0]?.count).toBe(isRange ? 65_536 : 1);
  expect(nodeOwner(map) !== undefined).toBe(isRange);
  expect(nodeOwner(singleUser())).toBeUndefined();
  expect(idMapText([{ inside: 0, outside: 5, count: 1 }])).toBe('0 5 1\n');
  expect(readIdMap(2 ** 22, 'uid_map')).toEqual([]);
});
