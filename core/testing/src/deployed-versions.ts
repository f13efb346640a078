import type { KubeClient } from '@kubemin/kube';
import { apps } from '@kubemin/kubeapi/resources';

/** The Deployments of an application in `default` as `image × copies`, the one without a suffix first. */
export async function deployedVersions(client: KubeClient, appId: string): Promise<readonly string[]> {
  const labelSelector = `kube-min-cli-appId=${appId}`;
  const { items } = await client.resource(apps.v1.deployments, 'default').list({ labelSelector });
  return items
    .toSorted((left, right) => (left.metadata.name ?? '').length - (right.metadata.name ?? '').length)
    .map(({ metadata, spec }) => {
      const suffix = /-(canary|blue|green)$/.exec(metadata.name ?? '')?.[0] ?? '';
      return `${spec?.template.spec?.containers[0]?.image} × ${spec?.replicas}${suffix}`;
    });
}
