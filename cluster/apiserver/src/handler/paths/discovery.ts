import { createHash } from 'node:crypto';
import { type ApiResponse, deepFreeze, formatApiVersion, type JsonObject } from '@kubemin/kubeapi';
import {
  objectResponse,
  type ResourceTable,
  type ServedResource,
  type SubresourceTable,
} from '../../registry/index.ts';
import { aggregatedGroups, wantsAggregated } from './aggregated-discovery.ts';

/** The resources of one group in one version. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ServedResource[];
}

/** A group version that another API server serves. */
export interface AggregatedGroupVersion {
  readonly group: string;
  readonly version: string;
  readonly groupPriority: number;
  readonly versionPriority: number;
  /** The entries of its APIResourceList; undefined while the server has not been reached. */
  readonly resources: readonly JsonObject[] | undefined;
}

/** The group versions of other servers as they are now. */
export interface AggregatedGroups {
  groupVersions(): readonly AggregatedGroupVersion[];
}

/** A version of a group as discovery lists it. */
type DiscoveredVersion = GroupVersion | AggregatedGroupVersion;

/** Serves discovery: groups, versions, resources. */
export class Discovery {
  readonly #resources: ResourceTable;
  readonly #subresources: SubresourceTable;
  readonly #others: AggregatedGroups;

  constructor(resources: ResourceTable, subresources: SubresourceTable, others: AggregatedGroups) {
    this.#resources = resources;
    this.#subresources = subresources;
    this.#others = others;
  }

  /** Undefined when the path is none of discovery's. */
  respond(path: string, accept: string, ifNoneMatch = ''): ApiResponse | undefined {
    const aggregated = wantsAggregated(accept);
    if (aggregated !== undefined && (path === '/api' || path === '/apis')) {
      const groups = this.#allVersions().filter(({ group }) => (group === '') === (path === '/api'));
      const document = aggregatedGroups(groups, this.#subresources, aggregated);
      const etag = `"${createHash('sha256').update(JSON.stringify(document)).digest('hex').toUpperCase()}"`;
      const headers = { 'content-type': aggregated.contentType, etag, vary: 'Accept' };
      if (ifNoneMatch.includes(etag)) return { kind: 'text', status: 304, headers, text: '' };
      return { ...objectResponse(200, deepFreeze(document)), headers };
    }
    const document = this.#document(path);
    return document === undefined ? undefined : objectResponse(200, deepFreeze(document));
  }

  #document(path: string): unknown {
    const [, root, first, second, ...more] = path.split('/');
    if (more.length > 0) return undefined;
    if (path === '/') return { paths: this.#paths() };
    if (root === 'api' && second === undefined)
      return first === undefined ? coreVersions() : this.#resourceList('', first);
    if (root !== 'apis') return undefined;
    if (first === undefined) return { kind: 'APIGroupList', apiVersion: 'v1', groups: this.#groups() };
    if (second !== undefined) return this.#resourceList(first, second);
    const group = this.#groups().find(({ name }) => name === first);
    return group === undefined ? undefined : { kind: 'APIGroup', apiVersion: 'v1', ...group };
  }

  #groupVersions(): readonly GroupVersion[] {
    const found = new Map<string, ServedResource[]>();
    for (const resource of this.#resources.all()) {
      const key = formatApiVersion(resource.info);
      found.set(key, [...(found.get(key) ?? []), resource]);
    }
    return [...found.values()].flatMap((resources) => {
      const [first] = resources;
      return first === undefined ? [] : [{ group: first.info.group, version: first.info.version, resources }];
    });
  }

  /** Those of other servers come behind, by their priorities; what both have is the other server's. */
  #allVersions(): readonly DiscoveredVersion[] {
    const others = [...this.#others.groupVersions()].sort(
      (a, b) => b.groupPriority - a.groupPriority || b.versionPriority - a.versionPriority,
    );
    if (others.length === 0) return this.#groupVersions();
    const taken = new Set(others.map(formatApiVersion));
    return [...this.#groupVersions().filter((own) => !taken.has(formatApiVersion(own))), ...others];
  }

  #groups(): readonly { readonly name: string }[] {
    const all = this.#allVersions();
    const names = new Set(all.map(({ group }) => group));
    names.delete('');
    return [...names].map((name) => {
      const versions = all
        .filter(({ group }) => group === name)
        .map(({ version }) => ({ groupVersion: `${name}/${version}`, version }));
      return { name, versions, preferredVersion: versions[0] };
    });
  }

  #resourceList(group: string, version: string): unknown {
    const found = this.#groupVersions().find((candidate) => candidate.group === group && candidate.version === version);
    if (found === undefined) return undefined;
    const groupVersion = formatApiVersion({ group, version });
    const resources = found.resources.flatMap((resource) => this.#entries(resource));
    return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
  }

  #entries({ info }: ServedResource): readonly unknown[] {
    const main = {
      name: info.plural,
      singularName: info.singular,
      namespaced: info.namespaced,
      kind: info.kind,
      verbs: info.verbs,
      ...(info.shortNames.length > 0 && { shortNames: info.shortNames }),
      ...(info.categories.length > 0 && { categories: info.categories }),
    };
    const subresources = info.subresources
      .filter(({ name }) => this.#subresources.find(info, name) !== undefined)
      .map(({ name, group, version, kind, verbs }) => ({
        name: `${info.plural}/${name}`,
        singularName: '',
        namespaced: info.namespaced,
        ...(group === info.group && version === info.version ? {} : { group, version }),
        kind,
        verbs,
      }));
    return [main, ...subresources];
  }

  #paths(): readonly string[] {
    const versions = this.#allVersions().map(({ group, version }) =>
      group === '' ? `/api/${version}` : `/apis/${group}/${version}`,
    );
    const groups = this.#groups().map(({ name }) => `/apis/${name}`);
    return [
      '/api',
      '/apis',
      ...versions,
      ...groups,
      '/healthz',
      '/livez',
      '/openapi/v2',
      '/openapi/v3',
      '/readyz',
      '/version',
    ].sort();
  }
}

function coreVersions(): unknown {
  return { kind: 'APIVersions', apiVersion: 'v1', versions: ['v1'], serverAddressByClientCIDRs: [] };
}

/** The Kubernetes whose API this is. */
export const SERVER_VERSION = {
  major: '1',
  minor: '35',
  gitVersion: 'v1.35.0',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: 'node',
  platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
} as const;
