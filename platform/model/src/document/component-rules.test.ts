import { expect, test } from 'vitest';
import { findings, model, type Rule, withComponent, withTraits } from '../test-support/sample.ts';

const traits = 'component[0].traits';

const rules: readonly Rule[] = [
  ['a list is not a document', [], ['error INVALID_DOCUMENT ']],
  [
    'the application needs a name',
    { component: [] },
    ['error MISSING_REQUIRED_FIELD name', 'warning NO_COMPONENTS component'],
  ],
  ['an empty name counts as none', { ...withComponent({}), name: ' ' }, ['error MISSING_REQUIRED_FIELD name']],
  ['a name of one character is too short', { ...withComponent({}), name: 'x' }, ['error NAME_TOO_SHORT name']],
  ['a name of 64 characters is too long', { ...withComponent({}), name: 'x'.repeat(64) }, ['error NAME_TOO_LONG name']],
  [
    'a name with underscores is no DNS label',
    { ...withComponent({}), name: 'my_app' },
    ['error INVALID_NAME_FORMAT name'],
  ],
  [
    'component names follow the same rule',
    withComponent({ name: '-web' }),
    ['error INVALID_NAME_FORMAT component[0].name'],
  ],
  [
    'component names are unique whatever their capitals',
    {
      name: 'shop',
      component: [
        { name: 'web', type: 'webservice', image: 'a' },
        { name: 'WEB', type: 'webservice', image: 'a' },
      ],
    },
    ['error DUPLICATE_COMPONENT component[1].name'],
  ],
  ['a type must be given', withComponent({ type: undefined }), ['error MISSING_REQUIRED_FIELD component[0].type']],
  [
    'a type must be registered',
    withComponent({ type: 'webservise' }),
    ['error INVALID_COMPONENT_TYPE component[0].type'],
  ],
  [
    'a component of unknown type is checked for everything else',
    withComponent({ type: 'cronjob', traits: { resources: { cpu: 'x' } } }),
    ['error INVALID_COMPONENT_TYPE component[0].type', `error INVALID_TRAIT_CONFIG ${traits}.resources.cpu`],
  ],
  ['a web service needs an image', withComponent({ image: '' }), ['error MISSING_IMAGE component[0].image']],
  ['the image may stand in the properties', withComponent({ image: undefined, properties: { image: 'nginx' } }), []],
  ['replicas may be 0', withComponent({ replicas: 0 }), []],
  ['replicas cannot be negative', withComponent({ replicas: -1 }), ['error INVALID_REPLICAS component[0].replicas']],
  ['replicas are whole', withComponent({ replicas: 1.5 }), ['error INVALID_REPLICAS component[0].replicas']],
  [
    'another namespace is ignored aloud',
    withComponent({ namespace: 'prod' }),
    ['warning NAMESPACE_IGNORED component[0].namespace'],
  ],
  ['the same namespace is fine', withComponent({ nameSpace: 'default' }), []],
  [
    'ports end at 65535',
    withComponent({ properties: { ports: [{ port: 65_536 }] } }),
    ['error INVALID_PORT component[0].properties.ports[0].port'],
  ],
  [
    'ports start at 1',
    withComponent({ properties: { ports: [{ port: 0 }] } }),
    ['error INVALID_PORT component[0].properties.ports[0].port'],
  ],
  [
    'a port is listed once',
    withComponent({ properties: { ports: [{ port: 80 }, { port: 80 }] } }),
    ['error INVALID_PORT component[0].properties.ports[1].port'],
  ],
  [
    'env names cannot start with a digit',
    withComponent({ properties: { env: { '1A': 'x' } } }),
    ['error INVALID_ENV_NAME component[0].properties.env["1A"]'],
  ],
  [
    'nor lead out of a directory',
    withComponent({ properties: { env: { '..A': 'x', '.': 'x', '.A': 'x' } } }),
    [
      'error INVALID_ENV_NAME component[0].properties.env["..A"]',
      'error INVALID_ENV_NAME component[0].properties.env["."]',
    ],
  ],
  [
    'an image that is there is not missed because of another fault',
    withComponent({ image: undefined, properties: { image: 'nginx', command: 'npm start' } }),
    ['error INVALID_TYPE component[0].properties.command'],
  ],
  ['a port alone is enough', withComponent({ properties: { ports: [80, '8080'] } }), []],
  [
    'env values are texts',
    withComponent({ properties: { env: { A: { b: 1 } } } }),
    ['error INVALID_TYPE component[0].properties.env.A'],
  ],
  [
    'labels are what Kubernetes accepts',
    withComponent({ properties: { labels: { a: 'x y' } } }),
    ['error INVALID_LABEL component[0].properties.labels.a'],
  ],
  [
    'the platform keeps its own labels',
    withComponent({ properties: { labels: { 'kube-min-cli-appId': 'x', 'kubemin-share-name': 'y' } } }),
    [
      'warning RESERVED_LABEL component[0].properties.labels.kube-min-cli-appId',
      'warning RESERVED_LABEL component[0].properties.labels.kubemin-share-name',
    ],
  ],
  [
    'a domain has no empty parts',
    withComponent({ properties: { labels: { 'a..b/c': 'x', 'a.b/c': 'x', '/c': 'x' } } }),
    [
      'error INVALID_LABEL component[0].properties.labels["a..b/c"]',
      'error INVALID_LABEL component[0].properties.labels["/c"]',
    ],
  ],
  [
    'a config needs data',
    { name: 'shop', component: [{ name: 'conf', type: 'config' }] },
    ['error MISSING_REQUIRED_FIELD component[0].properties.conf'],
  ],
  [
    'an empty secret is no secret',
    { name: 'shop', component: [{ name: 'keys', type: 'secret', properties: { secret: {} } }] },
    ['error MISSING_REQUIRED_FIELD component[0].properties.secret'],
  ],
  [
    'data keys are file names',
    { name: 'shop', component: [{ name: 'conf', type: 'config', properties: { conf: { 'a/b': 'x' } } }] },
    ['error INVALID_CONFIG_KEY component[0].properties.conf["a/b"]'],
  ],
  [
    'a config larger than 1 MiB is refused',
    { name: 'shop', component: [{ name: 'conf', type: 'config', properties: { conf: { a: 'x'.repeat(1_048_576) } } }] },
    ['error DOCUMENT_TOO_LARGE component[0].properties.conf'],
  ],
  [
    'traits on a config do nothing',
    {
      name: 'shop',
      component: [
        {
          name: 'conf',
          type: 'config',
          properties: { conf: { a: 'x' } },
          traits: { resources: { cpu: '1' }, storage: [] },
        },
      ],
    },
    ['warning TRAIT_IGNORED component[0].traits.resources'],
  ],
  ['traits are an object', withTraits([]), [`error INVALID_TYPE ${traits}`]],
  ['unknown fields are ignored aloud', withComponent({ imagee: 'x' }), ['warning UNKNOWN_FIELD component[0].imagee']],
  ['fields for people are ignored silently', { ...withComponent({ _note: 1 }), _comment: 'x', $schema: 'y' }, []],
  [
    'a field in two spellings must agree',
    withTraits({ storage: [{ type: 'ephemeral', mountPath: '/a', mount_path: '/b' }] }),
    [`error DUPLICATE_FIELD ${traits}.storage[0].mountPath`],
  ],
  ['dependencies exist', withComponent({ dependsOn: ['db'] }), ['error COMPONENT_NOT_FOUND component[0].dependsOn[0]']],
  [
    'a component cannot depend on itself',
    withComponent({ dependsOn: ['web'] }),
    ['error DEPENDENCY_CYCLE component[0].dependsOn'],
  ],
];

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});

test('labels the platform keeps do not reach the document', () => {
  const labels = { 'kube-min-cli-mine': 'x', 'kubemin-share-name': 'y', team: 'a' };
  expect(model.parse(withComponent({ properties: { labels } })).document?.component[0]?.properties).toMatchObject({
    labels: { team: 'a' },
  });
  expect(JSON.stringify(model.parse(withComponent({ properties: { labels } })).document)).not.toContain('kube-min-cli');
});

test('a wrong entry of a map comes with advice on the map', () => {
  const { problems } = model.parse(withComponent({ properties: { labels: { '-a': 'x' }, env: { A: null } } }));
  expect(problems.map(({ path, fix }) => [path, fix])).toEqual([
    ['component[0].properties.env.A', expect.stringContaining('an empty value is ""')],
    ['component[0].properties.labels["-a"]', expect.stringContaining('at most 63 characters')],
  ]);
});

test('references are read like the names they refer to: capitals do not count', () => {
  const component = [
    { name: 'App-Config', type: 'config', properties: { conf: { a: 'x' } } },
    {
      name: 'web',
      type: 'webservice',
      image: 'nginx',
      traits: { envFrom: [{ type: 'config', sourceName: 'App-Config' }] },
    },
  ];
  expect(findings({ name: 'shop', component })).toEqual([]);
});
