import { TerminalError } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { formatApiVersion, type KubeObject, type ResourceType } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { initialMessages } from '../messages/index.ts';
import { initialResources } from './initial-resources.ts';
import type { ApplyObject, InitialisedObject, InitialiseOptions } from './initialised-object.ts';
import { applyUser } from './password-secret.ts';
import { users } from './user-resource.ts';
import { splitUser } from './written-password.ts';

const FIELD_MANAGER = 'kubemin-init';

/**
 * Applies the initial objects of a server, each after those it refers to; their definitions must be served. Fields that
 * others added to an object are kept. Nothing is written when an object is invalid. Idempotent.
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
 * Whether an object has only a name, like a namespace: its applier owns no field, and servers record every apply of it
 * as a change.
 */
function hasOnlyName({ apiVersion, kind, metadata: { name, namespace, ...metadata }, ...rest }: KubeObject): boolean {
  return Object.keys(metadata).length + Object.keys(rest).length === 0;
}

function isSameVersion(before: KubeObject, after: KubeObject): boolean {
  return before.metadata.resourceVersion === after.metadata.resourceVersion;
}

/** An object with its resource. */
export interface PlacedObject {
  readonly type: ResourceType;
  readonly object: KubeObject;
}

const ORDER: readonly ResourceType[] = [core.v1.namespaces, ...initialResources];
const DEFAULT_NAMESPACE = 'default';

/** Sorts objects so that each comes after those it may refer to. Throws INITIAL_KIND_UNKNOWN for unsupported kinds. */
export function sortInitialObjects(objects: readonly KubeObject[]): readonly PlacedObject[] {
  const placed = objects.map((object) => ({ object, place: findPlace(object) }));
  return placed
    .toSorted((a, b) => a.place.rank - b.place.rank)
    .map(({ object, place: { type } }) => ({ type, object: type.namespaced ? inNamespace(object) : object }));
}

function findPlace({ apiVersion, kind, metadata }: KubeObject): { readonly type: ResourceType; readonly rank: number } {
  const rank = ORDER.findIndex((type) => type.kind === kind && formatApiVersion(type) === apiVersion);
  const type = ORDER[rank];
  if (type !== undefined) return { type, rank };
  const known = ORDER.map((each) => `${each.kind} (${formatApiVersion(each)})`);
  const message = initialMessages.unknownKind({ kind, version: apiVersion, name: metadata.name ?? '', known });
  throw new TerminalError(message, { code: 'INITIAL_KIND_UNKNOWN' });
}

function inNamespace(object: KubeObject): KubeObject {
  const { namespace = DEFAULT_NAMESPACE } = object.metadata;
  return { ...object, metadata: { ...object.metadata, namespace } };
}
