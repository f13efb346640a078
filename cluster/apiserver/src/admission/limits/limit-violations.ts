import { ownEntry } from '@kubemin/base';
import { formatQuantity, parseQuantity, Quantity } from '@kubemin/kubeapi';
import type { LimitRangeItem, PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { Amounts } from '../../strategy/index.ts';
import { podAmounts } from '../quota/pod-amounts.ts';

/** What something asks for and may take, as one range looks at it. */
interface Measured {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** Everything a pod does that the ranges of its namespace do not allow, in Kubernetes' words. */
export function podViolations({ spec }: Pod, items: readonly LimitRangeItem[]): readonly string[] {
  if (spec === undefined) return [];
  const containers = [...spec.containers, ...(spec.initContainers ?? [])].map(({ resources }) => resources ?? {});
  const whole: Measured = { requests: podAmounts(spec, 'requests'), limits: podAmounts(spec, 'limits') };
  return items.flatMap((item) => {
    if (item.type === 'Pod') return violations(item, whole);
    if (item.type !== 'Container') return [];
    return containers.flatMap(({ requests = {}, limits = {} }) => violations(item, { requests, limits }));
  });
}

/** What a claim asks for beyond what is allowed. */
export function claimViolations({ spec }: PersistentVolumeClaim, items: readonly LimitRangeItem[]): readonly string[] {
  const storage = spec?.resources?.requests?.storage;
  if (storage === undefined) return [];
  return items
    .filter(({ type }) => type === 'PersistentVolumeClaim')
    .flatMap(({ type, min, max }) => [
      ...belowMinimum({ name: 'storage', type, bound: min?.storage }, { request: storage, limit: undefined }),
      ...(max?.storage !== undefined && isMore(storage, max.storage)
        ? [`maximum storage usage per ${type} is ${max.storage}, but request is ${storage}`]
        : []),
    ]);
}

function violations(item: LimitRangeItem, { requests, limits }: Measured): readonly string[] {
  const { type } = item;
  const asked = (name: string): ResourceAmounts => ({
    request: ownEntry(requests, name),
    limit: ownEntry(limits, name),
  });
  return [
    ...Object.entries(item.min ?? {}).flatMap(([name, bound]) => belowMinimum({ name, type, bound }, asked(name))),
    ...Object.entries(item.max ?? {}).flatMap(([name, bound]) => aboveMaximum({ name, type, bound }, asked(name))),
    ...Object.entries(item.maxLimitRequestRatio ?? {}).flatMap(([name, bound]) =>
      aboveRatio({ name, type, bound }, asked(name)),
    ),
  ];
}

interface Bound {
  readonly name: string;
  readonly type: string;
  readonly bound: string | undefined;
}

interface ResourceAmounts {
  readonly request: string | undefined;
  readonly limit: string | undefined;
}

function belowMinimum({ name, type, bound }: Bound, { request, limit }: ResourceAmounts): readonly string[] {
  if (bound === undefined) return [];
  const rule = `minimum ${name} usage per ${type} is ${bound}`;
  if (request === undefined) return [`${rule}. No request is specified`];
  return [
    ...(isMore(bound, request) ? [`${rule}, but request is ${formatAmount(request)}`] : []),
    ...(limit !== undefined && isMore(bound, limit) ? [`${rule}, but limit is ${formatAmount(limit)}`] : []),
  ];
}

function aboveMaximum({ name, type, bound }: Bound, { request, limit }: ResourceAmounts): readonly string[] {
  if (bound === undefined) return [];
  const rule = `maximum ${name} usage per ${type} is ${bound}`;
  if (limit === undefined) return [`${rule}. No limit is specified`];
  return [
    ...(isMore(limit, bound) ? [`${rule}, but limit is ${formatAmount(limit)}`] : []),
    ...(request !== undefined && isMore(request, bound) ? [`${rule}, but request is ${formatAmount(request)}`] : []),
  ];
}

function aboveRatio({ name, type, bound }: Bound, { request, limit }: ResourceAmounts): readonly string[] {
  if (bound === undefined) return [];
  const rule = `${name} max limit to request ratio per ${type} is ${bound}`;
  if (request === undefined || parseQuantity(request).compare(Quantity.zero) === 0) {
    return [`${rule}, but no request is specified or request is 0`];
  }
  if (limit === undefined || parseQuantity(limit).compare(Quantity.zero) === 0) {
    return [`${rule}, but no limit is specified or limit is 0`];
  }
  // Compared without dividing: no rounding decides.
  const allowed = parseQuantity(request).nanos * parseQuantity(bound).nanos;
  if (parseQuantity(limit).nanos * 1_000_000_000n <= allowed) return [];
  const ratio = parseQuantity(limit).toNumber() / parseQuantity(request).toNumber();
  return [`${rule}, but provided ratio is ${ratio.toFixed(6)}`];
}

function isMore(amount: string, than: string): boolean {
  return parseQuantity(amount).compare(parseQuantity(than)) > 0;
}

function formatAmount(amount: string): string {
  return formatQuantity(parseQuantity(amount));
}
