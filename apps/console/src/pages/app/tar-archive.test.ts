import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tarArchive } from './tar-archive.ts';

test('tar unpacks the archive to the same files', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'kubemin-tar-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const files = { 'Chart.yaml': 'name: shop\n', 'templates/api.yaml': 'é'.repeat(700), 'empty.txt': '' };
  const archive = tarArchive(files, new Date('2026-01-01T00:00:00Z'));
  writeFileSync(join(directory, 'all.tar'), Buffer.from(await archive.arrayBuffer()));
  execFileSync('tar', ['-xf', 'all.tar'], { cwd: directory });
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(directory, name), 'utf8')).toBe(text);
});

test('a name that does not fit is refused', () => {
  expect(() => tarArchive({ ['x'.repeat(101)]: '' }, new Date(0))).toThrow('100 bytes');
});
