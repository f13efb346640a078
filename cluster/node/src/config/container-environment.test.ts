import type { EnvFromSource, EnvVar, EnvVarSource, Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { containerEnvironment } from './container-environment.ts';

const STORED: Readonly<Record<string, Record<string, string>>> = {
  'configmap/ns/settings': { MODE: 'fast', LEVEL: '3' },
  'secret/ns/access': { password: 'sesame' },
};

const API: Service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'kubernetes' },
  spec: { clusterIP: '10.96.0.1', ports: [{ name: 'https', port: 443 }] },
};

function variables(env: readonly EnvVar[], envFrom: readonly EnvFromSource[] = []): Record<string, string> {
  const resources = { limits: { memory: '64Mi' } };
  const pod: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name: 'web', labels: { app: 'shop' } },
    spec: { nodeName: 'n', containers: [{ name: 'main', image: 'shop:1', env, envFrom, resources }] },
    status: { podIP: '10.244.0.2' },
  };
  const valuesOf = ({ kind, namespace, name }: { kind: string; namespace: string; name: string }) => {
    const stored = STORED[`${kind}/${namespace}/${name}`];
    return stored && new Map(Object.entries(stored));
  };
  return Object.fromEntries(containerEnvironment(pod, 'main', { values: valuesOf, api: API }));
}

test('variables come from ConfigMaps, Secrets, fields and resources, and contain the address of the API server', () => {
  const settings = { name: 'settings' };
  const field = (fieldPath: string): EnvVarSource => ({ fieldRef: { fieldPath } });
  const env: readonly EnvVar[] = [
    { name: 'PLAIN', value: 'as it is' },
    { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'access', key: 'password' } } },
    { name: 'LEVEL', valueFrom: { configMapKeyRef: { ...settings, key: 'LEVEL' } } },
    { name: 'LACKING', valueFrom: { configMapKeyRef: { ...settings, key: 'nothing', optional: true } } },
    { name: 'NODE', valueFrom: field('spec.nodeName') },
    { name: 'ADDRESS', valueFrom: field('status.podIP') },
    { name: 'APP', valueFrom: field("metadata.labels['app']") },
    { name: 'MEMORY', valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '1Mi' } } },
    { name: 'URL', value: 'http://$(ADDRESS)/$(UNKNOWN)/$$(APP)' },
  ];
  expect(variables(env, [{ prefix: 'MY_', configMapRef: settings }, { secretRef: { name: 'nobody' } }])).toEqual({
    HOSTNAME: 'web',
    KUBERNETES_SERVICE_HOST: '10.96.0.1',
    KUBERNETES_SERVICE_PORT: '443',
    KUBERNETES_SERVICE_PORT_HTTPS: '443',
    KUBERNETES_PORT: 'tcp://10.96.0.1:443',
    KUBERNETES_PORT_443_TCP: 'tcp://10.96.0.1:443',
    KUBERNETES_PORT_443_TCP_PROTO: 'tcp',
    KUBERNETES_PORT_443_TCP_PORT: '443',
    KUBERNETES_PORT_443_TCP_ADDR: '10.96.0.1',
    MY_MODE: 'fast',
    MY_LEVEL: '3',
    PLAIN: 'as it is',
    PASSWORD: 'sesame',
    LEVEL: '3',
    NODE: 'n',
    ADDRESS: '10.244.0.2',
    APP: 'shop',
    MEMORY: '64',
    URL: 'http://10.244.0.2/$(UNKNOWN)/$(APP)',
  });
});

test('a limit that is not set is what the pod may use, or the node has, and a request that is not made is 0', () => {
  const field = (name: string, resource: string): EnvVar => ({ name, valueFrom: { resourceFieldRef: { resource } } });
  const pod: Pod = {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name: 'web' } },
    spec: {
      resources: { limits: { memory: '1Gi' } },
      containers: [{ name: 'other', image: 'shop:1' }],
      initContainers: [
        {
          ...{ name: 'main', image: 'shop:1', resources: { limits: { 'ephemeral-storage': '5' } } },
          env: [
            field('CPU', 'limits.cpu'),
            field('MEMORY', 'limits.memory'),
            field('STORAGE', 'limits.ephemeral-storage'),
            field('REQUEST', 'requests.cpu'),
          ],
        },
      ],
    },
  };
  const allocatable = { cpu: '1500m', memory: '2Gi', 'ephemeral-storage': '9' };
  const found = Object.fromEntries(containerEnvironment(pod, 'main', { values: () => undefined, allocatable }));
  expect(found).toMatchObject({ CPU: '2', MEMORY: String(2 ** 30), STORAGE: '5', REQUEST: '0' });
});
