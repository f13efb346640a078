import { ownEntry } from '@kubemin/base';
import { type KubeObject, podQosClass } from '@kubemin/kubeapi';
import type { Pod, ResourceQuota, ScopedResourceSelectorRequirement } from '@kubemin/kubeapi/types/core.v1';
import { isPod } from '../../handler/index.ts';

/** Whether a quota is about this object: without scopes about everything, with scopes about some pods. */
export function isInScope({ spec }: ResourceQuota, object: KubeObject): boolean {
  const requirements: readonly ScopedResourceSelectorRequirement[] = [
    ...(spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' })),
    ...(spec?.scopeSelector?.matchExpressions ?? []),
  ];
  if (requirements.length === 0) return true;
  return isPod(object) && requirements.every((requirement) => matchesSelector(requirement, object));
}

const SCOPES: Readonly<Record<string, (pod: Pod) => boolean>> = {
  BestEffort: ({ spec }) => podQosClass(spec) === 'BestEffort',
  NotBestEffort: ({ spec }) => podQosClass(spec) !== 'BestEffort',
  Terminating: ({ spec }) => spec?.activeDeadlineSeconds !== undefined,
  NotTerminating: ({ spec }) => spec?.activeDeadlineSeconds === undefined,
  CrossNamespacePodAffinity: ({ spec }) => {
    const { podAffinity, podAntiAffinity } = spec?.affinity ?? {};
    return [podAffinity, podAntiAffinity]
      .flatMap((one) => [
        ...(one?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
        ...(one?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
      ])
      .some(({ namespaces = [], namespaceSelector }) => namespaces.length > 0 || namespaceSelector !== undefined);
  },
};

function matchesSelector({ scopeName, operator, values = [] }: ScopedResourceSelectorRequirement, pod: Pod): boolean {
  if (scopeName !== 'PriorityClass') {
    const within = ownEntry(SCOPES, scopeName)?.(pod) ?? false;
    return operator === 'DoesNotExist' || operator === 'NotIn' ? !within : within;
  }
  const { priorityClassName: name = '' } = pod.spec ?? {};
  const tests: Readonly<Record<string, boolean>> = {
    Exists: name !== '',
    DoesNotExist: name === '',
    In: values.includes(name),
    NotIn: !values.includes(name),
  };
  return ownEntry(tests, operator) ?? false;
}
