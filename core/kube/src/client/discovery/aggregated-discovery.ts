import { defineResource, formatApiVersion, type ResourceType, type SubresourceInfo } from '@kubemin/kubeapi';
import {
  type DiscoveryFailure,
  type Fields,
  recordList,
  recordOrEmpty,
  stringList,
  stringOrEmpty,
} from './discovery-document.ts';

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
  return recordList(document.items).flatMap((group) => {
    const name = stringOrEmpty(recordOrEmpty(group.metadata).name);
    return recordList(group.versions).flatMap(({ version, resources }) =>
      recordList(resources).flatMap((entry) => parseResource(name, stringOrEmpty(version), entry)),
    );
  });
}

/** The group versions in an aggregated document that the server itself could not refresh. */
export function staleGroupVersions(document: Fields): readonly DiscoveryFailure[] {
  return recordList(document.items).flatMap((group) => {
    const name = stringOrEmpty(recordOrEmpty(group.metadata).name);
    const stale = recordList(group.versions).filter(({ freshness }) => freshness === 'Stale');
    return stale.map(({ version }): DiscoveryFailure => {
      const apiVersion = formatApiVersion({ group: name, version: stringOrEmpty(version) });
      return { kind: 'unanswered', apiVersion, message: `stale GroupVersion discovery: ${apiVersion}` };
    });
  });
}

/** An entry without a kind stands for a resource that only has subresources, and can hold no objects. */
function parseResource(group: string, version: string, entry: Fields): readonly ResourceType[] {
  const kind = stringOrEmpty(recordOrEmpty(entry.responseKind).kind);
  if (kind === '') return [];
  const info = {
    group,
    version,
    plural: stringOrEmpty(entry.resource),
    singular: stringOrEmpty(entry.singularResource) || kind.toLowerCase(),
    kind,
    namespaced: entry.scope === 'Namespaced',
    shortNames: stringList(entry.shortNames),
    categories: stringList(entry.categories),
    verbs: stringList(entry.verbs),
    subresources: recordList(entry.subresources).map((part) => parseSubresource(group, version, part)),
  };
  return [defineResource(info)];
}

function parseSubresource(group: string, version: string, entry: Fields): SubresourceInfo {
  const responseKind = recordOrEmpty(entry.responseKind);
  return {
    name: stringOrEmpty(entry.subresource),
    // An own group may be the core group, which is written as ''.
    group: typeof responseKind.group === 'string' ? responseKind.group : group,
    version: stringOrEmpty(responseKind.version) || version,
    kind: stringOrEmpty(responseKind.kind),
    verbs: stringList(entry.verbs),
  };
}
