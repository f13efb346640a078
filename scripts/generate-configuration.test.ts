import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CONFIGURATION, configurationPage } from './generate-configuration.ts';

test('the tables of docs/configuration.md are exactly those of the settings', async () => {
  const committed = await readFile(CONFIGURATION, 'utf8');
  expect(
    configurationPage(committed) === committed,
    "docs/configuration.md is stale: run 'npm run generate' and commit the result",
  ).toBe(true);
});
