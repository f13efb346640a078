import { forbidden, type KubeObject, type StatusError } from '@kubemin/kubeapi';
import type { AdmissionRequest, ServerParts } from '../../registry/index.ts';

/** Something a node wants to write. */
export interface NodeWrite {
  /** Who wants it. */
  readonly node: string;
  /** As it will be stored; for a deletion, what is to be deleted. */
  readonly object: KubeObject;
  readonly request: AdmissionRequest;
  readonly server: ServerParts;
}

/** Throws 403 for what is not the node's to write. The words are Kubernetes' own: people look them up. */
export type NodeCheck = (write: NodeWrite) => void;

/** The refusal of a write. */
export function forbiddenError({ object, request }: NodeWrite, why: string): StatusError {
  const { name, generateName } = request.old?.metadata ?? object.metadata;
  return forbidden(why, { ...request.resource.info, name: name ?? generateName ?? '' });
}
