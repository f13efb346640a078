import type { DaemonSet } from '@kubemin/kubeapi/types/apps.v1';
import { defaultPodTemplate } from './pod-defaults.ts';
import { validatePodTemplate } from './pod-validation.ts';
import type { Strategy } from './strategy.ts';
import { validateSelectorUnchanged, validateWorkloadSelector } from './workload-selector.ts';

/** DaemonSets. */
export const daemonSetStrategy: Strategy<DaemonSet> = {
  defaults(set) {
    const { spec } = set;
    if (spec === undefined) return set;
    const type = spec.updateStrategy?.type ?? 'RollingUpdate';
    const { maxSurge = 0, maxUnavailable = 1 } = spec.updateStrategy?.rollingUpdate ?? {};
    return {
      ...set,
      spec: {
        ...spec,
        template: defaultPodTemplate(spec.template),
        revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
        updateStrategy: { type, ...(type === 'RollingUpdate' && { rollingUpdate: { maxSurge, maxUnavailable } }) },
      },
    };
  },

  validate: ({ spec }) => [
    ...validateWorkloadSelector('daemonset', spec?.selector, spec?.template),
    ...validatePodTemplate(spec?.template, 'spec.template'),
  ],

  validateUpdate: ({ spec }, current) => validateSelectorUnchanged(spec?.selector, current.spec?.selector),
};
