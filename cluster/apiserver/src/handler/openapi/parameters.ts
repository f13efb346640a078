import type { JsonObject } from '@kubemin/kubeapi';

type ParameterType = 'string' | 'boolean' | 'integer';

function query(name: string, description: string, type: ParameterType = 'string'): JsonObject {
  return { name, in: 'query', description, schema: { type, uniqueItems: true } };
}

function inPath(name: string, description: string): JsonObject {
  return { name, in: 'path', description, required: true, schema: { type: 'string', uniqueItems: true } };
}

const PRETTY = query('pretty', 'Whether the response has line breaks and indentation.');
const NAME = (kind: string): JsonObject => inPath('name', `name of the ${kind}`);
const NAMESPACE = inPath('namespace', 'namespace of the object');

const DRY_RUN = query('dryRun', 'With All, everything happens but the write.');
const FIELD_MANAGER = query('fieldManager', 'Who makes the change.');
const FIELD_VALIDATION = query(
  'fieldValidation',
  'What happens to unknown and repeated fields: Ignore, Warn or Strict.',
);
const FORCE = query('force', 'Take over fields that others own. Only for apply patches.', 'boolean');

const SELECTION = [
  query('labelSelector', 'Only objects whose labels match.'),
  query('fieldSelector', 'Only objects whose fields match.'),
  query('limit', 'The maximum number of objects in the response; a continue token leads to the rest.', 'integer'),
  query('continue', 'Token of an earlier response: continue after it.'),
  query('resourceVersion', 'The version that the response shows.'),
  query('resourceVersionMatch', 'How resourceVersion is to be taken: Exact or NotOlderThan.'),
  query('sendInitialEvents', 'Begin a watch with the objects there are.', 'boolean'),
  query('timeoutSeconds', 'End the request after this time.', 'integer'),
];

const WATCHING = [
  query('watch', 'Stream changes as they happen.', 'boolean'),
  query('allowWatchBookmarks', 'Send events that only carry the current version of a watch.', 'boolean'),
];

const DELETION = [
  DRY_RUN,
  query('gracePeriodSeconds', 'Seconds until the object goes; 0 means now.', 'integer'),
  query('orphanDependents', 'Deprecated: use propagationPolicy.', 'boolean'),
  query('propagationPolicy', 'What becomes of dependents: Orphan, Background or Foreground.'),
];

/** The query parameters of each action. */
export const ACTION_PARAMETERS: Readonly<Record<string, readonly JsonObject[]>> = {
  get: [],
  connect: [],
  list: [...WATCHING, ...SELECTION],
  post: [DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION],
  put: [DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION],
  patch: [DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION, FORCE],
  delete: DELETION,
  deletecollection: [...DELETION, ...SELECTION],
};

/** What every operation under a path takes. */
export function pathParameters(at: { readonly namespaced: boolean; readonly named: string | undefined }): JsonObject[] {
  return [...(at.named === undefined ? [] : [NAME(at.named)]), ...(at.namespaced ? [NAMESPACE] : []), PRETTY];
}
