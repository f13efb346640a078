import { formatApiVersion, isStatusError, type KubeObject, type ResourceType } from '@kubemin/kubeapi';
import { LABEL } from '@kubemin/render';
import type { StepContext } from '../../task/index.ts';

/** The objects of one kind that a component of the application owns; what a controller made goes with its owner. */
export async function listOwnedObjects(
  { client, appId, signal }: StepContext<unknown>,
  component: string,
  type: ResourceType,
): Promise<readonly KubeObject[]> {
  const labelSelector = `${LABEL.appId}=${appId},${LABEL.componentName}=${component}`;
  try {
    const { items } = await client.resource(type).list({ labelSelector, signal });
    return items
      .filter(({ metadata }) => !metadata.ownerReferences?.some(({ controller }) => controller === true))
      .map((item) => ({ ...item, apiVersion: formatApiVersion(type), kind: type.kind }));
  } catch (error) {
    if (isStatusError(error, 'NotFound') || isStatusError(error, 'Forbidden')) return [];
    throw error;
  }
}
