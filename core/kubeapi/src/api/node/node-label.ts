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

const RESTRICTED = 'node-restriction.kubernetes.io';
const RESERVED = ['kubernetes.io', 'k8s.io'];
const OPEN = ['kubelet.kubernetes.io', 'node.kubernetes.io'];
const KNOWN: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'node.kubernetes.io/instance-type',
  'beta.kubernetes.io/instance-type',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
]);

/**
 * Whether a node may give itself a label. Schedulers trust labels to place sensitive pods, so the labels of
 * Kubernetes are set by others, except for the few that describe the machine.
 */
export function mayNodeLabelItself(label: string): boolean {
  const slash = label.indexOf('/');
  const prefix = slash === -1 ? '' : label.slice(0, slash);
  if (isIn(prefix, RESTRICTED)) return false;
  if (!RESERVED.some((domain) => isIn(prefix, domain))) return true;
  return KNOWN.has(label) || OPEN.some((domain) => isIn(prefix, domain));
}

function isIn(prefix: string, domain: string): boolean {
  return prefix === domain || prefix.endsWith(`.${domain}`);
}
