import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentFormat } from '../document/document-printer.ts';
import { findings, model, type Rule } from '../test-support/sample.ts';
import type { AnyDocument } from './document.ts';

const web = { name: 'web', type: 'webservice', image: 'nginx:1.27' };

/** An application with a component of its own between two entries that name a template. */
const templated = {
  name: 'billing',
  component: [
    { template: { id: 'mysql-template' } },
    { ...web, dependsOn: ['billing-db'], traits: { envFrom: [{ type: 'secret', sourceName: 'billing-secret' }] } },
    {
      name: 'Billing-DB',
      type: 'store',
      template: { id: 'mysql-template', target: 'tem-mysql' },
      image: 'mysql:9.3',
      replicas: 2,
      dependsOn: ['billing-secret'],
      properties: { env: { MYSQL_DATABASE: 'billing' } },
      traits: { resources: { cpu: 2, memory: '500K' }, share: 'force' },
      'x-note': 'kept',
    },
  ],
};

function accepted(input: unknown): AnyDocument {
  const { document, problems } = model.parse(input);
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

const withEntry = (entry: object) => ({ name: 'billing', component: [entry] });

describe('an entry that names a template', () => {
  test('stands apart from the components, with its place, and only with what its author gave', () => {
    const { component, templates } = accepted(templated);
    expect(component.map(({ name }) => name)).toEqual(['web']);
    expect(templates).toEqual([
      { index: 0, template: { id: 'mysql-template' }, properties: {}, traits: {} },
      {
        index: 2,
        name: 'billing-db',
        type: 'store',
        template: { id: 'mysql-template', target: 'tem-mysql' },
        image: 'mysql:9.3',
        replicas: 2,
        dependsOn: ['billing-secret'],
        properties: { env: { MYSQL_DATABASE: 'billing' } },
        traits: { resources: { cpu: '2', memory: '500k' }, share: { strategy: 'force' } },
      },
    ]);
  });

  test.each(['template', 'Template', 'Tem', 'tem', 'TEM'])('may be written as %s', (key) => {
    expect(findings(withEntry({ ...web, image: undefined, [key]: { ID: ' mysql-template ' } }))).toEqual([]);
    const { templates } = accepted(withEntry({ [key]: { Id: 'mysql-template', TARGET: 'Tem-MySQL' } }));
    expect(templates?.[0]?.template).toEqual({ id: 'mysql-template', target: 'tem-mysql' });
  });

  test('takes its image from its properties too, as components do', () => {
    const { templates } = accepted(withEntry({ template: { id: 'a' }, properties: { image: 'mysql:9' } }));
    expect(templates).toMatchObject([{ image: 'mysql:9', properties: {} }]);
  });

  test.each<Rule>([
    ['without an id', withEntry({ template: {} }), ['error MISSING_REQUIRED_FIELD component[0].template.id']],
    [
      'with a blank id',
      withEntry({ template: { id: ' ' } }),
      ['error MISSING_REQUIRED_FIELD component[0].template.id'],
    ],
    ['that is a text', withEntry({ template: 'mysql' }), ['error INVALID_TYPE component[0].template']],
    ['that is null is none', withEntry({ ...web, template: null }), []],
    [
      'of a type there is not',
      withEntry({ template: { id: 'a' }, type: 'stor' }),
      ['error INVALID_COMPONENT_TYPE component[0].type'],
    ],
    [
      'with an invalid name and number',
      withEntry({ template: { id: 'a' }, name: 'x', replicas: -1 }),
      ['error NAME_TOO_SHORT component[0].name', 'error INVALID_REPLICAS component[0].replicas'],
    ],
    [
      'with what a template keeps to itself',
      withEntry({ template: { id: 'a' }, properties: { ports: [] }, traits: { storage: [] } }),
      ['warning UNKNOWN_FIELD component[0].properties.ports', 'warning UNKNOWN_FIELD component[0].traits.storage'],
    ],
    [
      'in another namespace',
      withEntry({ template: { id: 'a' }, namespace: 'other' }),
      ['warning NAMESPACE_IGNORED component[0].namespace'],
    ],
    [
      'with the name of a component',
      { name: 'billing', component: [web, { template: { id: 'a' } }, { name: 'WEB', template: { id: 'a' } }] },
      ['error DUPLICATE_COMPONENT component[2].name'],
    ],
  ])('%s', (_name, input, expected) => {
    expect(findings(input)).toEqual(expected);
  });

  test('a misspelled one is guessed', () => {
    const [problem] = model.parse(withEntry({ ...web, templates: { id: 'a' } })).problems;
    expect(problem).toMatchObject({ code: 'UNKNOWN_FIELD' });
    expect(problem?.message).toContain('Did you mean "template"?');
  });
});

describe('what depends on the components of a template is not checked before they exist', () => {
  test('references of components and steps', () => {
    const workflow = [{ name: 'billing-secret' }, { name: 'rest', components: ['web', 'billing-db', 'later'] }];
    expect(findings({ ...templated, workflow })).toEqual(['warning UNKNOWN_FIELD component[2].x-note']);
    const component = [{ ...web, name: 'first' }, ...templated.component.slice(1, 2)];
    expect(findings({ ...templated, component, workflow })).toEqual([
      'error COMPONENT_NOT_FOUND component[1].dependsOn[0]',
      'warning REFERENCE_NOT_IN_DOCUMENT component[1].traits.envFrom[0].sourceName',
      'error WORKFLOW_STEP_NO_COMPONENT workflow[0]',
      'error COMPONENT_NOT_FOUND workflow[1].components[1]',
      'error COMPONENT_NOT_FOUND workflow[1].components[2]',
      'warning COMPONENT_NOT_IN_WORKFLOW component[0]',
    ]);
  });

  test('the workflow, which is made from all components there will be', () => {
    expect(accepted(templated).workflow).toEqual([]);
    expect(accepted({ ...templated, workflow: [{ name: 'go', components: ['web'] }] }).workflow).toHaveLength(1);
  });

  test('everything else is', () => {
    const component = [...templated.component, { name: 'api', type: 'webservice' }];
    expect(findings({ ...templated, component })).toContain('error MISSING_IMAGE component[3].image');
  });
});

describe('round trip', () => {
  const text = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/);
  const texts = fc.dictionary(fc.stringMatching(/^[A-Z]{1,5}$/), fc.string({ maxLength: 5 }), { minKeys: 1 });
  const entry = fc.record(
    {
      template: fc.record({ id: text, target: text }, { requiredKeys: ['id'] }),
      name: fc.constant('unique'),
      type: fc.constantFrom('store', 'secret', 'cron'),
      image: text,
      replicas: fc.nat(5),
      dependsOn: fc.array(text, { minLength: 1, maxLength: 2 }),
      namespace: text,
      properties: fc.record({ env: texts, conf: texts, secret: texts }, { requiredKeys: [] }),
      traits: fc.record({ resources: fc.constant({ cpu: '1' }), share: fc.constant({}) }, { requiredKeys: [] }),
      'x-other': fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: ['template'] },
  );
  const list = fc.array(fc.oneof(entry, fc.constant('component' as const)), { minLength: 1, maxLength: 6 });

  test.each<DocumentFormat>(['json', 'yaml'])(
    'parse, print as %s and parse give the same, in the same order',
    (format) => {
      fc.assert(
        fc.property(list, (entries) => {
          const component = entries.map((each, index) => {
            const name = `name-${index}`;
            if (each === 'component') return { ...web, name };
            return each.name === undefined ? each : { ...each, name };
          });
          const document = accepted({ name: 'billing', component });
          const printed = model.printDocument(document, { format });
          expect(model.parseText(printed, { unknownFields: 'keep' }).document).toEqual(document);
          expect(model.parse(document).document).toEqual(document);
          expect(
            accepted(model.parseText(printed, { unknownFields: 'keep' }).document).templates?.map(
              ({ index }) => index,
            ) ?? [],
          ).toEqual(entries.flatMap((each, index) => (each === 'component' ? [] : [index])));
        }),
        { numRuns: 60 },
      );
    },
  );

  test('printed, an entry is as its author wrote it', () => {
    const printed = model.printDocument(accepted(withEntry({ Tem: { ID: 'mysql-template' }, properties: {} })));
    expect(printed).toBe('name: billing\ncomponent:\n  - template:\n      id: mysql-template\n');
  });
});

test('the JSON Schema has a place for entries that are no component', () => {
  const schema = JSON.stringify(model.jsonSchema());
  expect(schema).toContain('"$ref":"#/$defs/templateEntry"');
  expect(model.jsonSchema().$defs).toMatchObject({
    templateEntry: {
      required: ['template'],
      properties: { template: { title: 'Template', properties: { id: { examples: ['mysql-template'] } } } },
    },
  });
});
