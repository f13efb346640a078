import type { ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import { defaultPodTemplate } from './pod-defaults.ts';
import { validatePodTemplate } from './pod-validation.ts';
import type { Strategy } from './strategy.ts';
import { validateReplicas, validateSelectorUnchanged, validateWorkloadSelector } from './workload-selector.ts';

/** ReplicaSets. */
export const replicaSetStrategy: Strategy<ReplicaSet> = {
  defaults(set) {
    const { spec } = set;
    if (spec === undefined) return set;
    const template = spec.template && { template: defaultPodTemplate(spec.template) };
    return { ...set, spec: { ...spec, ...template, replicas: spec.replicas ?? 1 } };
  },

  validate: ({ spec }) => [
    ...validateReplicas(spec?.replicas),
    ...validateWorkloadSelector('replicaset', spec?.selector, spec?.template),
    ...validatePodTemplate(spec?.template, 'spec.template'),
  ],

  validateUpdate: ({ spec }, current) => validateSelectorUnchanged(spec?.selector, current.spec?.selector),
};
