import { closestName, listFirst } from '@kubemin/base';
import { ProblemError, type RoutedRequest } from '../http/index.ts';
import { apiextMessages } from '../messages/index.ts';
import type { ResourceSet } from '../resource/index.ts';
import type { ObjectPlace, ServedResource } from './served-resource.ts';

/** Instead of a namespace: all namespaces, or none for cluster-scoped resources. */
const NO_NAMESPACE = '-';

/** Resolves paths to resource, namespace and object. */
export class ResourceAddress {
  readonly #resources: ResourceSet;
  readonly #served: ReadonlyMap<string, ServedResource>;

  constructor(resources: ResourceSet, served: readonly ServedResource[]) {
    this.#resources = resources;
    this.#served = new Map(served.map((each) => [servedKey(each.resource), each]));
  }

  /** The collection of `/:kind/:version/:namespace`; throws a 404 or 400 that names the correct path. */
  collection(request: RoutedRequest): ObjectPlace {
    const served = this.#resource(request.param('kind'), request.param('version'));
    const { plural, namespaced } = served.resource;
    const given = readSegment(request, 'namespace');
    if (namespaced) return { served, namespace: given === NO_NAMESPACE ? undefined : given };
    if (given === NO_NAMESPACE) return { served, namespace: undefined };
    const message = apiextMessages.clusterScoped({ plural, namespace: given });
    throw new ProblemError(message, { status: 400, code: 'NAMESPACE_UNEXPECTED' });
  }

  /** The object of `/:kind/:version/:namespace/:name`. */
  object(request: RoutedRequest): ObjectPlace & { readonly name: string } {
    const place = this.collection(request);
    this.requireNamespace(place);
    return { ...place, name: readSegment(request, 'name') };
  }

  /** Only lists may span all namespaces. */
  requireNamespace({ served: { resource }, namespace }: ObjectPlace): void {
    if (!resource.namespaced || namespace !== undefined) return;
    const message = apiextMessages.namespaced({ plural: resource.plural });
    throw new ProblemError(message, { status: 400, code: 'NAMESPACE_MISSING' });
  }

  #resource(kind: string, version: string): ServedResource {
    const named = this.#resources.find(kind);
    if (named === undefined) {
      const name = closestName(kind, this.#resources.names());
      const message =
        name === undefined
          ? apiextMessages.resourceUnknown({ kind, known: listFirst(this.#resources.names()) })
          : apiextMessages.resourceMisspelt({ kind, name });
      throw new ProblemError(message, { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
    const found = this.#served.get(servedKey({ ...named, version }));
    if (found !== undefined) return found;
    const message = apiextMessages.versionUnknown({ plural: named.plural, version, served: named.version });
    throw new ProblemError(message, { status: 404, code: 'VERSION_UNKNOWN' });
  }
}

function servedKey({
  group,
  version,
  plural,
}: Pick<ServedResource['resource'], 'group' | 'version' | 'plural'>): string {
  return `${plural}.${version}.${group}`;
}

/** A decoded segment may contain characters that change the path it is later inserted into. */
function readSegment(request: RoutedRequest, name: string): string {
  const value = request.param(name);
  if (value !== '.' && value !== '..' && !/[/%\0]/.test(value)) return value;
  throw new ProblemError(apiextMessages.badName({ value }), { status: 400, code: 'NAME_INVALID' });
}
