import { expect, test } from 'vitest';
import { findings, type Rule, withTraits } from './test-support/sample.ts';

const traits = 'component[0].traits';

const rules: readonly Rule[] = [
  [
    'storage needs a type',
    withTraits({ storage: [{ name: 'a' }] }),
    [`error MISSING_REQUIRED_FIELD ${traits}.storage[0].type`],
  ],
  [
    'W-19: host paths are refused',
    withTraits({ storage: [{ name: 'a', type: 'host-mounted' }] }),
    [`error INVALID_STORAGE_TYPE ${traits}.storage[0].type`],
  ],
  [
    'sizes are quantities',
    withTraits({ storage: [{ name: 'a', type: 'persistent', size: 'big' }] }),
    [`error INVALID_STORAGE_SIZE ${traits}.storage[0].size`],
  ],
  [
    'a size is more than nothing',
    withTraits({ storage: [{ name: 'a', type: 'persistent', size: '0' }] }),
    [`error INVALID_STORAGE_SIZE ${traits}.storage[0].size`],
  ],
  [
    'mount paths are absolute',
    withTraits({ storage: [{ type: 'ephemeral', mountPath: 'data' }] }),
    [`error INVALID_MOUNT_PATH ${traits}.storage[0].mountPath`],
  ],
  [
    'sub paths stay inside',
    withTraits({ storage: [{ type: 'ephemeral', subPath: '../x' }] }),
    [`error INVALID_MOUNT_PATH ${traits}.storage[0].subPath`],
  ],
  ['a missing mount path is never an error', withTraits({ storage: [{ name: 'a', type: 'ephemeral' }] }), []],
  [
    'two volumes at one path',
    withTraits({
      storage: [
        { name: 'a', type: 'ephemeral', mountPath: '/d' },
        { name: 'b', type: 'ephemeral', mountPath: '/d/' },
      ],
    }),
    [`warning DUPLICATE_MOUNT_PATH ${traits}.storage[1].mountPath`],
  ],
  [
    'one name for two volumes',
    withTraits({
      storage: [
        { name: 'a', type: 'ephemeral', mountPath: '/x' },
        { name: 'a', type: 'persistent', mountPath: '/y' },
      ],
    }),
    [`error DUPLICATE_VOLUME ${traits}.storage[1].name`],
  ],
  [
    'one volume mounted twice is fine',
    withTraits({
      storage: [
        { name: 'a', type: 'persistent', mountPath: '/x', size: 5 },
        { name: 'a', type: 'persistent', mountPath: '/y' },
      ],
    }),
    [],
  ],
  [
    'selected keys must be there',
    {
      name: 'shop',
      component: [
        {
          name: 'web',
          type: 'webservice',
          image: 'a',
          traits: { storage: [{ type: 'config', sourceName: 'conf', items: ['a', { key: 'b', path: 'c/b' }] }] },
        },
        { name: 'conf', type: 'config', properties: { conf: { a: 'x' } } },
      ],
    },
    [`error KEY_NOT_FOUND ${traits}.storage[0].items[1].key`],
  ],
  [
    'files stay inside the volume',
    withTraits({ storage: [{ type: 'secret', name: 'a', items: [{ key: 'b', path: '../b' }] }] }),
    [
      `error INVALID_MOUNT_PATH ${traits}.storage[0].items[0].path`,
      `warning REFERENCE_NOT_IN_DOCUMENT ${traits}.storage[0].sourceName`,
    ],
  ],
  [
    'scratch space has no keys',
    withTraits({ storage: [{ name: 'a', type: 'ephemeral', items: ['b'] }] }),
    [`warning FIELD_IGNORED ${traits}.storage[0].items`],
  ],
  [
    'a nested container only mounts what the component has defined',
    withTraits({
      storage: [{ name: 'a', type: 'ephemeral' }],
      sidecar: [{ image: 'b', traits: { storage: [{ name: 'a', type: 'persistent' }] } }],
    }),
    [`warning DUPLICATE_VOLUME ${traits}.sidecar[0].traits.storage[0].type`],
  ],
  [
    'a path is the same with a slash at its end',
    withTraits({
      storage: ['/a/', '/a'].map((mountPath, index) => ({ name: `v${index}`, type: 'ephemeral', mountPath })),
    }),
    [`warning DUPLICATE_MOUNT_PATH ${traits}.storage[1].mountPath`],
  ],
  [
    'two web services cannot make one claim, two stores can',
    {
      name: 'shop',
      component: ['webservice', 'webservice', 'store', 'store'].map((type, index) => ({
        name: `app-${index}`,
        type,
        image: 'a',
        traits: { storage: [{ name: 'data', type: 'persistent', tmpCreate: true }] },
      })),
    },
    ['error OBJECT_NAME_TAKEN component[1].traits.storage[0].name'],
  ],
  [
    'a size on scratch space does nothing',
    withTraits({ storage: [{ name: 'a', type: 'ephemeral', size: 1 }] }),
    [`warning FIELD_IGNORED ${traits}.storage[0].size`],
  ],
  [
    'a claim name beside tmpCreate does nothing',
    withTraits({ storage: [{ name: 'a', type: 'persistent', tmpCreate: true, claimName: 'b' }] }),
    [`warning FIELD_IGNORED ${traits}.storage[0].claimName`],
  ],
  [
    'a mounted config the document lacks may be in the cluster',
    withTraits({ storage: [{ name: 'a', type: 'config' }] }),
    [`warning REFERENCE_NOT_IN_DOCUMENT ${traits}.storage[0].sourceName`],
  ],

  [
    'envFrom needs both fields',
    withTraits({ envFrom: [{}] }),
    [
      `error MISSING_REQUIRED_FIELD ${traits}.envFrom[0].type`,
      `error MISSING_REQUIRED_FIELD ${traits}.envFrom[0].sourceName`,
    ],
  ],
  [
    'envFrom knows two types',
    withTraits({ envFrom: [{ type: 'file', sourceName: 'x' }] }),
    [`error INVALID_ENVFROM_TYPE ${traits}.envFrom[0].type`],
  ],
  [
    'W-03: envFrom accepts every spelling of config',
    withTraits({
      envFrom: ['config', 'configMap', 'configmap', 'config_map'].map((type) => ({ type, sourceName: 'x' })),
    }),
    [0, 1, 2, 3].map((index) => `warning REFERENCE_NOT_IN_DOCUMENT ${traits}.envFrom[${index}].sourceName`),
  ],
  [
    'a variable needs a name and a source',
    withTraits({ envs: [{}] }),
    [
      `error MISSING_REQUIRED_FIELD ${traits}.envs[0].name`,
      `error INVALID_ENV_VALUE_SOURCE ${traits}.envs[0].valueFrom`,
    ],
  ],
  [
    'a variable has one source, not none',
    withTraits({ envs: [{ name: 'A', valueFrom: {} }] }),
    [`error INVALID_ENV_VALUE_SOURCE ${traits}.envs[0].valueFrom`],
  ],
  [
    'a variable has one source, not two',
    withTraits({ envs: [{ name: 'A', valueFrom: { static: 'x', field: 'metadata.name' } }] }),
    [`error INVALID_ENV_VALUE_SOURCE ${traits}.envs[0].valueFrom`],
  ],
  ['an empty static value is a value', withTraits({ envs: [{ name: 'A', valueFrom: { static: '' } }] }), []],
  [
    'a secret source needs name and key',
    withTraits({ envs: [{ name: 'A', valueFrom: { secret: {} } }] }),
    [
      `error MISSING_REQUIRED_FIELD ${traits}.envs[0].valueFrom.secret.name`,
      `error MISSING_REQUIRED_FIELD ${traits}.envs[0].valueFrom.secret.key`,
    ],
  ],
  [
    'variable names are checked',
    withTraits({ envs: [{ name: 'A=B', valueFrom: { static: '' } }] }),
    [`error INVALID_ENV_NAME ${traits}.envs[0].name`],
  ],
  [
    'pod fields are checked',
    withTraits({ envs: [{ name: 'A', valueFrom: { field: 'status.podIp' } }] }),
    [`error INVALID_FIELD_PATH ${traits}.envs[0].valueFrom.field`],
  ],
  [
    'pod labels are fields too',
    withTraits({ envs: [{ name: 'A', valueFrom: { field: "metadata.labels['app']" } }] }),
    [],
  ],
  [
    'variables are given once',
    withTraits({
      envs: [
        { name: 'A', valueFrom: { static: '1' } },
        { name: 'A', valueFrom: { static: '2' } },
      ],
    }),
    [`error DUPLICATE_ENV ${traits}.envs[1].name`],
  ],
  [
    'a scoped reference is read without its scope',
    withTraits({ envs: [{ name: 'A', valueFrom: { secret: { name: 'project/keys', key: 'k' } } }] }),
    [
      `warning SCOPED_REFERENCE ${traits}.envs[0].valueFrom.secret.name`,
      `warning REFERENCE_NOT_IN_DOCUMENT ${traits}.envs[0].valueFrom.secret.name`,
    ],
  ],
  [
    'a key its own config lacks would stop the container',
    {
      name: 'shop',
      component: [
        {
          name: 'web',
          type: 'webservice',
          image: 'a',
          traits: { envs: [{ name: 'A', valueFrom: { config: { name: 'conf', key: 'b' } } }] },
        },
        { name: 'conf', type: 'config', properties: { conf: { a: 'x' } } },
      ],
    },
    [`error KEY_NOT_FOUND ${traits}.envs[0].valueFrom.config.key`],
  ],
];

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});
