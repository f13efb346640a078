import { ownEntry } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { parseQuantity, Quantity } from '@kubemin/kubeapi';
import type { Node, Pod, ResourceQuota } from '@kubemin/kubeapi/types/core.v1';
import { sandboxMessages } from '../messages/index.ts';

type Amounts = Readonly<Record<string, string>>;

/** Which quota has too little left for one more pod; undefined when there is enough. Pure. */
export function quotaShortage(quotas: readonly ResourceQuota[], asked: Amounts): Message | undefined {
  const wanted = quotaAmounts(asked);
  for (const { metadata, spec, status } of quotas) {
    // Only the server knows which pods a scope selects; it rejects what does not fit.
    if (spec?.scopes !== undefined || spec?.scopeSelector !== undefined) continue;
    for (const [resource, hard] of Object.entries(status?.hard ?? spec?.hard ?? {})) {
      const amount = ownEntry(wanted, resource);
      if (amount === undefined) continue;
      const left = parseQuantity(hard).minus(parseQuantity(status?.used?.[resource] ?? '0'));
      if (left.compare(amount) >= 0) continue;
      const used = status?.used?.[resource] ?? '0';
      const requested = asked[resource.replace(/^(requests|limits)\./, '')] ?? '1';
      const { name: quota = '', namespace = '' } = metadata;
      return sandboxMessages.quotaExceeded({ quota, namespace, resource, limit: hard, used, requested });
    }
  }
  return undefined;
}

/** What a pod counts for in a quota: by the plain name it means the request. */
function quotaAmounts(asked: Amounts): Readonly<Record<string, Quantity>> {
  const one = parseQuantity('1');
  const amounts = Object.entries(asked).flatMap(([resource, text]) => {
    const amount = parseQuantity(text);
    return [`requests.${resource}`, `limits.${resource}`, resource].map((name) => [name, amount] as const);
  });
  return { pods: one, 'count/pods': one, ...Object.fromEntries(amounts) };
}

/** What is known of a cluster's machines. */
export interface Machines {
  readonly nodes: readonly Node[];
  /** Of all namespaces. */
  readonly pods: readonly Pod[];
}

/** Of which resource no node has enough left for one more pod; undefined when one has. Pure. */
export function deviceShortage(machines: Machines, resource: string, asked: string): Message | undefined {
  const wanted = parseQuantity(asked);
  const used = usedByNode(machines.pods, resource);
  const usable = machines.nodes.filter(isUsable);
  const free = usable.map(({ metadata, status }) =>
    parseQuantity(status?.allocatable?.[resource] ?? '0').minus(used.get(metadata.name ?? '') ?? Quantity.zero),
  );
  if (free.some((left) => left.compare(wanted) >= 0)) return undefined;
  const having = usable.filter(({ status }) => parseQuantity(status?.allocatable?.[resource] ?? '0').nanos > 0n);
  if (having.length === 0) return sandboxMessages.deviceMissing({ resource, requested: asked });
  const most = free.reduce((best, left) => (left.compare(best) > 0 ? left : best), Quantity.zero);
  const nodes = having.length;
  return sandboxMessages.deviceShortage({ requested: asked, resource, free: `${most.units()}`, nodes });
}

function isUsable({ spec, status }: Node): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return spec?.unschedulable !== true && ready?.status === 'True';
}

function usedByNode(pods: readonly Pod[], resource: string): ReadonlyMap<string, Quantity> {
  const used = new Map<string, Quantity>();
  for (const { spec, status } of pods) {
    if (spec?.nodeName === undefined || status?.phase === 'Succeeded' || status?.phase === 'Failed') continue;
    const own = (spec.containers ?? []).reduce(
      (sum, { resources }) =>
        sum.plus(parseQuantity(resources?.requests?.[resource] ?? resources?.limits?.[resource] ?? '0')),
      Quantity.zero,
    );
    used.set(spec.nodeName, (used.get(spec.nodeName) ?? Quantity.zero).plus(own));
  }
  return used;
}
