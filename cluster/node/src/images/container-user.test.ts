import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveUser } from './container-user.ts';

let directory: TemporaryDirectory;
let root: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  root = join(directory.path, 'root');
  await mkdir(join(root, 'etc'), { recursive: true });
  await writeFile(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\nweb:x:101:102::/srv:/bin/false\nbroken\n');
  await writeFile(join(root, 'etc/group'), 'root:x:0:\nwww:x:33:web,other\nweb:x:102:web\nlogs:x:50:web\n');
});

afterEach(() => directory.remove());

test.each([
  ['', { uid: 0, gid: 0, groups: [], home: '/root' }],
  ['web', { uid: 101, gid: 102, groups: [33, 50], home: '/srv' }],
  ['101', { uid: 101, gid: 102, groups: [33, 50], home: '/srv' }],
  ['web:www', { uid: 101, gid: 33, groups: [102, 50], home: '/srv' }],
  ['web:7', { uid: 101, gid: 7, groups: [33, 102, 50], home: '/srv' }],
  ['1000', { uid: 1000, gid: 0, groups: [], home: '/' }],
  ['1000:1000', { uid: 1000, gid: 1000, groups: [], home: '/' }],
])('the user %j is found', async (user, found) => {
  expect(await resolveUser(root, user)).toEqual(found);
});

test.each([
  ['nobody', 'unable to find user nobody: no matching entries in passwd file'],
  ['web:none', 'unable to find group none: no matching entries in group file'],
  ['-1', 'unable to find user -1: no matching entries in passwd file'],
  ['4294967296', 'uids and gids must be in range 0-2147483647'],
  ['a:b:c', 'invalid user "a:b:c"'],
])('the user %j is refused', async (user, message) => {
  await expect(resolveUser(root, user)).rejects.toThrow(message);
});

test('links of the image never lead to files of this machine', async () => {
  await writeFile(join(directory.path, 'passwd'), 'outside:x:5:5::/:\n');
  for (const target of [join(directory.path, 'passwd'), '../../passwd', '/../../passwd']) {
    await rm(join(root, 'etc/passwd'));
    await symlink(target, join(root, 'etc/passwd'));
    await expect(resolveUser(root, 'outside')).rejects.toThrow('unable to find user outside');
  }
});

test('links inside of the image are followed', async () => {
  await mkdir(join(root, 'usr/share'), { recursive: true });
  await writeFile(join(root, 'usr/share/passwd'), 'inside:x:5:5::/:\n');
  await rm(join(root, 'etc/passwd'));
  await symlink('/usr/share/passwd', join(root, 'etc/passwd'));
  expect(await resolveUser(root, 'inside')).toMatchObject({ uid: 5 });
});

test('an image without user files has root and numbers', async () => {
  await rm(join(root, 'etc'), { recursive: true });
  expect(await resolveUser(root, '7:8')).toEqual({ uid: 7, gid: 8, groups: [], home: '/' });
});
