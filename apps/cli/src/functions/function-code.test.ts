import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFunctionCode } from './function-code.ts';

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await quickDirectory();
});
afterEach(() => directory.remove());

async function writeFiles(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const place = join(directory.path, path);
    await mkdir(join(place, '..'), { recursive: true });
    await writeFile(place, text);
  }
}

const NOTHING = { name: undefined, runtime: undefined, entry: undefined };
const read = (path: string, options: Partial<Record<keyof typeof NOTHING, string>> = {}) =>
  readFunctionCode({ cwd: directory.path }, path, { ...NOTHING, ...options });

/** The names of the files of a tar archive, each of which is at the start of a block. */
function listNames(bytes: Uint8Array): readonly string[] {
  const tar = gunzipSync(bytes);
  const names: string[] = [];
  for (let at = 0; (tar[at] ?? 0) !== 0; ) {
    names.push(tar.toString('utf8', at, tar.indexOf(0, at)));
    at += 512 + Math.ceil(Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8) / 512) * 512;
  }
  return names;
}

describe('the code of a directory', () => {
  test('is all of its files, but for dependencies, repositories and what is ignored', async () => {
    await writeFiles({
      'My_Shop/index.js': 'export default () => 1;',
      'My_Shop/lib/a.js': '1',
      'My_Shop/lib/node_modules/x/index.js': '1',
      'My_Shop/node_modules/x/index.js': '1',
      'My_Shop/.git/HEAD': '1',
      'My_Shop/notes.md': '1',
      'My_Shop/.kubeminignore': '*.md\n',
    });
    const code = await read('My_Shop');
    expect(code).toMatchObject({ name: 'my-shop', runtime: 'node', entry: undefined, files: 2 });
    expect(listNames(code.bytes)).toEqual(['index.js', 'lib/a.js']);
  });

  test('gives the same bytes for the same files', async () => {
    await writeFiles({ 'one/func.py': 'def run(): pass\n', 'two/func.py': 'def run(): pass\n' });
    const [one, two] = [await read('one'), await read('two')];
    expect(one).toMatchObject({ name: 'one', runtime: 'python' });
    expect(Buffer.from(one.bytes).equals(two.bytes)).toBe(true);
  });

  test('has the entry that is named, with the runtime of its extension', async () => {
    await writeFiles({ 'steps/verify.js': '1', 'steps/save.py': '1' });
    expect(await read('steps', { entry: 'verify.js' })).toMatchObject({ runtime: 'node', entry: 'verify.js' });
    expect(await read('steps', { entry: 'save.py', name: 'save' })).toMatchObject({ runtime: 'python', name: 'save' });
    await expect(read('steps', { entry: 'none.js' })).rejects.toThrow('there is no file none.js');
    await expect(read('steps')).rejects.toThrow('cannot be detected');
  });
});

test('a single file and an archive are code, too', async () => {
  await writeFiles({ 'greet.ts': 'export default () => 1;', 'code.zip': 'PK', 'readme.md': '' });
  expect(await read('greet.ts')).toMatchObject({ name: 'greet', runtime: 'node', entry: 'greet.ts', files: 1 });
  const archive = await read('code.zip', { runtime: 'python' });
  expect(archive).toMatchObject({ name: 'code', runtime: 'python', entry: undefined, files: undefined });
  expect(Buffer.from(archive.bytes).toString()).toBe('PK');
  await expect(read('code.zip')).rejects.toThrow('cannot be detected');
  await expect(read('readme.md')).rejects.toThrow('cannot be detected');
});

test('what cannot be read is an error that names it', async () => {
  await mkdir(join(directory.path, 'empty'));
  await expect(read('missing')).rejects.toMatchObject({ code: 'FUNCTION_UNREADABLE', exitCode: 2 });
  await expect(read('empty')).rejects.toMatchObject({ code: 'FUNCTION_EMPTY', exitCode: 3 });
});
