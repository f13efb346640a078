import { badRequest, fieldError, invalid } from '@kubemin/kubeapi';
import { parseContinue } from './continue-token.ts';
import { parseResourceVersion } from './resource-version.ts';

/** One page of a list. */
export interface ListPage {
  /** 0 = all. */
  readonly limit: number;
  /** The object the page before ended with. */
  readonly after: { readonly namespace: string; readonly name: string } | undefined;
}

/** What a list request asks for. */
export interface ListOptions extends ListPage {
  /** Undefined: as new as the storage is. */
  readonly notOlderThan: number | undefined;
  /** Exactly this state; undefined: the current one. */
  readonly at: number | undefined;
}

/** Reads limit, continue, resourceVersion and resourceVersionMatch; 422 where they contradict each other. */
export function listOptions(query: URLSearchParams): ListOptions {
  const version = parseResourceVersion(query.get('resourceVersion'));
  const match = query.get('resourceVersionMatch') ?? '';
  const token = query.get('continue') ?? '';
  const limit = parseLimit(query.get('limit'));
  checkMatch(match, version, token);
  if (token !== '') {
    if (version !== undefined && version !== 0) {
      throw badRequest('specifying resource version is not allowed when using continue');
    }
    const { revision, ...after } = parseContinue(token);
    if (revision < 0) return { limit, after, notOlderThan: undefined, at: undefined };
    // A token may come from another server that is ahead of this one, or from nowhere.
    return { limit, after, notOlderThan: revision, at: revision };
  }
  const exact = match === 'Exact' ? version : undefined;
  return { limit, after: undefined, notOlderThan: version, at: exact };
}

function checkMatch(match: string, version: number | undefined, token: string): void {
  if (match === '') return;
  const refuse = (detail: string): Error =>
    invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', [fieldError.forbidden('resourceVersionMatch', detail)]);
  if (token !== '') throw refuse('resourceVersionMatch is forbidden when continue is provided');
  if (version === undefined) throw refuse('resourceVersionMatch is forbidden unless resourceVersion is provided');
  if (match === 'Exact' && version === 0)
    throw refuse('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    const wrong = fieldError.notSupported('resourceVersionMatch', match, ['Exact', 'NotOlderThan']);
    throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', [wrong]);
  }
}

const MAX_INT64 = 2n ** 63n - 1n;
/** With a sign; reading a million of them would take its time. */
const MAX_DIGITS = 20;

/** 0 means all, and so does what is below it: Kubernetes takes a negative limit for none. */
function parseLimit(text: string | null): number {
  if (text === null || text === '') return 0;
  const refuse = (why: string): Error => badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
  if (!/^[+-]?\d+$/.test(text)) throw refuse('invalid syntax');
  const limit = text.length > MAX_DIGITS ? MAX_INT64 + 1n : BigInt(text.replace('+', ''));
  if (limit > MAX_INT64 || limit < -MAX_INT64 - 1n) throw refuse('value out of range');
  return limit < 0n ? 0 : Number(limit);
}
