import fc from 'fast-check';
import { expect, test } from 'vitest';
import { platformModel } from '../platform-model.ts';
import { editDocument } from './document-edit.ts';

const YAML = `# The shop.
name: shop # do not rename

components:
- name: web # the front
  type: webservice
  image: "web:1"
`;

test('comments, quotes, spellings and the form of lists stay where nothing is changed', () => {
  const edit = editDocument(YAML, 'yaml');
  edit.append(['component'], { name: 'api', type: 'webservice', image: 'api:1' });
  edit.set(['component', 0, 'traits', 'resources'], { cpu: '100m' });
  expect(edit.text()).toBe(`# The shop.
name: shop # do not rename

components:
- name: web # the front
  type: webservice
  image: "web:1"
  traits:
    resources:
      cpu: 100m
- name: api
  type: webservice
  image: api:1
`);
  expect(edit.at(['component', 1, 'name'])).toBe('api');
});

test('a list is made where there is none, in YAML and in JSON, which keeps its indentation', () => {
  const yaml = editDocument('name: shop\n', 'yaml');
  yaml.append(['workflow'], { name: 'one' });
  expect(yaml.text()).toBe('name: shop\nworkflow:\n  - name: one\n');
  const json = editDocument('{\n    "name": "shop"\n}', 'json');
  json.append(['workflow'], { name: 'one' });
  json.set(['component', 0, 'name'], 'web');
  expect(JSON.parse(json.text())).toEqual({ name: 'shop', workflow: [{ name: 'one' }], component: [{ name: 'web' }] });
  expect(json.text()).toContain('\n    "name": "shop"');
});

test('whatever is added, the rest of the document means the same as before', () => {
  const model = platformModel();
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9]{2,8}$/), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(names, fc.constantFrom('yaml', 'json'), (all, format) => {
      const component = all.map((name) => ({ name, type: 'webservice', image: `${name}:1` }));
      const document = model.parse({ name: 'shop', component: component.slice(1) }).document;
      if (document === undefined) throw new Error('the sample is not valid');
      const edit = editDocument(model.printDocument(document, { format }), format);
      edit.append(['component'], component[0]);
      const [first, ...rest] = component;
      expect(model.parseText(edit.text()).document?.component.map(({ name }) => name)).toEqual(
        [...rest, first].map((each) => each?.name),
      );
    }),
    { numRuns: 30 },
  );
});
