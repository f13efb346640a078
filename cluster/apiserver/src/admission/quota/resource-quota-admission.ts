import { ownEntry } from '@kubemin/base';
import { forbidden, type KubeObject } from '@kubemin/kubeapi';
import type { Pod, ResourceQuota } from '@kubemin/kubeapi/types/core.v1';
import { isPod } from '../../handler/index.ts';
import type { AdmissionFactory, AdmissionRequest } from '../../registry/index.ts';
import type { Amounts } from '../../strategy/index.ts';
import { amountsText, exceededResources, limitedPart, usageIncrease } from './quota-arithmetic.ts';
import { QuotaTracker } from './quota-tracker.ts';
import { objectUsage } from './quota-usage.ts';

/** Subresources that can change what an object uses. */
const RELEVANT = [undefined, 'resize'];
/** What every container must specify when a quota limits it: otherwise its usage is unbounded. */
const MUST_SPECIFY: Readonly<Record<string, readonly ['requests' | 'limits', string]>> = {
  cpu: ['requests', 'cpu'],
  memory: ['requests', 'memory'],
  'requests.cpu': ['requests', 'cpu'],
  'requests.memory': ['requests', 'memory'],
  'limits.cpu': ['limits', 'cpu'],
  'limits.memory': ['limits', 'memory'],
};

/** Refuses what would use more of a namespace than its quotas allow. */
export const resourceQuotaAdmission: AdmissionFactory = ({ server }) => {
  const keeper = new QuotaTracker(server);
  return {
    name: 'ResourceQuota',
    applies: ({ operation, resource, subresource }) =>
      keeper.active && operation !== 'delete' && resource.info.namespaced && RELEVANT.includes(subresource),
    async validate(object, request) {
      const { namespace, resource, old, dryRun } = request;
      const delta = usageIncrease(
        objectUsage(resource.info, object),
        old === undefined ? {} : objectUsage(resource.info, old),
      );
      const quotas = keeper.quotasFor(namespace, object);
      if (quotas.length === 0) return;
      if (old === undefined && isPod(object)) for (const quota of quotas) checkSpecified(quota, object, request);
      const touched = quotas.some(({ spec }) => Object.keys(limitedPart(delta, spec?.hard ?? {})).length > 0);
      if (!touched) return;
      const check = (quota: ResourceQuota, limited: Amounts): void =>
        checkAffordable(quota, limited, { object, request });
      if (!dryRun) return keeper.charge({ namespace, object, delta }, check);
      for (const quota of quotas) check(quota, limitedPart(delta, quota.status?.hard ?? {}));
    },
    stop: () => keeper.stop(),
  };
};

interface Subject {
  readonly object: KubeObject;
  readonly request: AdmissionRequest;
}

function checkAffordable({ metadata, status }: ResourceQuota, delta: Amounts, { object, request }: Subject): void {
  const { hard = {}, used = {} } = status ?? {};
  const names = exceededResources(used, delta, hard);
  if (names.length === 0) return;
  const parts = [
    `requested: ${amountsText(delta, names)}`,
    `used: ${amountsText(used, names)}`,
    `limited: ${amountsText(hard, names)}`,
  ];
  throw refusal(`exceeded quota: ${metadata.name}, ${parts.join(', ')}`, { object, request });
}

function checkSpecified({ metadata, spec }: ResourceQuota, pod: Pod, request: AdmissionRequest): void {
  const containers = [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])];
  const missing = Object.keys(spec?.hard ?? {})
    .sort()
    .flatMap((name) => {
      const [part, resource] = ownEntry(MUST_SPECIFY, name) ?? [];
      if (part === undefined || resource === undefined) return [];
      const silent = containers.filter(({ resources }) => resources?.[part]?.[resource] === undefined);
      return silent.length === 0 ? [] : [`${name} for: ${silent.map((container) => container.name).join(',')}`];
    });
  if (missing.length === 0) return;
  throw refusal(`failed quota: ${metadata.name}: must specify ${missing.join('; ')}`, { object: pod, request });
}

function refusal(why: string, { object, request }: Subject): Error {
  return forbidden(why, { ...request.resource.info, name: object.metadata.name ?? '' });
}
