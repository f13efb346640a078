import { apiVersionOf, defineResource, type ResourceType, type SubresourceInfo } from '@kubemin/kubeapi';
import { type Fields, record, records, text, texts } from './discovery-document.ts';
import type { DiscoveryFailure } from './discovery-failure.ts';

/** Asks for everything in one document, and for the old form of it where the server knows no better. */
export const AGGREGATED_ACCEPT = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',');

/** Whether the server understood. */
export function isAggregated(document: Fields): boolean {
  return document.kind === 'APIGroupDiscoveryList';
}

/** The resources of an aggregated document, in its order: preferred versions first. */
export function aggregatedResources(document: Fields): readonly ResourceType[] {
  return records(document.items).flatMap((group) => {
    const name = text(record(group.metadata).name);
    return records(group.versions).flatMap(({ version, resources }) =>
      records(resources).flatMap((entry) => resourceOf(name, text(version), entry)),
    );
  });
}

/** The group versions in an aggregated document that the server itself could not ask anew. */
export function staleGroupVersions(document: Fields): readonly DiscoveryFailure[] {
  return records(document.items).flatMap((group) => {
    const name = text(record(group.metadata).name);
    const stale = records(group.versions).filter(({ freshness }) => freshness === 'Stale');
    return stale.map(({ version }): DiscoveryFailure => {
      const apiVersion = apiVersionOf({ group: name, version: text(version) });
      return { kind: 'unanswered', apiVersion, message: `stale GroupVersion discovery: ${apiVersion}` };
    });
  });
}

/** An entry without a kind stands for a resource that only has subresources, and can hold no objects. */
function resourceOf(group: string, version: string, entry: Fields): readonly ResourceType[] {
  const kind = text(record(entry.responseKind).kind);
  if (kind === '') return [];
  const info = {
    group,
    version,
    plural: text(entry.resource),
    singular: text(entry.singularResource) || kind.toLowerCase(),
    kind,
    namespaced: entry.scope === 'Namespaced',
    shortNames: texts(entry.shortNames),
    categories: texts(entry.categories),
    verbs: texts(entry.verbs),
    subresources: records(entry.subresources).map((part) => subresourceOf(group, version, part)),
  };
  return [defineResource(info)];
}

function subresourceOf(group: string, version: string, entry: Fields): SubresourceInfo {
  const answer = record(entry.responseKind);
  return {
    name: text(entry.subresource),
    // An own group may be the core group, which is written as ''.
    group: typeof answer.group === 'string' ? answer.group : group,
    version: text(answer.version) || version,
    kind: text(answer.kind),
    verbs: texts(entry.verbs),
  };
}
