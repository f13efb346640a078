import { closest, listed } from '@kubemin/base';
import type { RoutedRequest } from '../http/http-router.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { ResourceSet } from '../resource/resource-set.ts';
import type { ObjectPlace, ServedResource } from './served-resource.ts';

/** In the place of a namespace: all of them, or none for resources of the whole cluster. */
const NO_NAMESPACE = '-';

/** Finds out which resource, namespace and object a path means. */
export class ResourceAddress {
  readonly #resources: ResourceSet;
  readonly #served: ReadonlyMap<string, ServedResource>;

  constructor(resources: ResourceSet, served: readonly ServedResource[]) {
    this.#resources = resources;
    this.#served = new Map(served.map((each) => [keyOf(each.resource), each]));
  }

  /** The collection of `/:kind/:version/:namespace`; throws a 404 or 400 that says what to write instead. */
  collection(request: RoutedRequest): ObjectPlace {
    const served = this.#resource(request.param('kind'), request.param('version'));
    const { plural, namespaced } = served.resource;
    const given = segment(request, 'namespace');
    if (namespaced) return { served, namespace: given === NO_NAMESPACE ? undefined : given };
    if (given === NO_NAMESPACE) return { served, namespace: undefined };
    const message = `${plural} are of the whole cluster: write ${NO_NAMESPACE} where the namespace '${given}' stands`;
    throw new ProblemError(message, { status: 400, code: 'NAMESPACE_UNEXPECTED' });
  }

  /** The object of `/:kind/:version/:namespace/:name`. */
  object(request: RoutedRequest): ObjectPlace & { readonly name: string } {
    const place = this.collection(request);
    this.requireNamespace(place);
    return { ...place, name: segment(request, 'name') };
  }

  /** Lists may be of all namespaces; anything else is about one. */
  requireNamespace({ served: { resource }, namespace }: ObjectPlace): void {
    if (!resource.namespaced || namespace !== undefined) return;
    const message = `${resource.plural} live in a namespace: write its name where ${NO_NAMESPACE} stands`;
    throw new ProblemError(message, { status: 400, code: 'NAMESPACE_MISSING' });
  }

  #resource(kind: string, version: string): ServedResource {
    const named = this.#resources.named(kind);
    if (named === undefined) {
      const near = closest(kind, this.#resources.names());
      const advice = near === undefined ? `there are ${listed(this.#resources.names())}` : `did you mean ${near}?`;
      throw new ProblemError(`there is no resource '${kind}'; ${advice}`, { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
    const found = this.#served.get(keyOf({ ...named, version }));
    if (found !== undefined) return found;
    const message = `${named.plural} are not served as ${version}, but as ${named.version}`;
    throw new ProblemError(message, { status: 404, code: 'VERSION_UNKNOWN' });
  }
}

function keyOf({ group, version, plural }: Pick<ServedResource['resource'], 'group' | 'version' | 'plural'>): string {
  return `${plural}.${version}.${group}`;
}

/** A decoded segment may hold what would lead elsewhere when it is put into another path. */
function segment(request: RoutedRequest, name: string): string {
  const value = request.param(name);
  if (value !== '.' && value !== '..' && !/[/%\0]/.test(value)) return value;
  throw new ProblemError(`'${value}' is not a name`, { status: 400, code: 'NAME_INVALID' });
}
