import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DOCS, GENERATED_FOLDERS, generateReference } from './generate-reference.ts';

test('the committed reference and JSON Schema are exactly what model, contract and commands give', async () => {
  const expected = await generateReference();
  const present = await Promise.all(
    GENERATED_FOLDERS.map(async (folder) => {
      const entries = await readdir(new URL(`${folder}/`, DOCS), { recursive: true });
      return entries.filter((path) => /\.\w+$/.test(path)).map((path) => `${folder}/${path}`);
    }),
  );
  expect(present.flat().sort()).toEqual([...expected.keys()].sort());
  for (const [path, text] of expected) {
    const committed = await readFile(new URL(path, DOCS), 'utf8');
    expect(committed === text, `docs/${path} is stale: run 'npm run generate' and commit the result`).toBe(true);
  }
});
