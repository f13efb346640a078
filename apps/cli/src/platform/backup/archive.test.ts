import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quickDirectory } from '@kubemin/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ArchiveError } from './archive-error.ts';
import { BACKUP_FORMAT, describeFiles, isPlainName, type Manifest } from './manifest.ts';
import { readTarHeader, tarHeader } from './tar-header.ts';
import { unpackArchive } from './unpack-archive.ts';
import { writeArchive } from './write-archive.ts';

let directory: Awaited<ReturnType<typeof quickDirectory>>;
beforeEach(async () => {
  directory = await quickDirectory();
});
afterEach(() => directory.remove());

const at = (...parts: readonly string[]): string => join(directory.path, ...parts);

/** Writes an archive of some files and returns its path. */
async function archive(contents: Readonly<Record<string, Uint8Array>>, changes: Partial<Manifest> = {}) {
  await rm(at('from'), { recursive: true, force: true });
  await mkdir(at('from', 'certificates'), { recursive: true });
  for (const [name, content] of Object.entries(contents)) await writeFile(at('from', name), content);
  const files = await describeFiles(at('from'), Object.keys(contents));
  const manifest = { format: BACKUP_FORMAT, version: '1', createdAt: '2026-01-02T03:04:05.000Z', files, ...changes };
  await writeArchive({ from: at('from'), manifest, file: at('backup') });
  return { file: at('backup'), manifest };
}

async function unpack(file: string): Promise<Manifest> {
  await rm(at('to'), { recursive: true, force: true });
  await mkdir(at('to'));
  return unpackArchive(file, at('to'));
}

test('what was packed is unpacked byte by byte, whatever its sizes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.constantFrom(0, 1, 511, 512, 513, 1_024, 100_000),
      async (content, size) => {
        const contents = { 'platform.db': content, 'certificates/ca.crt': new Uint8Array(size).fill(7) };
        const { file, manifest } = await archive(contents);
        expect(await unpack(file)).toEqual(manifest);
        for (const [name, expected] of Object.entries(contents)) {
          expect(Buffer.compare(await readFile(at('to', name)), expected)).toBe(0);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test('an archive that was cut off or damaged anywhere is refused, or unpacked as it was', async () => {
  const { file, manifest } = await archive({
    'platform.db': Buffer.from('x'.repeat(3_000)),
    'secret-keys': Buffer.from('k'),
  });
  const whole = await readFile(file);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      async (place, by, cut) => {
        const damaged = cut ? whole.subarray(0, place) : Buffer.from(whole);
        if (!cut) damaged.writeUInt8(damaged.readUInt8(place) ^ by, place);
        await writeFile(at('damaged'), damaged);
        const outcome = await unpack(at('damaged')).catch((error) => error);
        // Some bytes of the gzip header are not checked; any other change must be detected.
        if (!(outcome instanceof ArchiveError)) {
          expect(outcome).toEqual(manifest);
          expect(await readFile(at('to', 'platform.db'), 'utf8')).toBe('x'.repeat(3_000));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('names that lead out of the directory are refused, and so is a format of the future', async () => {
  for (const name of ['../outside', '/etc/passwd', 'a/../../b', '..', 'a//b', ''])
    expect(isPlainName(name)).toBe(false);
  expect(isPlainName('certificates/ca.crt')).toBe(true);
  const files = [{ name: '../outside', size: 0, sha256: '' }];
  // The manifest lies; the archive holds what it holds.
  await writeFile(at('outside'), '');
  await mkdir(at('from'), { recursive: true });
  const { file } = await archive({}, { files });
  await expect(unpack(file)).rejects.toThrow('unexpected file');
  const future = await archive({}, { format: BACKUP_FORMAT + 1, version: '99.0.0' });
  await expect(unpack(future.file)).rejects.toThrow('KubeMin 99.0.0');
});

test('headers give back name and size, also of files beyond eight gigabytes', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w./-]{1,100}$/), fc.maxSafeNat(), (name, size) => {
      expect(readTarHeader(tarHeader({ name, size }, new Date(0)))).toEqual({ name, size });
    }),
  );
});
