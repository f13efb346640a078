import type { KubeObject, OwnerReference } from '@kubemin/kubeapi';

/** The kind of an owner as in its references. */
export type OwnerKind = Pick<KubeObject, 'apiVersion' | 'kind'>;

/** The one owner that manages the object, if any. */
export function findControllerReference(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

/** Whether `owner` is the controller of `object`: by uid, as another object may have had the same name. */
export function isControlledBy(object: KubeObject, owner: KubeObject): boolean {
  const reference = findControllerReference(object);
  return reference !== undefined && reference.uid === owner.metadata.uid;
}

/** The reference that makes `owner` the controller of the object that carries it. */
export function controllerReference(owner: KubeObject): OwnerReference {
  const { name = '', uid = '' } = owner.metadata;
  const { apiVersion, kind } = owner;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}
