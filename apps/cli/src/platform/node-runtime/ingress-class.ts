import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { networking } from '@kubemin/kubeapi/resources';
import type { IngressClass } from '@kubemin/kubeapi/types/networking.v1';

const CLASS_NAME = 'kubemin';
const DEFAULT_CLASS = 'ingressclass.kubernetes.io/is-default-class';

/**
 * Creates the class of the Ingresses that the node serves, as the default one unless another is: Ingresses that name no
 * class are served only by the default class once there is one of any kind. A class that is there is left as it is.
 */
export async function createIngressClass(client: KubeClient): Promise<void> {
  const classes = client.resource(networking.v1.ingressclasses);
  const { items } = await classes.list();
  if (items.some(({ metadata }) => metadata.name === CLASS_NAME)) return;
  const hasDefault = items.some(({ metadata }) => metadata.annotations?.[DEFAULT_CLASS] === 'true');
  const created: IngressClass = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    metadata: { name: CLASS_NAME, ...(!hasDefault && { annotations: { [DEFAULT_CLASS]: 'true' } }) },
    spec: { controller: 'kubemin.io/ingress' },
  };
  try {
    await classes.create(created);
  } catch (error) {
    if (!isStatusError(error, 'AlreadyExists')) throw error;
  }
}

/** Deletes the class of the Ingresses that the node has served. */
export async function deleteIngressClass(client: KubeClient): Promise<void> {
  try {
    await client.resource(networking.v1.ingressclasses).delete(CLASS_NAME);
  } catch (error) {
    if (!isStatusError(error, 'NotFound')) throw error;
  }
}
