import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** What a node gives pods to resolve names with. */
export interface ResolvConfNode {
  /** Addresses of the cluster DNS. Without any, pods get the resolver of the node. */
  readonly clusterDns: readonly string[];
  /** As `cluster.local`. */
  readonly clusterDomain: string;
  /** The text of the /etc/resolv.conf that pods with `dnsPolicy: Default` have. */
  readonly hostResolvConf: string;
}

interface Resolver {
  readonly nameservers: readonly string[];
  readonly searches: readonly string[];
  /** With their values, as `ndots:5`. */
  readonly options: readonly string[];
}

/** Limits of Kubernetes, which are those of the resolvers in images. */
const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_CHARACTERS = 2_048;

/** The text of /etc/resolv.conf of a pod, by its `dnsPolicy` and `dnsConfig`. */
export function resolvConf(pod: Pod, node: ResolvConfNode): string {
  const { dnsConfig } = pod.spec ?? {};
  const base = policyResolver(pod, node);
  const nameservers = distinct([...base.nameservers, ...(dnsConfig?.nameservers ?? [])]).slice(0, MAX_NAMESERVERS);
  const searches = limitSearches(distinct([...base.searches, ...(dnsConfig?.searches ?? [])]));
  const options = new Map(base.options.map((option) => [option.split(':')[0], option]));
  for (const { name = '', value } of dnsConfig?.options ?? []) {
    options.set(name, value === undefined || value === '' ? name : `${name}:${value}`);
  }
  const lines = [
    ...(searches.length > 0 ? [`search ${searches.join(' ')}`] : []),
    ...nameservers.map((address) => `nameserver ${address}`),
    ...(options.size > 0 ? [`options ${[...options.values()].join(' ')}`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function policyResolver({ metadata, spec }: Pod, node: ResolvConfNode): Resolver {
  const policy = spec?.dnsPolicy ?? 'ClusterFirst';
  if (policy === 'None') return { nameservers: [], searches: [], options: [] };
  const host = parseResolvConf(node.hostResolvConf);
  const clusterFirst =
    policy === 'ClusterFirstWithHostNet' || (policy === 'ClusterFirst' && spec?.hostNetwork !== true);
  if (!clusterFirst || node.clusterDns.length === 0) return host;
  const domain = node.clusterDomain;
  return {
    nameservers: node.clusterDns,
    searches: [`${metadata.namespace}.svc.${domain}`, `svc.${domain}`, domain, ...host.searches],
    options: ['ndots:5'],
  };
}

/** The name servers of a resolv.conf. */
export function readNameservers(text: string): readonly string[] {
  return parseResolvConf(text).nameservers;
}

/** The suffixes that are added to names by a resolv.conf. */
export function readSearches(text: string): readonly string[] {
  return parseResolvConf(text).searches;
}

function parseResolvConf(text: string): Resolver {
  const nameservers: string[] = [];
  let searches: readonly string[] = [];
  let options: readonly string[] = [];
  for (const line of text.split('\n')) {
    const [keyword, ...words] = line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/);
    // The last line of each of these counts, as in the C library.
    if (keyword === 'nameserver') nameservers.push(...words.slice(0, 1));
    else if (keyword === 'search' || keyword === 'domain') searches = words.filter((word) => word !== '.');
    else if (keyword === 'options') options = words;
  }
  return { nameservers, searches, options };
}

function limitSearches(searches: readonly string[]): readonly string[] {
  const kept = searches.slice(0, MAX_SEARCHES);
  while (kept.join(' ').length > MAX_SEARCH_CHARACTERS) kept.pop();
  return kept;
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
