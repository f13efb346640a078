import { deepEqual, fieldError } from '@kubemin/kubeapi';
import type { StatefulSet, StatefulSetSpec } from '@kubemin/kubeapi/types/apps.v1';
import { defaultClaim } from './persistent-volume-claims.ts';
import { defaultPodTemplate } from './pod-defaults.ts';
import { validatePodTemplate } from './pod-validation.ts';
import type { Strategy } from './strategy.ts';
import { validateReplicas, validateWorkloadSelector } from './workload-selector.ts';

const UPDATE_RULE =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

/** StatefulSets. */
export const statefulSetStrategy: Strategy<StatefulSet> = {
  defaults(set) {
    const { spec } = set;
    if (spec === undefined) return set;
    const claims = spec.volumeClaimTemplates?.map((claim) => ({
      ...defaultClaim(claim),
      apiVersion: 'v1' as const,
      kind: 'PersistentVolumeClaim' as const,
      status: { phase: 'Pending', ...claim.status },
    }));
    return {
      ...set,
      spec: {
        ...spec,
        template: defaultPodTemplate(spec.template),
        ...(claims && { volumeClaimTemplates: claims }),
        replicas: spec.replicas ?? 1,
        podManagementPolicy: spec.podManagementPolicy ?? 'OrderedReady',
        revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
        updateStrategy: defaultUpdateStrategy(spec.updateStrategy ?? {}),
        persistentVolumeClaimRetentionPolicy: {
          whenDeleted: spec.persistentVolumeClaimRetentionPolicy?.whenDeleted ?? 'Retain',
          whenScaled: spec.persistentVolumeClaimRetentionPolicy?.whenScaled ?? 'Retain',
        },
      },
    };
  },

  validate: ({ spec }) => [
    ...validateReplicas(spec?.replicas),
    ...validateWorkloadSelector('statefulset', spec?.selector, spec?.template),
    ...validatePodTemplate(spec?.template, 'spec.template', {
      claimedVolumes: (spec?.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name ?? ''),
    }),
  ],

  validateUpdate: ({ spec }, current) =>
    deepEqual(fixedPart(spec), fixedPart(current.spec)) ? [] : [fieldError.forbidden('spec', UPDATE_RULE)],
};

function defaultUpdateStrategy(
  strategy: NonNullable<StatefulSetSpec['updateStrategy']>,
): NonNullable<StatefulSetSpec['updateStrategy']> {
  const type = strategy.type ?? 'RollingUpdate';
  if (type !== 'RollingUpdate') return { ...strategy, type };
  return { type, rollingUpdate: { ...strategy.rollingUpdate, partition: strategy.rollingUpdate?.partition ?? 0 } };
}

function fixedPart(spec: StatefulSetSpec | undefined): unknown {
  if (spec === undefined) return undefined;
  const { podManagementPolicy, selector, serviceName, volumeClaimTemplates } = spec;
  return { podManagementPolicy, selector, serviceName, volumeClaimTemplates };
}
