import type { ApiRequest } from '@kubemin/kubeapi';
import type { Access } from '../auth/index.ts';
import { requestVerb } from '../registry/index.ts';

/** Which group and version a path is about, and what is behind them. */
export interface AggregatedPath {
  readonly group: string;
  readonly version: string;
  readonly rest: readonly string[];
}

/** Reads `/apis/GROUP/VERSION…`; undefined for other paths, and for such as could mean something else at another server. */
export function readAggregatedPath(path: string): AggregatedPath | undefined {
  if (!path.startsWith('/apis/')) return undefined;
  const segments = path.slice('/apis/'.length).replace(/\/$/, '').split('/');
  const names = segments.map(decodeSegment);
  const [group, version, ...rest] = names;
  if (group === undefined || version === undefined || names.some(isHidden)) return undefined;
  return { group, version, rest };
}

/** What a request for such a path wants, as the authorizer is asked about it. */
export function aggregatedAccess(request: ApiRequest, { group, rest }: AggregatedPath): Access {
  if (rest.length === 0) return { kind: 'path', verb: request.method.toLowerCase(), path: request.path };
  const inNamespace = rest[0] === 'namespaces' && rest.length > 2;
  const [resource = '', name, ...subresource] = inNamespace ? rest.slice(2) : rest;
  return {
    kind: 'resource',
    verb: requestVerb(request, name),
    group,
    resource,
    subresource: subresource.join('/'),
    namespace: inNamespace ? (rest[1] ?? '') : '',
    name: name ?? '',
  };
}

function isHidden(segment: string): boolean {
  return segment === '' || segment === '.' || segment === '..' || segment.includes('/');
}

/** Empty for a bad escape. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
