import { expect, test } from 'vitest';
import type { RedisFacts } from '../../redis/redis-facts.ts';
import { memoryProblem, versionProblem } from './precheck.ts';

test.each([
  ['7.0.15', '7.2.4', undefined],
  ['6.2.1', '7.0.0', undefined],
  ['7.2.0', '7.0.0', undefined],
  ['7.0.15', '6.2.0', /upgrade it to 7 or later/],
  ['10.0.0', '9.9.9', /upgrade it to 10 or later/],
  ['3.2.0', '4.0.0', /upgrade it to 5 or later/],
])('Redis %s to Redis %s', (source, dest, problem) => {
  const found = versionProblem(source, dest);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

test.each([
  [{ usedBytes: 5_000_000 }, { usedBytes: 1, maxBytes: 0 }, undefined],
  [{ usedBytes: 5_000_000 }, { usedBytes: 1_000_000, maxBytes: 6_000_000 }, undefined],
  [{ usedBytes: 5_242_880 }, { usedBytes: 1_048_576, maxBytes: 2_097_152 }, /uses 5.0 MiB .* room for 1.0 MiB/],
  [{ usedBytes: 1_048_576 }, { usedBytes: 20, maxBytes: 10 }, /room for 0.0 MiB; raise its maxmemory/],
])('%o into %o', (source, dest, problem) => {
  const server: RedisFacts = { runId: '', version: '', mode: 'standalone', usedBytes: 0, maxBytes: 0, databases: [] };
  const found = memoryProblem({ ...server, ...source }, { ...server, ...dest });
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});
