import { join } from 'node:path';
import { catalogueProblems } from '@kubemin/testing';
import { expect, test } from 'vitest';

test('every message has both languages and is used', async () => {
  expect(await catalogueProblems(join(import.meta.dirname, '../..'))).toEqual([]);
});
