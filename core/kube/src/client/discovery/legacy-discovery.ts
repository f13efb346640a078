import { type ApiHandler, defineResource, formatApiVersion, isStatusError, type ResourceType } from '@kubemin/kubeapi';
import {
  type DiscoveryFailure,
  type Fields,
  fetchDocument,
  recordList,
  recordOrEmpty,
  stringList,
  stringOrEmpty,
} from './discovery-document.ts';

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** What one group version holds, or that it could not be asked. */
export type GroupVersionResources =
  | { readonly kind: 'known'; readonly resources: readonly ResourceType[] }
  | { readonly kind: 'failed'; readonly failure: DiscoveryFailure };

/** The group versions that the document at /api or /apis names, the preferred version of each group first. */
export function groupVersions(document: Fields): readonly GroupVersion[] {
  return [
    ...stringList(document.versions).map((version) => ({ group: '', version })),
    ...recordList(document.groups).flatMap((group) => {
      const preferred = stringOrEmpty(recordOrEmpty(group.preferredVersion).version);
      const versions = recordList(group.versions).map(({ version }) => stringOrEmpty(version));
      const rest = versions.filter((version) => version !== preferred);
      return [...(preferred === '' ? [] : [preferred]), ...rest].map((version) => ({
        group: stringOrEmpty(group.name),
        version,
      }));
    }),
  ];
}

/**
 * Fetches one group version. A group may be served by an aggregated API server that is not available: that is no
 * reason to know nothing about the others.
 */
export async function fetchGroupVersion(
  handler: ApiHandler,
  groupVersion: GroupVersion,
): Promise<GroupVersionResources> {
  const apiVersion = formatApiVersion(groupVersion);
  if (apiVersion.split('/').length > 2) {
    return failedResult({ kind: 'unreadable', apiVersion, message: `unexpected GroupVersion string: ${apiVersion}` });
  }
  try {
    const document = await fetchDocument(
      handler,
      groupVersion.group === '' ? `/api/${groupVersion.version}` : `/apis/${apiVersion}`,
    );
    return { kind: 'known', resources: parseResources(document, groupVersion) };
  } catch (error) {
    if (isStatusError(error)) return failedResult({ kind: 'unanswered', apiVersion, message: error.message });
    throw error;
  }
}

function failedResult(failure: DiscoveryFailure): GroupVersionResources {
  return { kind: 'failed', failure };
}

function parseResources(document: Fields, { group, version }: GroupVersion): readonly ResourceType[] {
  const entries = recordList(document.resources);
  const parts = entries.filter(({ name }) => stringOrEmpty(name).includes('/'));
  return entries
    .filter((entry) => !parts.includes(entry) && stringOrEmpty(entry.kind) !== '')
    .map((entry) => {
      const plural = stringOrEmpty(entry.name);
      return defineResource({
        group,
        version,
        plural,
        singular: stringOrEmpty(entry.singularName) || stringOrEmpty(entry.kind).toLowerCase(),
        kind: stringOrEmpty(entry.kind),
        namespaced: entry.namespaced === true,
        shortNames: stringList(entry.shortNames),
        categories: stringList(entry.categories),
        verbs: stringList(entry.verbs),
        subresources: parts
          .filter(({ name }) => stringOrEmpty(name).startsWith(`${plural}/`))
          .map((part) => ({
            name: stringOrEmpty(part.name).slice(plural.length + 1),
            group: stringOrEmpty(part.version) === '' ? group : stringOrEmpty(part.group),
            version: stringOrEmpty(part.version) || version,
            kind: stringOrEmpty(part.kind),
            verbs: stringList(part.verbs),
          })),
      });
    });
}
