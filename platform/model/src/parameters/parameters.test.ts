import { describe, expect, test } from 'vitest';
import type { ParameterValue, TemplateParameter } from '../field/index.ts';
import { findings, model, type Rule } from '../test-support/sample.ts';
import { describeParameters } from './parameter-form.ts';
import { readParameters } from './parameter-values.ts';

const component = [
  { name: 'keys', type: 'secret', properties: { secret: { password: 'change-me' } } },
  { name: 'settings', type: 'config', properties: { conf: { 'my.cnf': 'max = 200', url: 'http://db:3306/x' } } },
  {
    name: 'db',
    type: 'store',
    image: 'mysql:8.4',
    properties: { ports: [{ port: 3306 }], env: { DATABASE: 'app', LIMIT: '5' } },
    traits: { storage: [{ name: 'data', type: 'persistent', size: '10Gi', mountPath: '/data', readOnly: false }] },
  },
];
const template = (...parameters: readonly object[]) => ({ name: 'tem', tmpEnable: true, parameters, component });
const PASSWORD = {
  name: 'password',
  type: 'secret',
  required: true,
  fields: ['component[keys].properties.secret.password'],
};
const REPLICAS = { name: 'replicas', type: 'integer', min: 1, max: 5, fields: ['component[db].replicas'] };
const STORAGE = { name: 'storage', type: 'quantity', fields: 'component[db].traits.storage[data].size' };
const CONFIG = { name: 'config', fields: ['component[settings].properties.conf["my.cnf"]'] };

function declared(...parameters: readonly object[]) {
  const { document, problems } = model.parse(template(...parameters));
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

describe('declarations', () => {
  test('are read with defaults, short forms and other spellings, and printed so that they read the same', () => {
    const document = declared(PASSWORD, REPLICAS, STORAGE, CONFIG);
    expect(document.parameters?.slice(1, 3)).toEqual([
      {
        ...{ name: 'replicas', type: 'integer', description: '', required: false, minimum: 1, maximum: 5 },
        fields: [{ path: 'component[db].replicas' }],
      },
      {
        ...{ name: 'storage', type: 'quantity', description: '', required: false },
        fields: [{ path: 'component[db].traits.storage[data].size' }],
      },
    ]);
    expect(model.parseText(model.printDocument(document)).document).toEqual(document);
  });

  const bad = (changes: object) =>
    template({ name: 'value', fields: ['component[db].properties.env.DATABASE'], ...changes });
  test.each<Rule>([
    [
      'of a document that is no template',
      { ...template(REPLICAS), tmpEnable: false },
      ['warning FIELD_IGNORED parameters'],
    ],
    ['without fields', bad({ fields: [] }), ['error INVALID_VALUE parameters[0].fields']],
    ['of a type there is not', bad({ type: 'list' }), ['error INVALID_VALUE parameters[0].type']],
    ['with a name that no text could contain', bad({ name: 'a b' }), ['error INVALID_VALUE parameters[0].name']],
    [
      'with a path that is none, of no component, of no field, of a list, of a name',
      bad({
        fields: [
          'db..x',
          'workflow[a].mode',
          'component[web].image',
          'component[db].traits.storage[x].size',
          'component[db].traits',
          'component[db].name',
        ],
      }),
      [
        'error INVALID_PARAMETER parameters[0].fields[0].path',
        'error INVALID_PARAMETER parameters[0].fields[1].path',
        'error PARAMETER_FIELD_NOT_FOUND parameters[0].fields[2].path',
        'error PARAMETER_FIELD_NOT_FOUND parameters[0].fields[3].path',
        'error INVALID_PARAMETER parameters[0].fields[4].path',
        'error INVALID_PARAMETER parameters[0].fields[5].path',
      ],
    ],
    [
      'of text for a number, and of a number for a switch',
      template(
        { name: 'text', fields: ['component[db].replicas'] },
        { name: 'number', type: 'integer', fields: ['component[db].traits.storage[0].readOnly'] },
      ),
      ['error INVALID_PARAMETER parameters[0].fields[0].path', 'error INVALID_PARAMETER parameters[1].fields[0].path'],
    ],
    [
      'of a secret outside of secrets, and of a text inside of them',
      template(
        { ...PASSWORD, fields: ['component[db].properties.env.DATABASE'] },
        { ...PASSWORD, name: 'other', type: 'string' },
      ),
      ['error INVALID_PARAMETER parameters[0].fields[0].path', 'error INVALID_PARAMETER parameters[1].fields[0].path'],
    ],
    [
      'of a secret with a default',
      template({ ...PASSWORD, required: false, default: 'x' }),
      ['error INVALID_PARAMETER parameters[0].default'],
    ],
    ['of an enum without values', bad({ type: 'enum' }), ['error INVALID_PARAMETER parameters[0].values']],
    [
      'with a default outside of the bounds',
      template({ ...REPLICAS, default: 9 }),
      ['error INVALID_PARAMETER parameters[0].default'],
    ],
    [
      'with bounds the wrong way round',
      template({ ...REPLICAS, min: 6 }),
      ['error INVALID_PARAMETER parameters[0].minimum'],
    ],
    [
      'twice, by name and by field',
      template(REPLICAS, REPLICAS),
      ['error DUPLICATE_PARAMETER parameters[1].name', 'error DUPLICATE_PARAMETER parameters[1].fields[0].path'],
    ],
    [
      'with a text that lacks the parameter and has an unknown one',
      template({
        ...CONFIG,
        default: 'x',
        fields: [{ path: 'component[settings].properties.conf.url', text: 'http://{host}' }],
      }),
      ['error INVALID_PARAMETER parameters[0].fields[0].text', 'error INVALID_PARAMETER parameters[0].fields[0].text'],
    ],
    [
      'with a text of a parameter that may have no value',
      template({ ...CONFIG, fields: [{ path: 'component[settings].properties.conf.url', text: 'http://{config}' }] }),
      ['error INVALID_PARAMETER parameters[0].fields[0].text'],
    ],
  ])('%s', (_name, input, expected) => {
    expect(findings(input)).toEqual(expected);
  });

  test.each(['(a+)+', '(a|a)*', '(a?)*b', '(?=a)b', '(a)\\1', 'a*b*c*d*', '[', '(x{2}){9}'])(
    'the pattern %s is refused before it is applied to anything',
    (pattern) => {
      expect(findings(bad({ pattern }))).toEqual(['error INVALID_PARAMETER parameters[0].pattern']);
    },
  );

  test('fields of components that come from templates are checked once those are there', () => {
    const entry = { template: { id: 'other' } };
    const later = { ...template({ name: 'image', fields: ['component[tem-web].image'] }), component: [entry] };
    expect(findings(later)).toEqual([]);
  });
});

describe('values', () => {
  const text = { name: 'value', fields: ['component[db].properties.env.DATABASE'] };
  const SIZE = { ...text, type: 'enum', values: ['small', 2, true] };
  test.each<readonly [object, ParameterValue, boolean]>([
    [REPLICAS, 3, true],
    [REPLICAS, 6, false],
    [REPLICAS, 2.5, false],
    [REPLICAS, '3', false],
    [{ ...REPLICAS, type: 'number' }, 2.5, true],
    [STORAGE, '20Gi', true],
    [STORAGE, '20 GB', false],
    [{ ...STORAGE, minimum: '1Gi', maximum: '10Gi' }, '10240Mi', true],
    [{ ...STORAGE, minimum: '1Gi' }, '900Mi', false],
    [SIZE, 'small', true],
    [SIZE, 2, true],
    [SIZE, '2', false],
    [text, 'anything', true],
    [text, 8.4, false],
    [{ ...text, pattern: '[a-z]+' }, 'abc', true],
    [{ ...text, pattern: '[a-z]+' }, 'abc1', false],
    [{ ...text, pattern: '[a-z]+' }, 'a'.repeat(300), false],
    [{ ...text, min: 3, max: 4 }, 'ab', false],
    [{ ...text, type: 'boolean' }, true, true],
    [{ ...text, type: 'boolean' }, 'true', false],
    [{ ...PASSWORD, min: 12, pattern: '[a-z]+' }, '********', true],
  ])('%j takes %j: %s', (parameter, value, isAllowed) => {
    const document = declared(parameter);
    const [{ name } = { name: '' }]: readonly Partial<TemplateParameter>[] = document.parameters ?? [];
    const { values, faults } = readParameters(document, { [String(name)]: value });
    expect(faults.map(({ code }) => code)).toEqual(isAllowed ? [] : ['INVALID_PARAMETER_VALUE']);
    if (isAllowed) expect(values.get(String(name))).toBe(value);
  });

  test('all faults are reported at once, and a secret value appears in none of them', () => {
    const document = declared({ ...PASSWORD, min: 30 }, REPLICAS, { ...STORAGE, required: true });
    const { faults } = readParameters(document, { password: 'canary-value', replicas: 0, replica: 1 });
    expect(faults.map(({ code, parameter }) => [code, parameter])).toEqual([
      ['UNKNOWN_PARAMETER', 'replica'],
      ['INVALID_PARAMETER_VALUE', 'password'],
      ['INVALID_PARAMETER_VALUE', 'replicas'],
      ['MISSING_PARAMETER', 'storage'],
    ]);
    expect(faults[0]?.message.message).toContain('Did you mean "replicas"?');
    expect(JSON.stringify(faults)).not.toContain('canary');
  });
});

test('a form and a JSON Schema have the default of the template in the type of the parameter, and no secret', () => {
  const LIMIT = { name: 'limit', type: 'integer', fields: ['component[db].properties.env.LIMIT'] };
  const { parameters, form, schema } = describeParameters(declared(PASSWORD, REPLICAS, STORAGE, LIMIT));
  expect(parameters.map((parameter) => parameter.default)).toEqual([undefined, 1, '10Gi', 5]);
  expect(form.map(({ name, widget }) => [name, widget])).toEqual([
    ['password', 'password'],
    ['replicas', 'number'],
    ['storage', 'text'],
    ['limit', 'number'],
  ]);
  expect(schema).toMatchObject({
    required: ['password'],
    additionalProperties: false,
    properties: {
      password: { type: 'string', writeOnly: true },
      replicas: { type: 'integer', minimum: 1, maximum: 5, default: 1 },
    },
  });
  expect(JSON.stringify({ parameters, form, schema })).not.toContain('change-me');
});
