import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';

/** Verbs of looking on. */
export const READ = 'get list watch';
/** Verbs of changing. */
export const WRITE = 'create delete deletecollection patch update';

/** A rule about resources; every list is words, the core group is written `core`. */
export function on(groups: string, resources: string, verbs: string, names = ''): PolicyRule {
  return {
    verbs: words(verbs),
    apiGroups: words(groups).map((group) => (group === 'core' ? '' : group)),
    resources: words(resources),
    ...(names !== '' && { resourceNames: words(names) }),
  };
}

/** A rule about paths. */
export function at(urls: string, verbs = 'get'): PolicyRule {
  return { nonResourceURLs: words(urls), verbs: words(verbs) };
}

/** Almost everybody reports what they do. */
export const emitEvents: PolicyRule = on('core events.k8s.io', 'events', 'create patch update');

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** A role to make at first start. */
export interface BootstrapRole {
  readonly name: string;
  /** Undefined for a cluster role. */
  readonly namespace?: string;
  /** Label keys after `rbac.authorization.k8s.io/aggregate-to-`. */
  readonly aggregateTo?: readonly string[];
  /** Gathers the rules of roles that aggregate to this. */
  readonly aggregates?: string;
  readonly rules: readonly PolicyRule[];
}
