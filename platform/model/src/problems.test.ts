import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemCodes } from './problem/problem-code.ts';
import { findings, fullDocument, model, withComponent, withTraits } from './test-support/sample.ts';

test('all problems of a document come at once', () => {
  const codes = findings({
    name: 'X',
    component: [{ name: 'web', type: 'webservice', traits: { probes: [{ type: 'x' }], storage: [{}], envs: [{}] } }],
    workflow: [{ name: 'aa', components: ['db'] }],
  });
  expect(codes).toHaveLength(9);
});

test('a document that uses everything has no problem', () => {
  expect(model.parse(fullDocument).problems).toEqual([]);
});

test('every code the sources mention is in the catalogue', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    // types/registry.ts throws at programmers; it reports nothing about documents.
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== join('types', 'registry.ts'),
  );
  const used = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/(?:code|missing): '([A-Z_]+)'/g)].map(
      ([, code]) => code ?? '',
    ),
  );
  expect(used.length).toBeGreaterThan(40);
  expect(used.filter((code) => !Object.hasOwn(problemCodes, code))).toEqual([]);
});

test('messages suggest what was meant', () => {
  const [problem] = model.parse(withComponent({ type: 'webservise' })).problems;
  expect(problem?.message).toContain('Did you mean "webservice"?');
  const [unknown] = model.parse(withTraits({ storrage: [] })).problems;
  expect(unknown?.message).toContain('Did you mean "storage"?');
});
