import { badRequest, fieldError, invalid } from '@kubemin/kubeapi';
import { isTrue } from '../../registry/index.ts';
import { parseResourceVersion } from './resource-version.ts';

/** The maximum of a timer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** What a watch request asks for. */
export interface WatchOptions {
  /** Undefined: from now, after sending the current state. */
  readonly after: number | undefined;
  readonly notOlderThan: number | undefined;
  readonly initialEvents: boolean;
  /** Marks with a bookmark that the initial events are complete. */
  readonly markInitialEnd: boolean;
  readonly bookmarks: boolean;
  readonly timeoutMs: number | undefined;
}

/** Reads the query of a watch; 422 for combinations a client must not rely on. */
export function watchOptions(query: URLSearchParams): WatchOptions {
  const version = parseResourceVersion(query.get('resourceVersion'));
  const sendInitial = query.get('sendInitialEvents');
  checkCombination(sendInitial, query.get('resourceVersionMatch') ?? '');
  const bookmarks = isTrue(query.get('allowWatchBookmarks'));
  const fresh = version === undefined || version === 0;
  const asked = sendInitial === null ? undefined : isTrue(sendInitial);
  const initialEvents = asked ?? fresh;
  return {
    after: fresh || initialEvents ? undefined : version,
    notOlderThan: version,
    initialEvents,
    markInitialEnd: asked === true && bookmarks,
    bookmarks,
    timeoutMs: parseTimeout(query.get('timeoutSeconds')),
  };
}

function checkCombination(sendInitial: string | null, match: string): void {
  const options = { group: 'meta.k8s.io', kind: 'ListOptions' };
  if (sendInitial === null && match !== '') {
    const rule = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';
    throw invalid(options, '', [fieldError.forbidden('resourceVersionMatch', rule)]);
  }
  if (sendInitial !== null && match !== 'NotOlderThan') {
    const rule = 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan';
    throw invalid(options, '', [fieldError.forbidden('resourceVersionMatch', rule)]);
  }
}

function parseTimeout(text: string | null): number | undefined {
  if (text === null || text === '' || text === '0') return undefined;
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`timeoutSeconds must be a number, not ${JSON.stringify(text)}`);
  return Math.min(Number(text) * 1000, MAX_TIMEOUT_MS);
}
