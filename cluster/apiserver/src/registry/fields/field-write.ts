import { fieldError, invalid } from '@kubemin/kubeapi';
import type { ResourceCall } from '../call.ts';

/** What a write means for the ownership of fields. */
export type FieldWrite =
  /** What changes belongs to the manager from now on. */
  | { readonly by: 'update'; readonly manager: string; readonly subresource: string }
  /** Ownership is already decided: it is in the managedFields of the object. */
  | { readonly by: 'apply' }
  /** A decision that is nobody's configuration. */
  | { readonly by: 'nobody' };

/** The server itself, and callers in this process that give no name. */
const OWN_MANAGER = 'kubemin';
const MAX_MANAGER_LENGTH = 128;
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;

const OPTION_KINDS: Readonly<Partial<Record<ResourceCall['verb'], string>>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  patch: 'PatchOptions',
};

/** A write by the server itself. */
export const OWN_WRITE: FieldWrite = { by: 'update', manager: OWN_MANAGER, subresource: '' };

/** The write that a request other than an apply is: by the manager it names, else by its program. */
export function updateBy(call: ResourceCall): FieldWrite {
  if (call.verb === 'patch' && call.request.query.has('force')) {
    const forbidden = fieldError.forbidden('force', 'may not be specified for non-apply patch');
    throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [forbidden]);
  }
  const manager = requestFieldManager(call) || userAgentName(call.request.headers['user-agent'] ?? '') || OWN_MANAGER;
  return { by: 'update', manager, subresource: call.subresource ?? '' };
}

/** The `fieldManager` of a request, empty when it has none; 422 when it cannot be one. */
export function requestFieldManager({ request, verb }: ResourceCall): string {
  const manager = request.query.get('fieldManager') ?? '';
  const kind = { group: 'meta.k8s.io', kind: OPTION_KINDS[verb] ?? 'UpdateOptions' };
  if (manager.length > MAX_MANAGER_LENGTH) {
    throw invalid(kind, '', [fieldError.tooLong('fieldManager', MAX_MANAGER_LENGTH)]);
  }
  if (!PRINTABLE.test(manager)) {
    const rule = 'should only contain printable characters';
    throw invalid(kind, '', [fieldError.invalid('fieldManager', manager, rule)]);
  }
  return manager;
}

/** The program's name without version and the rest, cut to what a manager's name can be. */
function userAgentName(userAgent: string): string {
  const end = userAgent.indexOf('/');
  const name = end === -1 ? userAgent : userAgent.slice(0, end);
  if (name.length <= MAX_MANAGER_LENGTH && PRINTABLE.test(name)) return name;
  return [...name]
    .filter((character) => PRINTABLE.test(character))
    .join('')
    .slice(0, MAX_MANAGER_LENGTH);
}
