import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { ResourceClient } from '@kubemin/kube';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import { deliveryMessages } from '../messages/index.ts';
import type { DeliveryContext } from './deliver.ts';
import { FIELD_MANAGER } from './field-ownership.ts';

/** Which run created an object. Written with the object itself, so that no crash can lose it. */
export const CREATED_BY_RUN = 'kubemin.io/created-by-run';

/** Creates an object, and its namespace if wanted; undefined when another client created it in between. */
export async function createObject(
  context: Pick<DeliveryContext, 'client' | 'write' | 'settings'>,
  resource: ResourceClient<KubeObject>,
  object: KubeObject,
): Promise<KubeObject | undefined> {
  const attempt = () => context.write((signal) => resource.create(object, { fieldManager: FIELD_MANAGER, signal }));
  try {
    return await attempt();
  } catch (error) {
    if (isStatusError(error, 'AlreadyExists')) return undefined;
    const { namespace } = object.metadata;
    if (!isStatusError(error, 'NotFound') || namespace === undefined || !resource.type.namespaced) throw error;
    if (context.settings?.createNamespace !== true) throw missingNamespace(namespace, error);
    await createNamespace(context, namespace);
    return attempt();
  }
}

/** Not one of the applied fields: later deliveries leave it as it is. */
export function withCreator(object: KubeObject, taskId: string | undefined): KubeObject {
  if (taskId === undefined) return object;
  const annotations = { ...object.metadata.annotations, [CREATED_BY_RUN]: taskId };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** Namespaces have no owner: none is ever deleted, also not those created here. */
async function createNamespace({ client, write }: Pick<DeliveryContext, 'client' | 'write'>, name: string) {
  const namespace: Namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  try {
    await write((signal) =>
      client.resource(core.v1.namespaces).create(namespace, { fieldManager: FIELD_MANAGER, signal }),
    );
  } catch (error) {
    if (!isStatusError(error, 'AlreadyExists')) throw error;
  }
}

function missingNamespace(namespace: string, cause: unknown): TerminalError {
  return new TerminalError(deliveryMessages.namespaceMissing({ namespace }), { code: 'NAMESPACE_MISSING', cause });
}

/** Kind, name and namespace of an object. */
export function objectMessage({ kind, metadata: { name = '', namespace } }: KubeObject): Message {
  return namespace === undefined
    ? deliveryMessages.object({ kind, name })
    : deliveryMessages.objectInNamespace({ kind, name, namespace });
}
