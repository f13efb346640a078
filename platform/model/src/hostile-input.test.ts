import { isRecord } from '@kubemin/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problemCodes } from './problem/problem-code.ts';
import { findings, fullDocument, model, withComponent } from './test-support/sample.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';

type Path = readonly (string | number)[];

function valuePaths(value: unknown, prefix: Path = []): readonly Path[] {
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  return [prefix, ...entries.flatMap(([key, item]) => valuePaths(item, [...prefix, key]))];
}

/** A copy of `value` with what stands at `path` replaced, or removed when the replacement is undefined. */
function replaceAt(value: unknown, [step, ...rest]: Path, replacement: unknown): unknown {
  if (step === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? replaceAt(item, rest, replacement) : item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === String(step) ? replaceAt(item, rest, replacement) : item]),
  );
}

function readPath(text: string): Path {
  return [...text.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(([, index, quoted, key]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? (key ?? '') : String(JSON.parse(quoted));
  });
}

/** A path exists when all but its last step lead to something; the last may be what is missing. */
function leadsSomewhere(value: unknown, [step, ...rest]: Path): boolean {
  if (step === undefined || rest.length === 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  const next = Object.entries(value).find(([key]) => key === String(step));
  // Parts that may be left out altogether are where a required field inside them is missed.
  if (next === undefined || next[1] === null || next[1] === undefined)
    return step === 'properties' || step === 'traits';
  return leadsSomewhere(next[1], rest);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null ? new Map(Object.entries(inner)).get(String(step)) : undefined,
    value,
  );
}

/** Reads a document, which must end in a document or in errors, every problem with a place, a known code and words. */
function expectSound(input: unknown): void {
  const { document, problems } = model.parse(input);
  expect(document === undefined).toBe(problems.some((problem) => problem.severity === 'error'));
  for (const { path, code, message } of problems) {
    expect(leadsSomewhere(input, readPath(path)), `${code} at ${path}`).toBe(true);
    expect(Object.hasOwn(problemCodes, code), code).toBe(true);
    expect(message).not.toBe('');
  }
  if (document !== undefined) expect(model.parse(document).document).toEqual(document);
}

const junk = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue(),
  fc.constantFrom(-1, 0, 1e21, Number.NaN, '', ' ', 'x'.repeat(300), '__proto__', [], {}, [[]], [null], { name: null }),
  fc.constant(JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}')),
);

describe('hostile input', () => {
  const paths = valuePaths(fullDocument);

  test('mutated documents never throw, and every problem points at a place that exists', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), junk), { minLength: 1, maxLength: 4 }), (changes) => {
        const mutated = changes.reduce<unknown>(
          (value, [path, junkValue]) => replaceAt(value, path, junkValue),
          fullDocument,
        );
        expectSound(mutated);
      }),
      { numRuns: FULL ? 1000 : 250 },
    );
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('any text at all gives problems, not exceptions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { document, problems } = model.parseText(text);
        expect(document).toBeUndefined();
        expect(problems.length).toBeGreaterThan(0);
      }),
      { numRuns: FULL ? 300 : 80 },
    );
  });

  test('damaged JSON text gives problems, not exceptions', () => {
    const text = JSON.stringify(fullDocument, undefined, 1);
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(20), fc.string({ maxLength: 5 }), (at, cut, insert) => {
        const { document, problems } = model.parseText(text.slice(0, at) + insert + text.slice(at + cut));
        expect(document === undefined).toBe(problems.some((problem) => problem.severity === 'error'));
      }),
      { numRuns: FULL ? 300 : 80 },
    );
  });

  test('documents whose parts are moved, renamed, wrapped or repeated never throw either', () => {
    const kinds = ['copy', 'wrap', 'repeat', 'rename'] as const;
    const change = fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(...paths), fc.constantFrom(...paths));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const mutated = changes.reduce<unknown>((value, [kind, path, other]) => {
          const there = valueAt(value, path);
          if (kind === 'copy') return replaceAt(value, path, valueAt(value, other));
          if (kind === 'wrap') return replaceAt(value, path, [there]);
          if (kind === 'repeat') return replaceAt(value, path, Array.isArray(there) ? [...there, ...there] : there);
          const renamed = isRecord(there) ? Object.entries(there).map(([key, item]) => [`${key}x`, item]) : [];
          return replaceAt(value, path, Object.fromEntries(renamed));
        }, fullDocument);
        expectSound(mutated);
      }),
      { numRuns: FULL ? 300 : 80 },
    );
  });

  test('a value that contains itself is refused, not followed', () => {
    const cycle: Record<string, unknown> = { name: 'shop' };
    cycle.component = [{ name: 'web', type: 'webservice', image: 'a', traits: cycle }];
    expect(findings(cycle)).toEqual([expect.stringMatching(/^error DOCUMENT_TOO_DEEP component\[0\]\.traits\./)]);
  });

  test('nesting has an end, and the message has its place', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 'x' : { inner: deep(levels - 1) });
    expect(findings({ ...withComponent({}), extra: deep(90) })).toEqual(['warning UNKNOWN_FIELD extra']);
    const { problems } = model.parse({ ...withComponent({}), extra: deep(200) });
    expect(problems).toMatchObject([{ code: 'DOCUMENT_TOO_DEEP', message: expect.stringContaining('100 levels') }]);
    expect(model.parseText(`name: shop\nextra: ${'{a: '.repeat(150)}1${'}'.repeat(150)}`).problems[0]?.code).toBe(
      'DOCUMENT_TOO_DEEP',
    );
  });

  test('the number of values has an end', () => {
    const many = new Array<number>(600_000).fill(0);
    expect(findings({ ...withComponent({}), many })).toEqual(['error DOCUMENT_TOO_LARGE ']);
  });

  test('what a document carries beside it is bounded as if it stood inside', () => {
    const deep = { path: new Array<string>(90).fill('a'), value: JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`) };
    expect(findings({ ...withComponent({}), extras: [deep] })[0]).toContain('DOCUMENT_TOO_DEEP');
    const many = Array.from({ length: 20_000 }, (_, index) => ({ path: [`x${index}`], value: index }));
    const { document } = model.parse({ ...withComponent({}), extras: many });
    expect(document?.extras).toHaveLength(20_000);
  });

  test('the problems are never much longer than the document', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `component-with-a-rather-long-name-${index}`);
    const input = {
      name: 'shop',
      component: names.map((name) => ({ name, type: 'webservice', image: 'a', dependsOn: [`${name}-missing`] })),
      workflow: [{ name: 'all', components: names.map((name) => `${name}-gone`) }],
    };
    const { problems } = model.parse(input);
    expect(problems.length).toBeGreaterThanOrEqual(1000);
    expect(JSON.stringify(problems).length).toBeLessThan(JSON.stringify(input).length * 10);
  });

  test('a thousand unknown fields do not drown the one error', () => {
    const noise = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`x${index}`, 1]));
    const { problems } = model.parse({ ...noise, name: 'shop', component: [{ name: 'web', type: 'webservice' }] });
    expect(problems.length).toBeLessThanOrEqual(1001);
    expect(problems.filter((problem) => problem.severity === 'error').map((problem) => problem.code)).toEqual([
      'MISSING_IMAGE',
    ]);
  });
});
