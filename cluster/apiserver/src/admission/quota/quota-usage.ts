import { ownEntry } from '@kubemin/base';
import { type KubeObject, qualifiedName, type ResourceInfo } from '@kubemin/kubeapi';
import type { PersistentVolumeClaim, Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import { isPod } from '../../handler/index.ts';
import type { Amounts } from '../../strategy/index.ts';
import { podAmounts } from './pod-amounts.ts';

const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];
const CLASS_SUFFIX = 'storageclass.storage.k8s.io';
/** Counted under their own name as well, as quotas did before they could count everything. */
const COUNTED_BY_NAME = [
  'configmaps',
  'persistentvolumeclaims',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
];

/** What one object uses of everything a quota could limit. */
export function objectUsage(info: Pick<ResourceInfo, 'group' | 'plural'>, object: KubeObject): Amounts {
  const name = qualifiedName(info);
  return {
    [`count/${name}`]: '1',
    ...(COUNTED_BY_NAME.includes(name) && { [name]: '1' }),
    ...ownEntry(DETAILS, name)?.(object),
  };
}

/** Kinds that use more than their place in a count. */
const DETAILS: Readonly<Record<string, (object: KubeObject) => Amounts>> = {
  pods: (object) => (isPod(object) ? podUsage(object) : {}),
  services: (object) => (isService(object) ? serviceUsage(object) : {}),
  persistentvolumeclaims: (object) => (isClaim(object) ? claimUsage(object) : {}),
};

/** What is over uses nothing any more but its place among the pods that are counted one by one. */
function podUsage({ spec, status }: Pod): Amounts {
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed' || spec === undefined) return {};
  const requests = podAmounts(spec, 'requests');
  const limits = podAmounts(spec, 'limits');
  return {
    pods: '1',
    ...Object.fromEntries(
      Object.entries(requests).flatMap(([name, amount]) => [
        [`requests.${name}`, amount],
        ...(COMPUTE.includes(name) || name.startsWith('hugepages-') ? [[name, amount]] : []),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(limits).flatMap(([name, amount]) => (COMPUTE.includes(name) ? [[`limits.${name}`, amount]] : [])),
    ),
  };
}

function serviceUsage({ spec = {} }: Service): Amounts {
  const { allocateLoadBalancerNodePorts: allocate = true, ports = [], type } = spec;
  const chosen = ports.filter(({ nodePort }) => nodePort !== undefined).length;
  const external = type === 'NodePort' || type === 'LoadBalancer';
  const everywhere = type === 'NodePort' || (type === 'LoadBalancer' && allocate);
  return {
    ...(external && { 'services.nodeports': String(everywhere ? ports.length : chosen) }),
    ...(type === 'LoadBalancer' && { 'services.loadbalancers': '1' }),
  };
}

function claimUsage({ spec }: PersistentVolumeClaim): Amounts {
  const storage = spec?.resources?.requests?.storage ?? '0';
  const { storageClassName: name = '' } = spec ?? {};
  return {
    'requests.storage': storage,
    ...(name !== '' && {
      [`${name}.${CLASS_SUFFIX}/requests.storage`]: storage,
      [`${name}.${CLASS_SUFFIX}/persistentvolumeclaims`]: '1',
    }),
  };
}

function isService(object: KubeObject): object is Service {
  return object.kind === 'Service';
}

function isClaim(object: KubeObject): object is PersistentVolumeClaim {
  return object.kind === 'PersistentVolumeClaim';
}
