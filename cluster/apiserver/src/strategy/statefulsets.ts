import { deepEqual, fieldError } from '@kubemin/kubeapi';
import type { StatefulSet, StatefulSetSpec } from '@kubemin/kubeapi/types/apps.v1';
import { nonNegative, type Problems, requiredName } from './field-checks.ts';
import { defaultClaim } from './persistent-volume-claims.ts';
import { defaultPodTemplate } from './pod/pod-defaults.ts';
import { validatePodTemplate } from './pod/pod-template.ts';
import type { Strategy } from './strategy.ts';
import { validateCounts, validateWorkloadSelector } from './workload-selector.ts';

const UPDATE_RULE =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

type UpdateStrategy = NonNullable<StatefulSetSpec['updateStrategy']>;

/** StatefulSets. Their name becomes the host name of their pods. */
export const statefulSetStrategy: Strategy<StatefulSet> = {
  nameRule: 'label',

  defaults(set) {
    const { spec } = set;
    if (spec === undefined) return set;
    const claims = spec.volumeClaimTemplates?.map((claim) => ({
      ...defaultClaim(claim),
      apiVersion: 'v1' as const,
      kind: 'PersistentVolumeClaim' as const,
      // Its type has one, but what clients send may not.
      metadata: claim.metadata ?? {},
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
    ...policyProblems(spec),
    ...validateCounts(spec),
    ...nonNegative('spec.ordinals.start', spec?.ordinals?.start),
    ...validateWorkloadSelector('statefulset', spec?.selector, spec?.template),
    ...(spec?.volumeClaimTemplates ?? []).flatMap(({ metadata }, index) =>
      requiredName(`spec.volumeClaimTemplates[${index}].metadata.name`, metadata.name, 'dns1123Subdomain'),
    ),
    ...validatePodTemplate(spec?.template, 'spec.template', {
      runsOn: 'StatefulSet',
      claimedVolumes: (spec?.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name ?? ''),
    }),
  ],

  validateUpdate: ({ spec }, current) =>
    deepEqual(immutablePart(spec), immutablePart(current.spec)) ? [] : [fieldError.forbidden('spec', UPDATE_RULE)],
};

function defaultUpdateStrategy(strategy: UpdateStrategy): UpdateStrategy {
  const type = strategy.type ?? 'RollingUpdate';
  if (type !== 'RollingUpdate') return { ...strategy, type };
  return { type, rollingUpdate: { ...strategy.rollingUpdate, partition: strategy.rollingUpdate?.partition ?? 0 } };
}

function policyProblems(spec: StatefulSetSpec | undefined): Problems {
  const { podManagementPolicy: management, updateStrategy, persistentVolumeClaimRetentionPolicy: claims } = spec ?? {};
  const { type = 'RollingUpdate', rollingUpdate } = updateStrategy ?? {};
  return [
    ...eitherValue('spec.podManagementPolicy', management, ['OrderedReady', 'Parallel']),
    ...eitherValue('spec.updateStrategy', type, ['RollingUpdate', 'OnDelete']),
    ...(type === 'OnDelete' && rollingUpdate !== undefined
      ? [
          fieldError.invalid(
            'spec.updateStrategy.rollingUpdate',
            rollingUpdate,
            "only allowed for updateStrategy 'RollingUpdate'",
          ),
        ]
      : []),
    ...nonNegative('spec.updateStrategy.rollingUpdate.partition', rollingUpdate?.partition),
    ...(['whenDeleted', 'whenScaled'] as const).flatMap((when) =>
      claims?.[when] === undefined || ['Retain', 'Delete'].includes(claims[when] ?? '')
        ? []
        : [
            fieldError.notSupported(`spec.persistentVolumeClaimRetentionPolicy.${when}`, claims[when], [
              'Retain',
              'Delete',
            ]),
          ],
    ),
  ];
}

function eitherValue(path: string, value: string | undefined, [one, other]: readonly [string, string]): Problems {
  if (value === undefined || value === one || value === other) return [];
  return [fieldError.invalid(path, value, `must be '${one}' or '${other}'`)];
}

function immutablePart(spec: StatefulSetSpec | undefined): unknown {
  if (spec === undefined) return undefined;
  const { podManagementPolicy, selector, serviceName, volumeClaimTemplates } = spec;
  return { podManagementPolicy, selector, serviceName, volumeClaimTemplates };
}
