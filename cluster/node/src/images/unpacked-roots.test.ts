import { expect, test } from 'vitest';
import { lowerDirectories } from './unpacked-roots.ts';

test('lower directories of overlays, also with the characters that separate options', () => {
  const mountInfo = [
    '30 1 0:30 / /a rw,relatime - overlay overlay rw,lowerdir=/one:/two,upperdir=/u,workdir=/w,userxattr',
    '31 1 0:31 / /b rw,relatime - overlay overlay rw,lowerdir=/data\\134:1\\134\\0542\\040x/root,upperdir=/u,workdir=/w',
    '32 1 0:32 / /c rw,relatime - overlay overlay ro,lowerdir+=/three,lowerdir+=/four',
    '33 1 8:1 / /d rw - ext4 /dev/sda1 rw',
  ].join('\n');
  expect(lowerDirectories(mountInfo)).toEqual(['/one', '/two', '/data:1,2 x/root', '/three', '/four']);
});
