import type { ServedResource, SubresourceTable } from '../../registry/index.ts';
import type { GroupVersion } from './discovery.ts';

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
  versions: readonly GroupVersion[],
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
        .map(({ version, resources }) => ({
          version,
          freshness: 'Current',
          resources: resources.map((resource) => aggregatedResource(resource, subresources)),
        })),
    })),
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
