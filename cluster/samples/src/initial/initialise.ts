import type { KubeClient } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { sortInitialObjects } from './initial-order.ts';
import type { ApplyObject, InitialisedObject, InitialiseOptions } from './initialised-object.ts';
import { applyUser } from './password-secret.ts';
import { users } from './user-resource.ts';
import { splitUser } from './written-password.ts';

const FIELD_MANAGER = 'kubemin-init';

/**
 * Gives a server the objects it begins with, each after those it refers to; their definitions must be served. What is
 * written is the truth, what others added to an object stays. Nothing is written when anything is wrong with the
 * objects, and nothing changes when all are there: safe to repeat.
 */
export async function initialise(
  client: KubeClient,
  objects: readonly KubeObject[],
  { random, signal }: InitialiseOptions,
): Promise<readonly InitialisedObject[]> {
  const apply: ApplyObject = async (type, object) => {
    const { name = '', namespace } = object.metadata;
    const place = client.resource(type, namespace);
    const before = await place.find(name, { signal });
    const patch = { type: 'apply', body: object, force: true } as const;
    const after =
      before !== undefined && hasOnlyName(object)
        ? before
        : await place.patch(name, patch, { fieldManager: FIELD_MANAGER, signal });
    const action = before === undefined ? 'created' : isSameVersion(before, after) ? 'unchanged' : 'changed';
    return { object: after, result: { name: `${type.singular}/${name}`, namespace, action } };
  };
  const steps = sortInitialObjects(objects).map(({ type, object }) => {
    if (type.kind !== users.kind) return async () => [(await apply(type, object)).result];
    const user = splitUser(object);
    return () => applyUser(user, { client, apply, random, signal });
  });
  const done: InitialisedObject[] = [];
  for (const step of steps) done.push(...(await step()));
  return done;
}

/**
 * Whether an object is no more than a name, as namespaces are: who applies it owns no field, and servers note that as if
 * it had never been applied, which is a change.
 */
function hasOnlyName({ apiVersion, kind, metadata: { name, namespace, ...metadata }, ...rest }: KubeObject): boolean {
  return Object.keys(metadata).length + Object.keys(rest).length === 0;
}

function isSameVersion(before: KubeObject, after: KubeObject): boolean {
  return before.metadata.resourceVersion === after.metadata.resourceVersion;
}
