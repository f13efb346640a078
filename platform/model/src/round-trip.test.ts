import { isRecord } from '@kubemin/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentFormat } from './document/document-printer.ts';
import { FREE_MAPS, fullDocument, model, withComponent } from './test-support/sample.ts';
import type { AnyDocument } from './types/document.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const formats: readonly DocumentFormat[] = ['json', 'yaml'];

/** Adds unknown fields to objects of a value, wherever `pick` returns true, and lists what it added. */
function addUnknown(
  value: unknown,
  next: () => { readonly key: string; readonly value: unknown } | undefined,
): unknown {
  if (Array.isArray(value)) return value.map((item) => addUnknown(item, next));
  if (!isRecord(value)) return value;
  const inner = Object.entries(value).map(([key, item]) => {
    const isFree = FREE_MAPS.has(key) || (key === 'secret' && isRecord(item) && !('key' in item));
    return [key, isFree && isRecord(item) && !('key' in item) ? item : addUnknown(item, next)];
  });
  const extra = next();
  return Object.fromEntries(extra === undefined ? inner : [...inner, [extra.key, extra.value]]);
}

function accepted(input: unknown): AnyDocument {
  const { document, problems } = model.parse(input);
  if (document === undefined) throw new Error(JSON.stringify(problems.filter((each) => each.severity === 'error')));
  return document;
}

const unknownKey = fc.oneof(
  fc.constantFrom('<<', '__proto__', 'constructor', '', 'x y', '_note', '10'),
  fc.string({ maxLength: 8 }).map((text) => `x-${text}`),
);

const unknownField = fc.option(fc.record({ key: unknownKey, value: fc.jsonValue({ maxDepth: 3 }) }), {
  nil: undefined,
});

const awkwardText = fc.oneof(
  // A zero character is refused: neither Kubernetes nor every database can keep it.
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom(
    '1.10',
    'yes',
    'null',
    '~',
    '0x1F',
    '',
    ' a ',
    '#x',
    'a: b',
    '- a',
    '<<',
    'a\n b\n',
    '\ttab',
    '!x',
    '*a',
    '"',
  ),
);

describe.each(formats)('a document printed as %s', (format) => {
  test('reads as the same document, whatever unknown fields it has at whatever level', () => {
    fc.assert(
      fc.property(fc.infiniteStream(unknownField), (stream) => {
        const document = accepted(addUnknown(fullDocument, () => stream.next().value));
        const text = model.printDocument(document, { format });
        const again = model.parseText(text, { unknownFields: 'keep' });
        expect(again.document).toEqual(document);
        expect(again.problems.every((problem) => problem.code === 'UNKNOWN_FIELD')).toBe(true);
        expect(model.printDocument(accepted(again.document), { format })).toBe(text);
      }),
      { numRuns: FULL ? 200 : 15 },
    );
  });

  test("keeps the author's own maps to the letter", () => {
    const envKey = fc.stringMatching(/^[A-Za-z_][\w.-]{0,8}$/).filter((key) => key !== '__proto__');
    const dataKey = fc.stringMatching(/^[\w-][\w.-]{0,8}$/).filter((key) => key !== '__proto__');
    const maps = fc.record({
      env: fc.dictionary(envKey, awkwardText),
      conf: fc.dictionary(dataKey, awkwardText, { minKeys: 1 }),
    });
    fc.assert(
      fc.property(maps, ({ env, conf }) => {
        const document = accepted({
          name: 'shop',
          component: [
            { name: 'web', type: 'webservice', image: 'a', properties: { env } },
            { name: 'conf', type: 'config', properties: { conf } },
          ],
        });
        const again = model.parseText(model.printDocument(document, { format }), { unknownFields: 'keep' }).document;
        expect(again).toEqual(document);
        expect(again?.component[0]?.properties).toMatchObject({ env });
        expect(again?.component[1]?.properties).toMatchObject({ conf });
      }),
      { numRuns: FULL ? 500 : 40 },
    );
  });
});

describe('printing', () => {
  test('writes what an author would: no defaults, no derived workflow, fields in one order', () => {
    const document = accepted({
      components: [{ image: 'nginx', traits: {}, type: 'WebService', replicas: 1, name: 'Web' }],
      name: 'shop',
      $schema: './application.schema.json',
      _comment: 'ours',
    });
    expect(model.printDocument(document, { format: 'json' })).toBe(`{
  "$schema": "./application.schema.json",
  "name": "shop",
  "component": [
    {
      "name": "web",
      "type": "webservice",
      "image": "nginx"
    }
  ],
  "_comment": "ours"
}
`);
  });

  test('is the same text for the same document in any spelling and order', () => {
    const one = {
      name: 'shop',
      component: [{ name: 'web', type: 'webservice', image: 'a', properties: { ports: [{ port: 80 }] } }],
    };
    const other = {
      component: [
        {
          Properties: { ports: [{ expose: true, port: '80' }] },
          component_type: 'webservice',
          image: 'a',
          name: 'web',
        },
      ],
      name: 'Shop',
    };
    expect(model.printDocument(accepted(other))).toBe(model.printDocument(accepted(one)));
  });

  test('keeps what has no effect where it stands, and reports it again when read', () => {
    const input = {
      name: 'shop',
      component: [
        {
          name: 'conf',
          type: 'config',
          image: 'unused',
          namespace: 'elsewhere',
          properties: { conf: { a: 'x' } },
          traits: { storage: [{ type: 'ephemeral', colour: 'red' }] },
        },
      ],
    };
    const first = model.parse(input);
    const second = model.parseText(model.printDocument(accepted(input), { format: 'json' }), { unknownFields: 'keep' });
    expect(second.document).toEqual(first.document);
    expect(second.document?.component[0]?.traits).toEqual({});
    expect(second.problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'UNKNOWN_FIELD component[0].traits.storage[0].colour',
      'NAMESPACE_IGNORED component[0].namespace',
      'TRAIT_IGNORED component[0].traits.storage',
    ]);
  });

  test('extras stay with their component when the list changes around it', () => {
    const document = accepted({
      name: 'shop',
      component: ['api', 'web'].map((name) => ({ name, type: 'webservice', image: 'a', [`x-${name}`]: 1 })),
    });
    const text = model.printDocument({ ...document, component: document.component.toReversed(), workflow: [] });
    expect(model.parseText(text, { unknownFields: 'keep' }).problems.map(({ path }) => path)).toEqual([
      'component[0].x-web',
      'component[1].x-api',
    ]);
  });

  test('what a document carries beside it cannot replace its own fields', () => {
    const extras = [
      { path: ['name'], value: 'other' },
      { path: ['component', 'web', 'image'], value: 'evil' },
      { path: ['component', 'gone', 'image'], value: 'evil' },
      { path: ['component', 7, 'image'], value: 'evil' },
    ];
    expect(model.parse({ ...withComponent({}), extras }).document).toEqual(model.parse(withComponent({})).document);
  });
});
