import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FREE_MAPS, fullDocument, model, withTraits } from './test-support/sample.ts';

type Spell = (key: string) => string;

const spellings: Readonly<Record<string, Spell>> = {
  snake_case: (key) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  'kebab-case': (key) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  UPPER: (key) => key.toUpperCase(),
  Pascal: (key) => `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`,
};

/** Respells every key the schema owns; keys of free maps belong to the user. */
function respell(value: unknown, spell: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => respell(item, spell));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isFree =
        (FREE_MAPS.has(key) || key === 'secret') && typeof item === 'object' && !('key' in item && 'name' in item);
      return [spell(key), isFree && key !== 'secret' ? item : isFree ? secretMap(item, spell) : respell(item, spell)];
    }),
  );
}

/** `secret` is a free map in properties and a schema object in valueFrom; only the latter has name and key. */
function secretMap(item: unknown, spell: (key: string) => string): unknown {
  return typeof item === 'object' && item !== null && 'key' in item ? respell(item, spell) : item;
}

describe('spelling', () => {
  const canonical = model.parse(fullDocument);

  test.each(Object.entries(spellings))('%s gives the same document without a word', (_name, spell) => {
    expect(model.parse(respell(fullDocument, spell))).toEqual(canonical);
  });

  test('any mixture of spellings gives the same document', () => {
    const all = Object.values(spellings);
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(all.length - 1)), (choices) => {
        const spell = (key: string) => all[choices.next().value ?? 0]?.(key) ?? key;
        expect(model.parse(respell(fullDocument, spell))).toEqual(canonical);
      }),
      { numRuns: 50 },
    );
  });

  test('irregular names of earlier documents are understood', () => {
    const { document, problems } = model.parse({
      name: 'shop',
      nameSpace: 'default',
      components: [
        {
          name: 'web',
          component_type: 'WebService',
          image: 'nginx',
          traits: {
            storage: [
              { name: 'a1', type: 'persistent', TmpCreate: true },
              { name: 'b1', type: 'persistent', create: 'true' },
            ],
          },
        },
      ],
      workflow_steps: [{ name: 'go', workflow_type: 'deploy', mode: 'stepByStep', components: ['Web'] }],
    });
    expect(problems).toEqual([]);
    expect(document?.component[0]?.traits.storage?.map((volume) => volume.tmpCreate)).toEqual([true, true]);
    expect(document?.workflow).toEqual([{ name: 'go', mode: 'StepByStep', jobType: 'deploy', components: ['web'] }]);
  });

  test("the user's own keys are never rewritten", () => {
    const env = { mount_path: 'a', 'Kebab-Key': 'b', _private: 'c', PORT: 8080, DEBUG: true };
    const { document } = model.parse({
      ...withTraits({}),
      component: [{ name: 'web', type: 'webservice', image: 'a', properties: { env } }],
    });
    const properties = document?.component[0]?.properties;
    expect(properties && 'env' in properties ? properties.env : undefined).toEqual({
      mount_path: 'a',
      'Kebab-Key': 'b',
      _private: 'c',
      PORT: '8080',
      DEBUG: 'true',
    });
  });

  test('null counts as absent', () => {
    expect(
      model.parse({
        name: 'shop',
        alias: null,
        component: [{ name: 'web', type: 'webservice', image: 'a', traits: null, properties: null }],
      }).problems,
    ).toEqual([]);
  });
});

describe('forms of the design notes', () => {
  const notes = (workflow: string, namespace = 'a'): string =>
    `name: first-app\nnamespace: ${namespace}\ncomponent:\n  - {name: front, type: webservice, image: 'front:1'}\n${workflow}`;

  test('R-23: steps under a key of the workflow are its steps, in any spelling, and keep their places in the text', () => {
    const plain = model.parseText(notes('workflow: [{name: deploy, type: deploy, components: [front]}]\n'), {
      unknownFields: 'refuse',
    });
    expect(plain.problems).toEqual([]);
    for (const [outer, inner] of [
      ['Workflow', 'Steps'],
      ['workflow', 'steps'],
      ['WORKFLOW', 'STEPS'],
    ] as const) {
      const step = '    - name: deploy\n      Type: deploy\n      properties: {policies: [front]}\n';
      const text = notes(`${outer}:\n  ${inner}:\n${step}`);
      expect(model.parseText(text, { unknownFields: 'refuse' })).toEqual(plain);
    }
    const wrong = model.parseText(
      notes('Workflow:\n  Steps:\n    - name: deploy\n      properties: {policies: [back]}\n'),
    );
    expect(wrong.problems[0]).toMatchObject({ path: 'workflow[0].properties.policies[0]', position: { line: 8 } });
  });

  test('R-23: a workflow that is an object of anything else is refused', () => {
    for (const workflow of ['Workflow: {Steps: {}}', 'Workflow: {Step: []}', 'Workflow: {Steps: [], mode: DAG}']) {
      expect(model.parseText(notes(workflow)).problems).toMatchObject([{ path: 'workflow', code: 'INVALID_TYPE' }]);
    }
  });

  test('R-23: a namespace may have one letter, as in Kubernetes; names of objects are made of the others', () => {
    expect(model.parseText(notes('', 'b'))).toMatchObject({ document: { namespace: 'b' }, problems: [] });
    expect(model.parseText(notes('', '"-"')).problems).toMatchObject([
      { path: 'namespace', code: 'INVALID_NAME_FORMAT' },
    ]);
    expect(model.parse({ name: 'x' }).problems[0]).toMatchObject({ path: 'name', code: 'NAME_TOO_SHORT' });
  });
});
