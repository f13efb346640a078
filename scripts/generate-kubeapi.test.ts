import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { GENERATED, generateKubeapi } from './generate-kubeapi.ts';

test('the committed generated files are exactly what the generator gives', async () => {
  const expected = await generateKubeapi();
  const present = (await readdir(GENERATED, { recursive: true })).filter((path) => path.endsWith('.ts'));
  expect(present.sort()).toEqual([...expected.keys()].sort());
  for (const [path, text] of expected) {
    const committed = await readFile(new URL(path, GENERATED), 'utf8');
    expect(committed === text, `${path} is stale: run 'npm run generate' and commit the result`).toBe(true);
  }
});
