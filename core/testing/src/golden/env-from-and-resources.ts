import type { GoldenExample } from './example.ts';

export const envFromAndResourcesExamples: readonly GoldenExample[] = [
  {
    name: 'envFrom: a ConfigMap',
    traits: '{ "envFrom": [ { "type": "configMap", "sourceName": "app-config" } ] }',
    container: { envFrom: [{ configMapRef: { name: 'app-config' } }] },
  },
  {
    name: 'envFrom: a Secret',
    traits: '{ "envFrom": [ { "type": "secret", "sourceName": "app-secrets" } ] }',
    container: { envFrom: [{ secretRef: { name: 'app-secrets' } }] },
  },
  {
    name: 'envFrom: several sources keep their order',
    traits: `{
      "envFrom": [
        { "type": "configMap", "sourceName": "app-config" },
        { "type": "secret", "sourceName": "app-secrets" }
      ]
    }`,
    container: { envFrom: [{ configMapRef: { name: 'app-config' } }, { secretRef: { name: 'app-secrets' } }] },
  },
  {
    name: 'resources: requests equal limits',
    traits: '{ "resources": { "cpu": "500m", "memory": "512Mi" } }',
    container: {
      resources: { requests: { cpu: '500m', memory: '512Mi' }, limits: { cpu: '500m', memory: '512Mi' } },
    },
  },
];
