import { APP_ID } from '../rendering/sample.ts';
import type { GoldenExample } from './example.ts';

export const storageExamples: readonly GoldenExample[] = [
  {
    name: 'storage: a claim made for the application (web service)',
    traits: `{
      "storage": [
        {
          "type": "persistent",
          "name": "mysql-data",
          "mountPath": "/var/lib/mysql",
          "tmpCreate": true,
          "size": "10Gi",
          "storageClass": "fast-ssd"
        }
      ]
    }`,
    container: { volumeMounts: [{ name: 'mysql-data', mountPath: '/var/lib/mysql' }] },
    volumes: [{ name: 'mysql-data', persistentVolumeClaim: { claimName: `pvc-mysql-data-${APP_ID}` } }],
    claims: [
      {
        metadata: {
          name: `pvc-mysql-data-${APP_ID}`,
          annotations: { 'storage.kubemin.cli/pvc-role': 'template' },
        },
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'fast-ssd',
          resources: { requests: { storage: '10Gi' } },
        },
      },
    ],
  },
  {
    name: 'storage: a claim by its own name',
    traits: `{
      "storage": [
        {
          "type": "persistent", //使用稳定存储类型
          "name": "shared-data",
          "mountPath": "/data", //挂载目录(可选)，如果为空挂载到默认的目录下
          "size": "5Gi", //存储大小
          "TmpCreate": false
        }
      ]
    }`,
    container: { volumeMounts: [{ name: 'shared-data', mountPath: '/data' }] },
    volumes: [{ name: 'shared-data', persistentVolumeClaim: { claimName: 'shared-data' } }],
    claims: [{ metadata: { name: 'shared-data' }, spec: { resources: { requests: { storage: '5Gi' } } } }],
  },
  {
    name: 'storage: scratch space',
    traits: '{ "storage": [ { "type": "ephemeral", "name": "cache", "mountPath": "/tmp/cache" } ] }',
    container: { volumeMounts: [{ name: 'cache', mountPath: '/tmp/cache' }] },
    volumes: [{ name: 'cache', emptyDir: {} }],
    claims: [],
  },
  {
    name: 'storage: a mounted ConfigMap',
    traits: `{
      "storage": [
        {
          "type": "config",
          "name": "app-config",
          "sourceName": "my-configmap",
          "mountPath": "/etc/config",
          "readOnly": true
        }
      ]
    }`,
    container: { volumeMounts: [{ name: 'app-config', mountPath: '/etc/config', readOnly: true }] },
    volumes: [{ name: 'app-config', configMap: { name: 'my-configmap', defaultMode: 420 } }],
    claims: [],
  },
  {
    name: 'storage: a mounted Secret',
    traits: `{
      "storage": [
        {
          "type": "secret",
          "name": "certs",
          "sourceName": "tls-secret",
          "mountPath": "/etc/ssl/certs",
          "readOnly": true
        }
      ]
    }`,
    container: { volumeMounts: [{ name: 'certs', mountPath: '/etc/ssl/certs', readOnly: true }] },
    volumes: [{ name: 'certs', secret: { secretName: 'tls-secret', defaultMode: 420 } }],
    claims: [],
  },
  {
    name: 'storage: a directory of a volume',
    type: 'store',
    traits: `{
      "storage": [
        {
          "type": "persistent",
          "name": "data",
          "mountPath": "/var/lib/mysql",
          "subPath": "mysql",
          "TmpCreate": true,
          "size": "5Gi"
        }
      ]
    }`,
    container: { volumeMounts: [{ name: 'data', mountPath: '/var/lib/mysql', subPath: 'mysql' }] },
    claims: [{ metadata: { name: 'data' }, spec: { resources: { requests: { storage: '5Gi' } } } }],
  },
  {
    name: 'storage: one volume in several containers',
    traits: `{
      "storage": [
        {
          "type": "persistent",
          "name": "shared-data",
          "mountPath": "/data",
          "TmpCreate": true,
          "size": "5Gi"
        }
      ],
      "init": [
        {
          "name": "init-data",
          "properties": {
            "image": "busybox:latest"
          },
          "traits": {
            "storage": [
              {
                "type": "ephemeral",
                "name": "shared-data",
                "mountPath": "/init-data"
              }
            ]
          }
        }
      ],
      "sidecar": [
        {
          "name": "backup",
          "image": "backup-agent:v1",
          "traits": {
            "storage": [
              {
                "type": "ephemeral",
                "name": "shared-data",
                "mountPath": "/backup-source",
                "readOnly": true
              }
            ]
          }
        }
      ]
    }`,
    container: { volumeMounts: [{ name: 'shared-data', mountPath: '/data' }] },
    initContainers: [{ name: 'init-data', volumeMounts: [{ name: 'shared-data', mountPath: '/init-data' }] }],
    sidecars: [
      { name: 'backup', volumeMounts: [{ name: 'shared-data', mountPath: '/backup-source', readOnly: true }] },
    ],
    volumes: [{ name: 'shared-data', persistentVolumeClaim: { claimName: `pvc-shared-data-${APP_ID}` } }],
    claims: [{ metadata: { name: `pvc-shared-data-${APP_ID}` } }],
  },
];
