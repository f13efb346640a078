import { type ApiHandler, apiVersionOf, defineResource, isStatusError, type ResourceType } from '@kubemin/kubeapi';
import { type Fields, fetchDocument, record, records, text, texts } from './discovery-document.ts';
import type { DiscoveryFailure } from './discovery-failure.ts';

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
    ...texts(document.versions).map((version) => ({ group: '', version })),
    ...records(document.groups).flatMap((group) => {
      const preferred = text(record(group.preferredVersion).version);
      const versions = records(group.versions).map(({ version }) => text(version));
      const rest = versions.filter((version) => version !== preferred);
      return [...(preferred === '' ? [] : [preferred]), ...rest].map((version) => ({
        group: text(group.name),
        version,
      }));
    }),
  ];
}

/**
 * Asks for one group version. A group may be served by somebody else behind the API server, who may be away: that is no
 * reason to know nothing about the others.
 */
export async function groupVersionResources(handler: ApiHandler, of: GroupVersion): Promise<GroupVersionResources> {
  const apiVersion = apiVersionOf(of);
  if (apiVersion.split('/').length > 2) {
    return failed({ kind: 'unreadable', apiVersion, message: `unexpected GroupVersion string: ${apiVersion}` });
  }
  try {
    const document = await fetchDocument(handler, of.group === '' ? `/api/${of.version}` : `/apis/${apiVersion}`);
    return { kind: 'known', resources: resourcesIn(document, of) };
  } catch (error) {
    if (isStatusError(error)) return failed({ kind: 'unanswered', apiVersion, message: error.message });
    throw error;
  }
}

function failed(failure: DiscoveryFailure): GroupVersionResources {
  return { kind: 'failed', failure };
}

function resourcesIn(document: Fields, { group, version }: GroupVersion): readonly ResourceType[] {
  const entries = records(document.resources);
  const parts = entries.filter(({ name }) => text(name).includes('/'));
  return entries
    .filter((entry) => !parts.includes(entry) && text(entry.kind) !== '')
    .map((entry) => {
      const plural = text(entry.name);
      return defineResource({
        group,
        version,
        plural,
        singular: text(entry.singularName) || text(entry.kind).toLowerCase(),
        kind: text(entry.kind),
        namespaced: entry.namespaced === true,
        shortNames: texts(entry.shortNames),
        categories: texts(entry.categories),
        verbs: texts(entry.verbs),
        subresources: parts
          .filter(({ name }) => text(name).startsWith(`${plural}/`))
          .map((part) => ({
            name: text(part.name).slice(plural.length + 1),
            group: text(part.version) === '' ? group : text(part.group),
            version: text(part.version) || version,
            kind: text(part.kind),
            verbs: texts(part.verbs),
          })),
      });
    });
}
