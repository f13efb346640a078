import { deepEqual, type KubeObject } from '@kubemin/kubeapi';

/** The object with its status taken from another state of it. */
export function withStatusOf(object: KubeObject, source: KubeObject): KubeObject {
  const status = statusOf(source);
  if (status !== undefined) return { ...object, ...{ status } };
  if (statusOf(object) === undefined) return object;
  const { status: _, ...rest } = { status: undefined, ...object };
  return rest;
}

/** Whether two states are the same in what the user asks for: everything but metadata and status, where that is apart. */
export function sameDesiredState(a: KubeObject, b: KubeObject, statusApart: boolean): boolean {
  return deepEqual(desiredState(a), desiredState(b)) && (statusApart || deepEqual(statusOf(a), statusOf(b)));
}

function statusOf(object: KubeObject): unknown {
  return 'status' in object ? object.status : undefined;
}

function desiredState(object: KubeObject): unknown {
  const { metadata: _m, status: _s, ...desired } = { status: undefined, ...object };
  return desired;
}
