import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { ContainerProblemError } from '../pods/index.ts';

/** How a pod calls itself. */
export interface PodNames {
  /** What `hostname` prints. */
  readonly hostname: string;
  /** The name without its domain, for /etc/hosts. */
  readonly shortName: string;
  /** The name with its domain, for pods with a subdomain. */
  readonly fqdn?: string | undefined;
}

/** The node that pods are on. */
export interface NamingNode {
  readonly name: string;
  /** As `cluster.local`. */
  readonly clusterDomain: string;
}

/** What the kernel takes. */
const LONGEST_HOSTNAME = 64;
const LONGEST_LABEL = 63;

/** Rejects with a ContainerProblemError `FailedCreatePodSandBox` for a name that the kernel does not take. */
export function podNames({ metadata, spec }: Pod, node: NamingNode): PodNames {
  if (spec?.hostNetwork === true) return { hostname: node.name, shortName: node.name };
  const { hostnameOverride, subdomain = '', setHostnameAsFQDN } = spec ?? {};
  if (hostnameOverride !== undefined) return { hostname: hostnameOverride, shortName: hostnameOverride };
  const shortName = spec?.hostname ?? (metadata.name ?? '').slice(0, LONGEST_LABEL).replace(/[-.]+$/, '');
  if (subdomain === '') return { hostname: shortName, shortName };
  const fqdn = `${shortName}.${subdomain}.${metadata.namespace}.svc.${node.clusterDomain}`;
  if (setHostnameAsFQDN !== true) return { hostname: shortName, shortName, fqdn };
  if (fqdn.length <= LONGEST_HOSTNAME) return { hostname: fqdn, shortName, fqdn };
  const message = `Failed to construct FQDN from pod hostname and cluster domain, FQDN ${fqdn} is too long (${LONGEST_HOSTNAME} characters is the max, ${fqdn.length} characters requested)`;
  throw new ContainerProblemError('FailedCreatePodSandBox', message);
}

/** The text of /etc/hosts of a pod; `nodeHosts` is that of the node, whose network some pods have. */
export function hostsText(pod: Pod, { fqdn, shortName }: PodNames, nodeHosts: string): string {
  const { hostAliases = [], hostNetwork } = pod.spec ?? {};
  const address = pod.status?.podIP;
  const names = fqdn === undefined ? shortName : `${fqdn}\t${shortName}`;
  const own = [
    '# Kubernetes-managed hosts file.',
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    'fe00::0\tip6-localnet',
    'fe00::0\tip6-mcastprefix',
    'fe00::1\tip6-allnodes',
    'fe00::2\tip6-allrouters',
    ...(address === undefined ? [] : [`${address}\t${names}`]),
  ];
  const ofNode = ['# Kubernetes-managed hosts file (host network).', nodeHosts.trimEnd()];
  const aliases = hostAliases.map(({ ip, hostnames = [] }) => `${ip}\t${hostnames.join('\t')}`);
  const added = aliases.length === 0 ? [] : ['', '# Entries added by HostAliases.', ...aliases];
  return [...(hostNetwork === true ? ofNode : own), ...added, ''].join('\n');
}
