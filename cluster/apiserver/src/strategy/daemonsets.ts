import { fieldError } from '@kubemin/kubeapi';
import type { DaemonSet, DaemonSetUpdateStrategy } from '@kubemin/kubeapi/types/apps.v1';
import { oneOf, type Problems } from './field-checks.ts';
import { atMostHundredPercent, intOrPercent, isNone } from './int-or-percent.ts';
import { defaultPodTemplate } from './pod/pod-defaults.ts';
import { validatePodTemplate } from './pod/pod-template.ts';
import type { Strategy } from './strategy.ts';
import { validateCounts, validateSelectorUnchanged, validateWorkloadSelector } from './workload-selector.ts';

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
    ...validateCounts(spec),
    ...validateWorkloadSelector('daemonset', spec?.selector, spec?.template),
    ...validatePodTemplate(spec?.template, 'spec.template', { runsOn: 'DaemonSet' }),
    ...updateStrategyProblems(spec?.updateStrategy, 'spec.updateStrategy'),
  ],

  validateUpdate: ({ spec }, current) => validateSelectorUnchanged(spec?.selector, current.spec?.selector),
};

/** A node has one pod of the set at a time, or one more while it is replaced: never both fewer and more. */
function updateStrategyProblems(strategy: DaemonSetUpdateStrategy | undefined, path: string): Problems {
  if (strategy?.type !== 'RollingUpdate') return oneOf(`${path}.type`, strategy?.type, ['RollingUpdate', 'OnDelete']);
  const { maxSurge, maxUnavailable } = strategy.rollingUpdate ?? {};
  const at = `${path}.rollingUpdate`;
  return [
    ...intOrPercent(`${at}.maxUnavailable`, maxUnavailable),
    ...intOrPercent(`${at}.maxSurge`, maxSurge),
    ...atMostHundredPercent(`${at}.maxUnavailable`, maxUnavailable),
    ...atMostHundredPercent(`${at}.maxSurge`, maxSurge),
    ...(isNone(maxUnavailable) && isNone(maxSurge)
      ? [fieldError.required(`${at}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')]
      : []),
    ...(!isNone(maxUnavailable) && !isNone(maxSurge)
      ? [fieldError.invalid(`${at}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')]
      : []),
  ];
}
