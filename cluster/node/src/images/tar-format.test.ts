import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  concatChunks,
  readTar,
  type TarEntryType,
  TarFormatError,
  type WrittenTarEntry,
  writeTar,
} from './tar-format.ts';

interface ReadEntry {
  readonly name: string;
  readonly type: TarEntryType;
  readonly mode: number;
  readonly mtime: number;
  readonly linkName: string;
  readonly text: string;
}

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: Uint8Array, chunkSize = 700): Promise<readonly ReadEntry[]> {
  const entries: ReadEntry[] = [];
  for await (const { name, type, mode, mtime, linkName, content } of readTar(inChunks(bytes, chunkSize))) {
    entries.push({ name, type, mode, mtime, linkName, text: (await concatChunks(content)).toString() });
  }
  return entries;
}

async function tarBytes(entries: readonly WrittenTarEntry[]): Promise<Buffer> {
  return concatChunks(writeTar(entries));
}

function file(name: string, text: string): WrittenTarEntry {
  const content = Buffer.from(text);
  return { name, type: 'file', mode: 0o644, size: content.length, mtime: 0, linkName: '', content: [content] };
}

test('what is written is read again, whatever the names and however it is cut into chunks', async () => {
  const name = fc.string({
    unit: fc.constantFrom('a', 'é', '漢', '/', ' ', '.', 'x'.repeat(60)),
    minLength: 1,
    maxLength: 9,
  });
  const entry = fc.record({
    name: name.filter((text) => !text.endsWith('/')),
    type: fc.constantFrom<TarEntryType>('file', 'directory', 'symlink', 'link', 'fifo'),
    mode: fc.integer({ min: 0, max: 0o7777 }),
    mtime: fc.integer({ min: 0, max: 2 ** 32 }),
    target: name,
    text: fc.string({ maxLength: 1500 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 5 }), fc.integer({ min: 1, max: 3000 }), async (given, chunk) => {
      const wanted = given.map(({ target, ...rest }) => ({
        ...rest,
        linkName: rest.type === 'symlink' || rest.type === 'link' ? target : '',
        text: rest.type === 'file' ? rest.text : '',
      }));
      const bytes = await tarBytes(
        wanted.map(({ text, ...rest }) => ({ ...rest, size: Buffer.byteLength(text), content: [Buffer.from(text)] })),
      );
      expect(bytes.length % 512).toBe(0);
      expect(await readAll(bytes, chunk)).toEqual(wanted);
    }),
  );
});

test('the tar program of the machine reads what is written, and what it writes is read', async () => {
  const directory = await temporaryDirectory();
  try {
    const long = `${'directory/'.repeat(15)}${'n'.repeat(120)}`;
    const archive = join(directory.path, 'a.tar');
    await writeFile(archive, await tarBytes([file('short', 'one'), file(long, 'two')]));
    execFileSync('tar', ['-xf', archive, '-C', directory.path]);
    expect(await readFile(join(directory.path, long), 'utf8')).toBe('two');
    expect(await readdir(directory.path)).toEqual(expect.arrayContaining(['short', 'directory']));
    for (const format of ['gnu', 'pax', 'ustar', 'v7']) {
      const names = format === 'v7' || format === 'ustar' ? ['short'] : ['short', long];
      const bytes = execFileSync('tar', ['-C', directory.path, `--format=${format}`, '-cf', '-', ...names]);
      expect((await readAll(bytes)).map(({ name, text }) => [name, text])).toEqual(
        names.map((name, index) => [name, ['one', 'two'][index]]),
      );
    }
  } finally {
    await directory.remove();
  }
});

test('content that is not read is skipped', async () => {
  const names: string[] = [];
  const bytes = await tarBytes([file('a', 'x'.repeat(2000)), file('b', 'y')]);
  for await (const { name } of readTar(inChunks(bytes, 100))) names.push(name);
  expect(names).toEqual(['a', 'b']);
});

test('what is no archive, ends too early or has an unknown type is refused', async () => {
  const bytes = await tarBytes([file('a', 'x'.repeat(2000))]);
  await expect(readAll(Buffer.alloc(1024, 'x'))).rejects.toBeInstanceOf(TarFormatError);
  for (const length of [100, 600, 1500]) {
    await expect(readAll(bytes.subarray(0, length))).rejects.toThrow('unexpected end of archive');
  }
  const changed = Buffer.from(bytes);
  changed[0] = 0x62;
  await expect(readAll(changed)).rejects.toThrow('invalid tar header');
});

test('an extended header that is too large is refused before it is read', async () => {
  const bytes = await tarBytes([file('é', '')]);
  const large = Buffer.from(bytes);
  large.write('17777777777\0', 124, 'latin1');
  let sum = 0;
  for (let index = 0; index < 512; index += 1) sum += index >= 148 && index < 156 ? 0x20 : (large[index] ?? 0);
  large.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  await expect(readAll(large)).rejects.toThrow('too large');
});

test('a file that changed while it was read makes no archive', async () => {
  await expect(tarBytes([{ ...file('a', 'xy'), size: 3 }])).rejects.toThrow('changed while it was read');
});
