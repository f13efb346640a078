import { TerminalError } from '@kubemin/base';
import { formatApiVersion, type KubeObject, type ResourceType } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { initialResources } from './initial-resources.ts';

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
  const known = ORDER.map((each) => `${each.kind} (${formatApiVersion(each)})`).join(', ');
  throw new TerminalError(`${kind} (${apiVersion}) "${metadata.name ?? ''}" is not an initial resource: ${known}`, {
    code: 'INITIAL_KIND_UNKNOWN',
  });
}

function inNamespace(object: KubeObject): KubeObject {
  const { namespace = DEFAULT_NAMESPACE } = object.metadata;
  return { ...object, metadata: { ...object.metadata, namespace } };
}
