import type { GoldenExample } from './example.ts';

export const initExamples: readonly GoldenExample[] = [
  {
    name: 'init: a container that prepares a directory',
    traits: `{
      "init": [
        {
          "name": "init-permissions",
          "properties": {
            "image": "busybox:latest",
            "command": ["sh", "-c", "chmod -R 755 /data"],
            "env": {
              "DATA_DIR": "/data"
            }
          }
        }
      ]
    }`,
    initContainers: [
      {
        name: 'init-permissions',
        image: 'busybox:latest',
        imagePullPolicy: 'IfNotPresent',
        command: ['sh', '-c', 'chmod -R 755 /data'],
        env: [{ name: 'DATA_DIR', value: '/data' }],
      },
    ],
  },
  {
    name: 'init: volumes of its own',
    traits: `{
      "init": [
        {
          "name": "init-data",
          "properties": {
            "image": "busybox:latest",
            "command": ["sh", "-c", "cp /config/* /app/config/"]
          },
          "traits": {
            "storage": [
              {
                "type": "config",
                "name": "app-config",
                "sourceName": "my-configmap",
                "mountPath": "/config",
                "readOnly": true
              },
              {
                "type": "ephemeral",
                "name": "shared-data",
                "mountPath": "/app/config"
              }
            ]
          }
        }
      ]
    }`,
    initContainers: [
      {
        name: 'init-data',
        image: 'busybox:latest',
        command: ['sh', '-c', 'cp /config/* /app/config/'],
        volumeMounts: [
          { name: 'app-config', mountPath: '/config', readOnly: true },
          { name: 'shared-data', mountPath: '/app/config' },
        ],
      },
    ],
    volumes: [
      { name: 'app-config', configMap: { name: 'my-configmap' } },
      { name: 'shared-data', emptyDir: {} },
    ],
    claims: [],
  },
];
