import type { JsonObject } from '@kubemin/kubeapi';
import type { ServedResource, SubresourceTable } from '../../registry/index.ts';
import type { AggregatedGroupVersion, GroupVersion } from './discovery.ts';

/** The form of aggregated discovery a client asked for. */
export interface AggregatedForm {
  readonly version: 'v2' | 'v2beta1';
  /** Older clients compare it as a text: exactly as they wrote it. */
  readonly contentType: string;
}

const FORMS: readonly AggregatedForm[] = (['v2', 'v2beta1'] as const).map((version) => ({
  version,
  contentType: `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
}));

/** The first form in the client's order that is ours; undefined when it wants none, or plain JSON more. */
export function wantsAggregated(accept: string): AggregatedForm | undefined {
  for (const entry of accept.split(',')) {
    const parameters = new Map(
      entry
        .split(';')
        .slice(1)
        .map((parameter): [string, string] => {
          const [key = '', value = ''] = parameter.trim().split('=');
          return [key, value];
        }),
    );
    if (parameters.get('as') !== 'APIGroupDiscoveryList') {
      if (entry.trim() === 'application/json') return undefined;
      continue;
    }
    const form = FORMS.find(({ version }) => version === parameters.get('v'));
    if (form !== undefined) return form;
  }
  return undefined;
}

/** Everything about all groups in one document, which saves clients a request per group. */
export function aggregatedGroups(
  versions: readonly (GroupVersion | AggregatedGroupVersion)[],
  subresources: SubresourceTable,
  form: AggregatedForm,
): unknown {
  const groups = [...new Set(versions.map(({ group }) => group))];
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${form.version}`,
    metadata: {},
    items: groups.map((group) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions
        .filter((candidate) => candidate.group === group)
        .map((candidate) =>
          'groupPriority' in candidate ? otherVersion(candidate) : ownVersion(candidate, subresources),
        ),
    })),
  };
}

function ownVersion({ version, resources }: GroupVersion, subresources: SubresourceTable): unknown {
  return {
    version,
    freshness: 'Current',
    resources: resources.map((resource) => aggregatedResource(resource, subresources)),
  };
}

/** What another server lists about its resources, in this form. */
function otherVersion({ group, version, resources }: AggregatedGroupVersion): unknown {
  const entries = (resources ?? []).map((entry) => ({ entry, name: String(entry.name) }));
  const responseKind = (entry: JsonObject): JsonObject => ({
    group: entry.group ?? group,
    version: entry.version ?? version,
    kind: entry.kind ?? '',
  });
  const subresources = (resource: string): readonly unknown[] =>
    entries
      .filter(({ name }) => name.startsWith(`${resource}/`))
      .map(({ entry, name }) => ({
        subresource: name.slice(resource.length + 1),
        responseKind: responseKind(entry),
        verbs: entry.verbs ?? [],
      }));
  return {
    version,
    freshness: resources === undefined ? 'Stale' : 'Current',
    resources: entries
      .filter(({ name }) => !name.includes('/'))
      .map(({ entry, name }) => {
        const { singularName = '', namespaced, verbs = [], shortNames, categories } = entry;
        const own = subresources(name);
        return {
          resource: name,
          responseKind: responseKind(entry),
          scope: namespaced === true ? 'Namespaced' : 'Cluster',
          singularResource: singularName,
          verbs,
          ...(shortNames !== undefined && { shortNames }),
          ...(categories !== undefined && { categories }),
          ...(own.length > 0 && { subresources: own }),
        };
      }),
  };
}

function aggregatedResource({ info }: ServedResource, table: SubresourceTable): unknown {
  const subresources = info.subresources
    .filter(({ name }) => table.find(info, name) !== undefined)
    .map(({ name, group, version, kind, verbs }) => ({
      subresource: name,
      responseKind: { group, version, kind },
      verbs,
    }));
  return {
    resource: info.plural,
    responseKind: { group: info.group, version: info.version, kind: info.kind },
    scope: info.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: info.singular,
    verbs: info.verbs,
    ...(info.shortNames.length > 0 && { shortNames: info.shortNames }),
    ...(info.categories.length > 0 && { categories: info.categories }),
    ...(subresources.length > 0 && { subresources }),
  };
}
