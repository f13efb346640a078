import { type FieldError, fieldError } from '@kubemin/kubeapi';
import type { Deployment, DeploymentStrategy } from '@kubemin/kubeapi/types/apps.v1';
import { defaultPodTemplate } from './pod-defaults.ts';
import { validatePodTemplate } from './pod-validation.ts';
import type { Strategy } from './strategy.ts';
import { validateReplicas, validateSelectorUnchanged, validateWorkloadSelector } from './workload-selector.ts';

/** Deployments. */
export const deploymentStrategy: Strategy<Deployment> = {
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
    ...validateReplicas(spec?.replicas),
    ...validateWorkloadSelector('deployment', spec?.selector, spec?.template),
    ...validatePodTemplate(spec?.template, 'spec.template'),
    ...strategyProblems(spec?.strategy),
  ],

  validateUpdate: ({ spec }, current) => validateSelectorUnchanged(spec?.selector, current.spec?.selector),
};

function defaultStrategy(strategy: DeploymentStrategy): DeploymentStrategy {
  const type = strategy.type ?? 'RollingUpdate';
  if (type !== 'RollingUpdate') return { ...strategy, type };
  const { maxSurge = '25%', maxUnavailable = '25%' } = strategy.rollingUpdate ?? {};
  return { type, rollingUpdate: { maxUnavailable, maxSurge } };
}

function strategyProblems(strategy: DeploymentStrategy | undefined): readonly FieldError[] {
  if (strategy?.type === 'RollingUpdate') return [];
  if (strategy?.type !== 'Recreate') {
    return [fieldError.notSupported('spec.strategy.type', strategy?.type, ['Recreate', 'RollingUpdate'])];
  }
  return strategy.rollingUpdate === undefined
    ? []
    : [fieldError.forbidden('spec.strategy.rollingUpdate', "may not be specified when strategy `type` is 'Recreate'")];
}
