import { fieldError } from '@kubemin/kubeapi';
import type { Deployment, DeploymentSpec, DeploymentStrategy } from '@kubemin/kubeapi/types/apps.v1';
import { nonNegative, type Problems } from './field-checks.ts';
import { atMostHundredPercent, intOrPercent, isNone } from './int-or-percent.ts';
import { defaultPodTemplate } from './pod/pod-defaults.ts';
import { validatePodTemplate } from './pod/pod-template.ts';
import type { Strategy } from './strategy.ts';
import { validateCounts, validateSelectorUnchanged, validateWorkloadSelector } from './workload-selector.ts';

/** Deployments. */
export const deploymentStrategy: Strategy<Deployment> = {
  // The number of the current revision is written together with the status.
  statusAnnotations: true,

  defaults(deployment) {
    const { spec } = deployment;
    if (spec === undefined) return deployment;
    return {
      ...deployment,
      spec: {
        ...spec,
        template: defaultPodTemplate(spec.template),
        replicas: spec.replicas ?? 1,
        strategy: defaultStrategy(spec.strategy ?? {}),
        revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
        progressDeadlineSeconds: spec.progressDeadlineSeconds ?? 600,
      },
    };
  },

  validate: ({ spec }) => [
    ...validateCounts(spec),
    ...validateWorkloadSelector('deployment', spec?.selector, spec?.template),
    ...validatePodTemplate(spec?.template, 'spec.template', { runsOn: 'ReplicaSet' }),
    ...strategyProblems(spec?.strategy),
    ...deadlineProblems(spec),
  ],

  validateUpdate: ({ spec }, current) => validateSelectorUnchanged(spec?.selector, current.spec?.selector),
};

function defaultStrategy(strategy: DeploymentStrategy): DeploymentStrategy {
  const type = strategy.type ?? 'RollingUpdate';
  if (type !== 'RollingUpdate') return { ...strategy, type };
  const { maxSurge = '25%', maxUnavailable = '25%' } = strategy.rollingUpdate ?? {};
  return { type, rollingUpdate: { maxUnavailable, maxSurge } };
}

function strategyProblems(strategy: DeploymentStrategy | undefined): Problems {
  const path = 'spec.strategy';
  if (strategy?.type === 'RollingUpdate') {
    const { maxSurge, maxUnavailable } = strategy.rollingUpdate ?? {};
    return [
      ...intOrPercent(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable),
      ...intOrPercent(`${path}.rollingUpdate.maxSurge`, maxSurge),
      ...(isNone(maxUnavailable) && isNone(maxSurge)
        ? [
            fieldError.invalid(
              `${path}.rollingUpdate.maxUnavailable`,
              maxUnavailable,
              'may not be 0 when `maxSurge` is 0',
            ),
          ]
        : []),
      ...atMostHundredPercent(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable),
    ];
  }
  if (strategy?.type !== 'Recreate') {
    return [fieldError.notSupported(`${path}.type`, strategy?.type, ['Recreate', 'RollingUpdate'])];
  }
  return strategy.rollingUpdate === undefined
    ? []
    : [fieldError.forbidden(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")];
}

/** A deployment that fails before its pods can count as ready never succeeds. */
function deadlineProblems(spec: DeploymentSpec | undefined): Problems {
  const { progressDeadlineSeconds: deadline, minReadySeconds: ready = 0 } = spec ?? {};
  if (deadline === undefined) return [];
  const path = 'spec.progressDeadlineSeconds';
  return [
    ...nonNegative(path, deadline),
    ...(deadline <= ready ? [fieldError.invalid(path, deadline, 'must be greater than minReadySeconds')] : []),
  ];
}
