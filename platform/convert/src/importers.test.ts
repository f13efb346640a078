import { model, render, StrictCluster } from '@kubemin/testing/rendering';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { ImportError } from './import/source/import-error.ts';
import { detectFormat, importers, importText } from './importers.ts';
import { fixtures } from './test-support/fixture.ts';

const FORMATS = ['compose', 'score', 'manifests', 'minik8s'] as const;
const all = FORMATS.flatMap((format) => fixtures(format).map(([name, text]) => [format, name, text] as const));

test.each(all)('%s/%s is recognised', (format, _name, text) => {
  expect(detectFormat(text)).toBe(format);
  expect(importText(text)).toMatchObject({ format, ...importers[format].import(text) });
});

describe('what imported texts render to is taken by a strict Kubernetes', () => {
  let cluster: StrictCluster;
  beforeAll(async () => {
    cluster = await StrictCluster.start([]);
  });
  afterAll(() => cluster.close());

  test.each(all)('%s/%s', async (format, name, text) => {
    const namespace = `${format}-${name.replace('.yaml', '')}`;
    const objects = render({ ...importText(text).document, namespace }).map(({ object }) => object);
    expect(objects.length).toBeGreaterThan(0);
    expect(await cluster.complaints(objects)).toEqual([]);
  });
});

test.each([
  ['an application of our own', 'name: shop\ncomponent: []'],
  ['a list', '[1, 2]'],
  ['nothing', ''],
  ['a word', 'hello'],
])('%s is of no foreign format', (_name, text) => {
  expect(detectFormat(text)).toBeUndefined();
  expect(() => importText(text)).toThrow(expect.objectContaining({ code: 'IMPORT_UNKNOWN_FORMAT' }));
});

describe('whatever is done to a text, the result is valid or an ImportError', () => {
  const junk = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      '',
      ' ',
      'A'.repeat(300),
      -1,
      1e9,
      0.5,
      true,
      [],
      {},
      'not a name',
      '../..',
      '${',
      '$(',
    ),
    fc.array(fc.string(), { maxLength: 2 }),
    fc.dictionary(fc.string(), fc.integer(), { maxKeys: 2 }),
  );

  test.each(FORMATS)('%s', (format) => {
    const texts = fixtures(format).map(([, text]) => text);
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(fc.tuple(fc.nat(), junk), { minLength: 1, maxLength: 4 }),
        (text, changes) => {
          const imported = outcome(() => importers[format].import(mutated(text, changes), { model }));
          if (imported === undefined) return;
          const errors = model.parse(imported.document).problems.filter(({ severity }) => severity === 'error');
          expect(errors).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  });
});

function outcome<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError);
    return undefined;
  }
}

type Slot = { readonly parent: Record<string, unknown>; readonly key: string };

/** Puts junk in place of values anywhere in a text. */
function mutated(text: string, changes: readonly (readonly [number, unknown])[]): string {
  const documents = parseAllDocuments(text, { merge: true }).map((document): unknown =>
    structuredClone(document.toJS()),
  );
  for (const [place, value] of changes) {
    const slots = documents.flatMap((document) => valueSlots(document));
    const slot = slots[place % Math.max(1, slots.length)];
    if (slot !== undefined) slot.parent[slot.key] = value;
  }
  return documents.map((document) => stringify(document, { aliasDuplicateObjects: false })).join('---\n');
}

function valueSlots(value: unknown): readonly Slot[] {
  if (!isRecord(value)) return [];
  return Object.keys(value).flatMap((key) => [{ parent: value, key }, ...valueSlots(value[key])]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
