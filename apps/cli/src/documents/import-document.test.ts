import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { runHere } from '../test-support/run-here.ts';

test('a document converted from manifests with a Secret is for its owner alone', async () => {
  const directory = await temporaryDirectory();
  try {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'pass' },
      stringData: { PASSWORD: 'hunter2hunter2' },
    };
    await writeFile(join(directory.path, 'manifests.json'), JSON.stringify(secret));
    const line = ['import', 'manifests.json', '--name', 'shop', '--file', 'shop.yaml'];
    expect(await runHere(line, { cwd: directory.path })).toMatchObject({ exitCode: 0 });
    expect((await stat(join(directory.path, 'shop.yaml'))).mode & 0o777).toBe(0o600);
  } finally {
    await directory.remove();
  }
});
