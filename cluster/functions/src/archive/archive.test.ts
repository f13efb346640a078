import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { packArchive, readArchive } from './index.ts';

const files = (entries: Readonly<Record<string, string>>) =>
  new Map(Object.entries(entries).map(([path, text]) => [path, Buffer.from(text)]));
const texts = (archive: Uint8Array) =>
  Object.fromEntries([...readArchive(archive)].map(([path, content]) => [path, content.toString()]));

test('what was packed is read, also with paths longer than a header has room for', () => {
  const deep = `${'directory/'.repeat(14)}index.js`;
  const packed = { 'index.js': 'one', 'lib/größe.js': 'two', [deep]: 'three' };
  expect(texts(packArchive(files(packed)))).toEqual(packed);
  expect(packArchive(files(packed))).toEqual(packArchive(files(packed)));
});

test('the directory that everything is in is left out', () => {
  expect(texts(packArchive(files({ 'hello/func.py': 'a', 'hello/lib/b.py': 'b' })))).toEqual({
    'func.py': 'a',
    'lib/b.py': 'b',
  });
});

test.each([
  ['tar', ['tar', '-czf', 'code.tgz', 'hello'], 'code.tgz'],
  ['python', ['python3', '-m', 'zipfile', '-c', 'code.zip', 'hello'], 'code.zip'],
])('an archive of the program %s is read', async (_name, [program = '', ...words], made) => {
  const directory = await temporaryDirectory();
  try {
    await mkdir(join(directory.path, 'hello/lib'), { recursive: true });
    await writeFile(join(directory.path, 'hello/func.py'), 'print(1)\n'.repeat(200));
    await writeFile(join(directory.path, 'hello/lib/empty.py'), '');
    const { status, error } = spawnSync(program, words, { cwd: directory.path });
    if (error !== undefined || status !== 0) return;
    expect(texts(await readFile(join(directory.path, made)))).toEqual({
      'func.py': 'print(1)\n'.repeat(200),
      'lib/empty.py': '',
    });
  } finally {
    await directory.remove();
  }
});

test.each([
  ['a path that leads outside', packArchive(files({ '../../etc/passwd': 'x' })), /\.\.\/\.\.\/etc\/passwd/],
  ['an absolute path', packArchive(files({ '/etc/passwd': 'x' })), /\/etc\/passwd/],
  ['no archive', Buffer.from('print("hello")\n'.repeat(100)), /tar/],
  ['half an archive', packArchive(files({ a: 'x'.repeat(10_000) })).subarray(0, 40), /./],
  ['half a zip file', Buffer.from('PK\x03\x04 and nothing else that a zip file has'), /zip/],
  ['nothing', packArchive(new Map()), /no files/],
  ['a small archive of a large file', gzipSync(Buffer.alloc(200 * 1024 * 1024)), /./],
])('%s is refused', (_name, archive, message) => {
  expect(() => readArchive(archive)).toThrow(
    expect.objectContaining({ code: 'FUNCTION_ARCHIVE_INVALID', message: expect.stringMatching(message) }),
  );
});
