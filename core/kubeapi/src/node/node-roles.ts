const ROLE_PREFIX = 'node-role.kubernetes.io/';
/** What tools that are older than the prefix write. */
const ROLE_LABEL = 'kubernetes.io/role';

/** The roles of a node by its labels, in order, each once. */
export function nodeRoles(labels: Readonly<Record<string, string>> = {}): readonly string[] {
  const roles = Object.entries(labels).map(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return key.slice(ROLE_PREFIX.length);
    return key === ROLE_LABEL ? value : '';
  });
  return [...new Set(roles)].filter((role) => role !== '').sort();
}
