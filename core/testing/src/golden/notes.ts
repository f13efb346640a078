import type { GoldenExample } from './example.ts';

/** The examples of the design notes that came before the manual, with the commas they forget. */
export const notesExamples: readonly GoldenExample[] = [
  {
    name: 'notes: every type of storage, without names',
    traits: `{
      "storage": [
        {
          "type":"persistent", //稳定存储
          "mountPath":"/data",
          "size": "20",
        },
        {
          "type":"ephemeral", //暂时存储
          "mountPath":"/data",
        },
        {
          "type":"config", //配置文件信息(限制大小)
          "name": "config-1",//
        },
        {
          "type":"secret", //密钥
          "name": "secret-1",
        },
      ],
    }`,
    container: {
      volumeMounts: [
        { name: 'app-persistent-1', mountPath: '/data' },
        { name: 'config-1', mountPath: '/mnt/config-1', readOnly: true },
        { name: 'secret-1', mountPath: '/mnt/secret-1', readOnly: true },
      ],
    },
    claims: [{ spec: { resources: { requests: { storage: '20Gi' } } } }],
    insteadOf: {
      deviation: 'one-volume-per-path',
      manual: {
        container: {
          volumeMounts: [
            { mountPath: '/data' },
            { mountPath: '/data' },
            { mountPath: '/mnt/config-1' },
            { mountPath: '/mnt/secret-1' },
          ],
        },
      },
    },
  },
  {
    name: 'notes: a claim, scratch space and a ConfigMap by name',
    traits: `{
      "storage": [
        //如果创建了一个稳定存储，那么意味着一定会创建一个名为data的PVC
        {
          "name":"data",
          "type":"persistent", //稳定存储
          "mountPath":"/data",
          "size": "20Gi",
        },
        //如果创建了一个临时存储，那么意味着volumes里面会多一个名为conf的emptyDir类型的配置
        {
          "name":"conf",
          "type":"ephemeral" //临时存储
        },
        {
          "name": "config-map",
          "type": "config", //配置文件挂载
          "sourceName":"m2507151323j3fnrk-mysql",
        }
      ]
    }`,
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
      { name: 'conf', emptyDir: {} },
      { name: 'config-map', configMap: { defaultMode: 420, name: 'm2507151323j3fnrk-mysql' } },
    ],
    claims: [{ metadata: { name: 'data' }, spec: { resources: { requests: { storage: '20Gi' } } } }],
  },
  {
    name: 'notes: keys of a ConfigMap as variables of other names, and as files',
    traits: `{
      "envs": [
        { "name": "PLAYER_INITIAL_LIVES", "valueFrom": { "config": { "name": "game-demo", "key": "player_initial_lives" } } },
        {
          "name": "UI_PROPERTIES_FILE_NAME",
          "valueFrom": { "config": { "name": "game-demo", "key": "ui_properties_file_name" } }
        }
      ],
      "storage": [
        {
          "name": "config",
          "type": "config",
          "sourceName": "game-demo",
          "mountPath": "/config",
          "readOnly": true,
          "items": ["game.properties", { "key": "user-interface.properties", "path": "user-interface.properties" }]
        }
      ]
    }`,
    container: {
      env: [
        {
          name: 'PLAYER_INITIAL_LIVES',
          valueFrom: { configMapKeyRef: { name: 'game-demo', key: 'player_initial_lives' } },
        },
        {
          name: 'UI_PROPERTIES_FILE_NAME',
          valueFrom: { configMapKeyRef: { name: 'game-demo', key: 'ui_properties_file_name' } },
        },
      ],
      volumeMounts: [{ name: 'config', mountPath: '/config', readOnly: true }],
    },
    volumes: [
      {
        name: 'config',
        configMap: {
          name: 'game-demo',
          items: [
            { key: 'game.properties', path: 'game.properties' },
            { key: 'user-interface.properties', path: 'user-interface.properties' },
          ],
        },
      },
    ],
  },
  {
    name: 'notes: references with a scope before the name',
    traits: `{
      "envs": [
        {
          "name": "DATABASE_PASSWORD",
          "valueFrom": { "secret": { "name": "project/db-credentials", "key": "password" } }
        },
        {
          "name": "API_ENDPOINT",
          "valueFrom": { "config": { "name": "environment/app-settings", "key": "api-url" } }
        }
      ]
    }`,
    container: {
      env: [
        { name: 'DATABASE_PASSWORD', valueFrom: { secretKeyRef: { name: 'db-credentials', key: 'password' } } },
        { name: 'API_ENDPOINT', valueFrom: { configMapKeyRef: { name: 'app-settings', key: 'api-url' } } },
      ],
    },
    insteadOf: {
      deviation: 'references-without-scope',
      manual: {
        container: {
          env: [
            { valueFrom: { secretKeyRef: { name: 'project/db-credentials' } } },
            { valueFrom: { configMapKeyRef: { name: 'environment/app-settings' } } },
          ],
        },
      },
    },
  },
  {
    name: 'notes: a ConfigMap as files',
    traits: `{
      "storage": [
        {
          "name": "foo",//自定义挂载名,如果不定义则自动生成
          "sourceName":"myconfigmap",//引用ConfigMap资源的名称
          "type":"config",
          "mountPath":"/etc/foo",
          "readOnly":true //默认只读
        }
      ],
    }`,
    container: { volumeMounts: [{ name: 'foo', mountPath: '/etc/foo', readOnly: true }] },
    volumes: [{ name: 'foo', configMap: { name: 'myconfigmap' } }],
  },
  {
    name: 'notes: a ConfigMap as variables',
    traits: `{
      "envFrom": [
        {
          "type":"config",
          "sourceName":"myconfigmap"
        }
      ],
    }`,
    container: { envFrom: [{ configMapRef: { name: 'myconfigmap' } }] },
  },
];
