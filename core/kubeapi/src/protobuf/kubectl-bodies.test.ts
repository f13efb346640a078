import { expect, test } from 'vitest';
import { loadSchema } from '../generated/schema.gen.ts';
import type { JsonObject } from '../object/json.ts';
import { ProtobufDecoder } from './protobuf-decoder.ts';
import { KUBECTL_BODIES } from './test-support/kubectl-bodies.ts';

const decoder = new ProtobufDecoder(loadSchema());

const container = (name: string, more: JsonObject): JsonObject => ({
  name,
  image: `registry.test/${name === 'once' ? 'job' : name}:1`,
  resources: {},
  ...more,
});

const EXPECTED: Readonly<Record<keyof typeof KUBECTL_BODIES, JsonObject>> = {
  configMap: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'default' },
    data: { a: '1', empty: '' },
  },
  secret: {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'login', namespace: 'default' },
    data: { password: 'cMOkc3N3b3Jk', user: 'YWRtaW4=' },
  },
  namespace: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' }, spec: {}, status: {} },
  deployment: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [container('web', { ports: [{ containerPort: 80 }] })] },
      },
      strategy: {},
    },
    status: {},
  },
  role: {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'reader', namespace: 'default' },
    rules: [
      { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'], resourceNames: ['web'] },
      { verbs: ['get', 'list'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['web'] },
    ],
  },
  job: {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'once', namespace: 'default' },
    spec: {
      template: {
        metadata: {},
        spec: { containers: [container('once', { command: ['sh', '-c', 'exit 0'] })], restartPolicy: 'Never' },
      },
    },
    status: {},
  },
  tokenRequest: {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: {},
    spec: { audiences: [], expirationSeconds: 600 },
    status: { token: '' },
  },
  accessReview: {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    metadata: {},
    spec: { resourceAttributes: { namespace: 'default', verb: 'list', resource: 'pods' } },
    status: { allowed: false },
  },
  resourceQuota: {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'small', namespace: 'default' },
    spec: { hard: { cpu: '1500m', pods: '3' } },
    status: {},
  },
  service: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
    spec: {
      ports: [{ name: '80-8080', protocol: 'TCP', port: 80, targetPort: 8080 }],
      selector: { app: 'web' },
      type: 'ClusterIP',
    },
    status: { loadBalancer: {} },
  },
  ingress: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      tls: [{ hosts: ['web.test'], secretName: 'cert' }],
      rules: [
        {
          host: 'web.test',
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }],
          },
        },
      ],
    },
    status: { loadBalancer: {} },
  },
};

test.each(Object.entries(KUBECTL_BODIES))('the %s that kubectl sends', (name, body) => {
  const expected = Object.entries(EXPECTED).find(([key]) => key === name)?.[1];
  expect(decoder.decode(Buffer.from(body, 'base64'))).toEqual(expected);
});
