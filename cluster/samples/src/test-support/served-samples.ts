import type { CustomResource } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';
import { apiextensions } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';

/** Lets a server serve resources; resolves when it does. */
export async function serve(client: KubeClient, resources: readonly CustomResource[]): Promise<void> {
  const definitions = client.resource(apiextensions.v1.customresourcedefinitions);
  for (const { definition } of resources) {
    await definitions.create(definition);
    await eventually(async () => {
      const { status } = await definitions.get(definition.metadata.name ?? '');
      return status?.conditions?.some(({ type, status: value }) => type === 'Established' && value === 'True');
    });
  }
}
