import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';

/** Verbs of looking on. */
export const READ = 'get list watch';
/** Verbs of changing. */
export const WRITE = 'create delete deletecollection patch update';

/** A rule about resources; every list is words, the core group is written `core`. */
export function resourceRule(groups: string, resources: string, verbs: string, names = ''): PolicyRule {
  return {
    verbs: splitWords(verbs),
    apiGroups: splitWords(groups).map((group) => (group === 'core' ? '' : group)),
    resources: splitWords(resources),
    ...(names !== '' && { resourceNames: splitWords(names) }),
  };
}

/** A rule about paths. */
export function pathRule(urls: string, verbs = 'get'): PolicyRule {
  return { nonResourceURLs: splitWords(urls), verbs: splitWords(verbs) };
}

/** Almost every component emits events. */
export const EMIT_EVENTS: PolicyRule = resourceRule('core events.k8s.io', 'events', 'create patch update');

function splitWords(text: string): readonly string[] {
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
