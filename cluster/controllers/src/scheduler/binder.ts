import type { ControllerContext } from '@kubemin/controller';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** What came of giving a pod to a node. */
export type BindingOutcome =
  | { readonly kind: 'bound' }
  | { readonly kind: 'gone' }
  /** Clearly not bound. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** It may have been bound or not: only the same node again is safe. */
  | { readonly kind: 'unsure'; readonly error: unknown };

/** Tells the API server which node the pod goes to. */
export async function bind({ client }: ControllerContext, pod: Pod, node: string): Promise<BindingOutcome> {
  const { name = '', namespace, uid } = pod.metadata;
  const binding = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, namespace, uid },
    target: { apiVersion: 'v1', kind: 'Node', name: node },
  };
  try {
    await client.resource(core.v1.pods, namespace).createSubresource(name, 'binding', binding);
    return { kind: 'bound' };
  } catch (error) {
    if (isStatusError(error, 'NotFound')) return { kind: 'gone' };
    return isStatusError(error) && error.httpCode < 500 ? { kind: 'refused', error } : { kind: 'unsure', error };
  }
}
