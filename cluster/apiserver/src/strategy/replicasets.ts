import { fieldError } from '@kubemin/kubeapi';
import type { ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import { defaultPodTemplate } from './pod/pod-defaults.ts';
import { validatePodTemplate } from './pod/pod-template.ts';
import type { Strategy } from './strategy.ts';
import { validateCounts, validateSelectorUnchanged, validateWorkloadSelector } from './workload-selector.ts';

/** ReplicaSets. */
export const replicaSetStrategy: Strategy<ReplicaSet> = {
  defaults(set) {
    const { spec } = set;
    if (spec === undefined) return set;
    const template = spec.template && { template: defaultPodTemplate(spec.template) };
    return { ...set, spec: { ...spec, ...template, replicas: spec.replicas ?? 1 } };
  },

  validate: ({ spec }) => [
    ...validateCounts(spec),
    ...validateWorkloadSelector('replicaset', spec?.selector, spec?.template),
    ...(spec?.template === undefined
      ? [fieldError.required('spec.template')]
      : validatePodTemplate(spec.template, 'spec.template', { runsOn: 'ReplicaSet' })),
  ],

  validateUpdate: ({ spec }, current) => validateSelectorUnchanged(spec?.selector, current.spec?.selector),
};
