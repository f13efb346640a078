import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullDocument, model } from './test-support/sample.ts';

type Path = readonly (string | number)[];

function pathsOf(value: unknown, prefix: Path = []): readonly Path[] {
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  return [prefix, ...entries.flatMap(([key, item]) => pathsOf(item, [...prefix, key]))];
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

const junk = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue(),
  fc.constantFrom(-1, 0, 1e21, Number.NaN, '', ' ', 'x'.repeat(300), '__proto__', [], {}, [[]], [null], { name: null }),
  fc.constant(JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}')),
);

describe('hostile input', () => {
  const paths = pathsOf(fullDocument);

  test('mutated documents never throw, and every problem points at a place that exists', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), junk), { minLength: 1, maxLength: 4 }), (changes) => {
        const mutated = changes.reduce<unknown>(
          (value, [path, junkValue]) => replaceAt(value, path, junkValue),
          fullDocument,
        );
        const { document, problems } = model.parse(mutated);
        expect(document === undefined).toBe(problems.some((problem) => problem.severity === 'error'));
        for (const problem of problems) {
          expect(leadsSomewhere(mutated, readPath(problem.path)), `${problem.code} at ${problem.path}`).toBe(true);
        }
      }),
      { numRuns: 1000 },
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
      { numRuns: 300 },
    );
  });

  test('damaged JSON text gives problems, not exceptions', () => {
    const text = JSON.stringify(fullDocument, undefined, 1);
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(20), fc.string({ maxLength: 5 }), (at, cut, insert) => {
        const { document, problems } = model.parseText(text.slice(0, at) + insert + text.slice(at + cut));
        expect(document === undefined).toBe(problems.some((problem) => problem.severity === 'error'));
      }),
      { numRuns: 300 },
    );
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
