import { describe, expect, test } from 'vitest';
import { findings, model, type Rule, withComponent, withTraits } from './test-support/sample.ts';

const env = (variables: object) => withComponent({ properties: { env: variables } });
const config = (conf: object, ...more: readonly object[]) => ({
  name: 'shop',
  component: [{ name: 'conf', type: 'config', properties: { conf } }, ...more],
});
const warned = (name: string) => [`warning PLAIN_TEXT_CREDENTIAL component[0].properties.env.${name}`];
const conf = 'component[0].properties.conf';

const rules: readonly Rule[] = [
  ['a password in env is readable by all', env({ MYSQL_ROOT_PASSWORD: 'x' }), warned('MYSQL_ROOT_PASSWORD')],
  ['a token too', env({ 'github-token': 'x' }), warned('github-token')],
  ['a key too', env({ AWS_SECRET_ACCESS_KEY: 'x' }), warned('AWS_SECRET_ACCESS_KEY')],
  ['an address with a password too', env({ DATABASE: 'postgres://me:pw@db/x' }), warned('DATABASE')],
  ['an address whose password comes from elsewhere is fine', env({ DATABASE: 'postgres://me:$(PW)@db/x' }), []],
  ['an address without a password is fine', env({ PROXY: 'http://me@proxy:80/a:b@c' }), []],
  ['the place of a secret is no secret', env({ DB_PASSWORD_FILE: '/run/x', TOKEN: '/run/token' }), []],
  ['a switch is no secret', env({ MYSQL_ALLOW_EMPTY_PASSWORD: 'yes', TOKEN_TTL: '60', PWD: '/', PASSWORD: '' }), []],
  [
    'a static value of the envs trait is as readable',
    withTraits({ envs: [{ name: 'API_KEY', valueFrom: { static: 'x' } }] }),
    ['warning PLAIN_TEXT_CREDENTIAL component[0].traits.envs[0].valueFrom.static'],
  ],
  [
    'a config may be fetched',
    config({ 'config.url': 'https://example.org/app.yaml', 'config.fileName': 'app.yaml' }),
    [],
  ],
  [
    'only over http and https',
    config({ 'config.url': 'file:///etc/passwd' }),
    [`error INVALID_CONFIG_URL ${conf}["config.url"]`],
  ],
  ['only from a full address', config({ 'config.url': 'https:' }), [`error INVALID_CONFIG_URL ${conf}["config.url"]`]],
  [
    'not with a password in the address',
    config({ 'config.url': 'https://me:pw@example.org' }),
    [`error INVALID_CONFIG_URL ${conf}["config.url"]`],
  ],
  [
    'under a name a file can have',
    config({ 'config.url': 'https://example.org', 'config.fileName': 'a/b' }),
    [`error INVALID_CONFIG_KEY ${conf}["config.fileName"]`],
  ],
  [
    'and nothing else is part of it',
    config({ 'config.url': 'https://example.org', other: 'x' }),
    [`warning FIELD_IGNORED ${conf}.other`],
  ],
  ['an empty address means none', config({ 'config.url': ' ', other: 'x' }), []],
  [
    'what others may ask of it is the fetched file',
    config(
      { 'config.url': 'https://example.org' },
      {
        name: 'web',
        type: 'webservice',
        image: 'a',
        traits: {
          envs: ['config', 'config.url'].map((key, index) => ({
            name: `V${index}`,
            valueFrom: { config: { name: 'conf', key } },
          })),
        },
      },
    ),
    ['error KEY_NOT_FOUND component[1].traits.envs[1].valueFrom.config.key'],
  ],
  [
    'the namespaces of the cluster itself are not for applications',
    { ...withComponent({}), namespace: 'kube-system' },
    ['warning RESERVED_NAMESPACE namespace'],
  ],
];

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});

describe('what was not given', () => {
  test('a document without a version differs from one with 1.0.0', () => {
    expect(model.parse(withComponent({})).document).not.toHaveProperty('version');
    expect(model.parse({ ...withComponent({}), version: '1.0.0' }).document).toHaveProperty('version', '1.0.0');
  });

  test('no message repeats a credential', () => {
    const secret = 'hunter2hunter2';
    const { problems } = model.parse(env({ PASSWORD: secret, URL: `redis://me:${secret}@cache` }));
    expect(problems).toHaveLength(2);
    expect(JSON.stringify(problems)).not.toContain(secret);
  });
});
