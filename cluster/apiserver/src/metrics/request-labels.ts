import type { RequestVerb, ServedResource } from '../registry/index.ts';

/** The labels of request metrics, as in Kubernetes. */
export interface RequestLabels {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Of requests that are not about objects: their path. */
  readonly subresource: string;
}

/** What is counted: verbs, and server-side apply as one of its own, as Kubernetes does. */
export type CountedVerb = RequestVerb | 'apply';

const VERBS: Readonly<Record<CountedVerb, string>> = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  apply: 'APPLY',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
};

/** Paths that are counted apart, with everything below them. Others share one label: clients can make up any number. */
const ROOTS = ['healthz', 'livez', 'readyz', 'version', 'metrics', 'api', 'apis', 'openapi', 'openid', '.well-known'];

/** The labels of a request about objects. Subresources that do not exist share one label. */
export function resourceLabels({ info }: ServedResource, verb: CountedVerb, subresource: string): RequestLabels {
  const { group, version, plural, subresources } = info;
  const known = subresources.some(({ name }) => name === subresource);
  return { verb: VERBS[verb], group, version, resource: plural, subresource: known ? subresource : '' };
}

/** The labels of a request that is not about objects. */
export function pathLabels(path: string, method: string): RequestLabels {
  const end = path.indexOf('/', 1);
  const root = path.slice(1, end === -1 ? undefined : end);
  return { verb: method, group: '', version: '', resource: '', subresource: ROOTS.includes(root) ? `/${root}` : '' };
}
