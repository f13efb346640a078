import type { KubeClient } from '@kubemin/kube';
import { apps } from '@kubemin/kubeapi/resources';
import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import type { ClusterSize } from './settings.ts';

const NAMESPACE = 'default';

/** Creates all Deployments at once, as a person with one large file would. */
export async function applyDeployments(client: KubeClient, { deployments, replicas }: ClusterSize): Promise<void> {
  const resource = client.resource(apps.v1.deployments, NAMESPACE);
  await Promise.all(
    Array.from({ length: deployments }, (_, number) => resource.create(deployment(`load-${number}`, replicas))),
  );
}

/** Deletes them, and with them everything that is theirs. */
export async function deleteDeployments(client: KubeClient, { deployments }: ClusterSize): Promise<void> {
  const resource = client.resource(apps.v1.deployments, NAMESPACE);
  await Promise.all(
    Array.from({ length: deployments }, (_, number) =>
      resource.delete(`load-${number}`, { propagationPolicy: 'Background' }),
    ),
  );
}

function deployment(name: string, replicas: number): Deployment {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: NAMESPACE, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name: 'main',
              image: 'registry.example/app:1.0',
              ports: [{ containerPort: 8080 }],
              env: [{ name: 'MODE', value: 'load' }],
              resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
            },
          ],
        },
      },
    },
  };
}
