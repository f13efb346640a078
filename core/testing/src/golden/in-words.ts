import { APP_ID } from '../rendering/sample.ts';
import type { GoldenExample } from './example.ts';

const NGINX = 'nginx.ingress.kubernetes.io';

const ingress = (name: string, path: object, target: string) => ({
  kind: 'Ingress',
  metadata: { name, annotations: { [`${NGINX}/rewrite-target`]: target } },
  spec: { rules: [{ http: { paths: [path] } }] },
});

/** What the manual says without printing an example of it, where we deliberately do something else. */
export const examplesInWords: readonly GoldenExample[] = [
  {
    name: 'in words: a claim made for each pod of a store is called like its volume',
    type: 'store',
    traits: '{ "storage": [ { "type": "persistent", "name": "data", "mountPath": "/data", "tmpCreate": true } ] }',
    container: { volumeMounts: [{ name: 'data', mountPath: '/data' }] },
    volumes: [],
    claims: [
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'data', annotations: { 'storage.kubemin.cli/pvc-role': 'template' } },
      },
    ],
    insteadOf: {
      deviation: 'claim-template-name',
      manual: { claims: [{ metadata: { name: `pvc-data-${APP_ID}` } }] },
    },
  },
  {
    name: 'in words: a claim template has no time of creation',
    type: 'store',
    traits: '{ "storage": [ { "type": "persistent", "name": "data", "mountPath": "/data", "tmpCreate": true } ] }',
    insteadOf: {
      deviation: 'no-null-timestamp',
      manual: { claims: [{ metadata: { creationTimestamp: null, name: 'data' } }] },
    },
  },
  {
    name: 'in words: claimName names a claim that exists',
    traits: '{ "storage": [ { "type": "persistent", "name": "shared", "claimName": "team", "mountPath": "/data" } ] }',
    volumes: [{ name: 'shared', persistentVolumeClaim: { claimName: 'team' } }],
    claims: [],
    insteadOf: {
      deviation: 'claim-name',
      manual: {
        volumes: [{ name: 'shared', persistentVolumeClaim: { claimName: 'shared' } }],
        claims: [{ metadata: { name: 'shared' } }],
      },
    },
  },
  {
    name: 'in words: a nested persistent volume of the same name makes no second claim',
    traits: `{
      "storage": [ { "type": "persistent", "name": "data", "mountPath": "/data", "tmpCreate": true } ],
      "init": [
        {
          "name": "fill",
          "properties": { "image": "busybox" },
          "traits": { "storage": [ { "type": "persistent", "name": "data", "mountPath": "/fill" } ] }
        }
      ]
    }`,
    initContainers: [{ name: 'fill', volumeMounts: [{ name: 'data', mountPath: '/fill' }] }],
    claims: [{ metadata: { name: `pvc-data-${APP_ID}` } }],
    insteadOf: {
      deviation: 'nested-claim',
      manual: { claims: [{ metadata: { name: `pvc-data-${APP_ID}` } }, { metadata: { name: 'data' } }] },
    },
  },
  {
    name: 'in words: containers without a name are numbered',
    traits: '{ "init": [ { "properties": { "image": "busybox" } } ], "sidecar": [ { "image": "envoy" } ] }',
    initContainers: [{ name: 'app-init-1' }],
    sidecars: [{ name: 'app-sidecar-1' }],
    insteadOf: {
      deviation: 'numbered-containers',
      manual: { initContainers: [{ name: 'app-init-kqzt' }], sidecars: [{ name: 'app-sidecar-wmbe' }] },
    },
  },
  {
    name: 'in words: traits about the whole component have no effect inside a container',
    traits: `{
      "sidecar": [
        {
          "name": "proxy",
          "image": "envoy",
          "traits": { "rbac": [ { "rules": [ { "apiGroups": [""], "resources": ["pods"], "verbs": ["get"] } ] } ] }
        }
      ]
    }`,
    sidecars: [{ name: 'proxy' }],
    kinds: ['Deployment'],
    insteadOf: {
      deviation: 'nested-workload-traits',
      manual: { kinds: ['ServiceAccount', 'Role', 'RoleBinding', 'Deployment'] },
    },
  },
  {
    name: 'in words: a backend named like a component is its Service',
    port: 8080,
    traits:
      '{ "ingress": [ { "name": "in", "routes": [ { "backend": { "serviceName": "app", "servicePort": 8080 } } ] } ] }',
    objects: [routed({ name: `svc-app-${APP_ID}`, port: { number: 8080 } })],
    insteadOf: {
      deviation: 'backend-component',
      manual: { objects: [routed({ name: 'app', port: { number: 8080 } })] },
    },
  },
  {
    name: 'in words: a route without a port goes to the only one there is',
    port: 8080,
    traits: '{ "ingress": [ { "name": "in", "routes": [ { "backend": { "serviceName": "app" } } ] } ] }',
    objects: [routed({ port: { number: 8080 } })],
    insteadOf: { deviation: 'backend-port', manual: { objects: [routed({ port: { number: 80 } })] } },
  },
  {
    name: 'in words: a prefix is rewritten, what follows it stays',
    traits: `{
      "ingress": [
        {
          "name": "in",
          "routes": [
            { "path": "/api", "backend": { "serviceName": "other" }, "rewrite": { "type": "prefix", "replacement": "/" } }
          ]
        }
      ]
    }`,
    objects: [ingress('in', { path: '/api(/|$)(.*)' }, '/$2')],
    insteadOf: { deviation: 'prefix-rewrite', manual: { objects: [ingress('in', { path: '/api' }, '/')] } },
  },
  {
    name: 'in words: routes with different rewrites are Ingresses of their own',
    traits: `{
      "ingress": [
        {
          "name": "in",
          "routes": [
            { "path": "/a", "backend": { "serviceName": "a" }, "rewrite": { "type": "replace", "replacement": "/x" } },
            { "path": "/b", "backend": { "serviceName": "b" }, "rewrite": { "type": "replace", "replacement": "/y" } }
          ]
        }
      ]
    }`,
    objects: [ingress('in', { path: '/a' }, '/x'), ingress('in-part-2', { path: '/b' }, '/y')],
    insteadOf: {
      deviation: 'ingress-per-rewrite',
      manual: {
        objects: [
          {
            kind: 'Ingress',
            metadata: { name: 'in', annotations: { [`${NGINX}/rewrite-target`]: '/x' } },
            spec: { rules: [{ http: { paths: [{ path: '/a' }, { path: '/b' }] } }] },
          },
        ],
      },
    },
  },
];

function routed(service: object) {
  return {
    kind: 'Ingress',
    metadata: { name: 'in' },
    spec: { rules: [{ http: { paths: [{ path: '/', backend: { service } }] } }] },
  };
}
