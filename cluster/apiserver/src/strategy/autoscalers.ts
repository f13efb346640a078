import { fieldError } from '@kubemin/kubeapi';
import type {
  CrossVersionObjectReference,
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HPAScalingRules,
} from '@kubemin/kubeapi/types/autoscaling.v2';
import { metricProblems } from './autoscaler-metrics.ts';
import { each, named, oneOf, type Problems, required } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

const MAX_WINDOW_SECONDS = 3600;
const MAX_PERIOD_SECONDS = 1800;
const PERIOD_SECONDS = 15;
const DOUBLING = { type: 'Percent', value: 100, periodSeconds: PERIOD_SECONDS };

/** Autoscalers, in the version they are stored in. */
export const autoscalerStrategy: Strategy<HorizontalPodAutoscaler> = {
  generation: false,
  defaults: (scaler) => ({ ...scaler, ...(scaler.spec && { spec: withDefaults(scaler.spec) }) }),
  prepareForCreate: (scaler) => ({ ...scaler, status: { desiredReplicas: 0, currentReplicas: 0 } }),
  validate: ({ spec }) => [
    ...countProblems(spec),
    ...referenceProblems(spec?.scaleTargetRef ?? { kind: '', name: '' }, 'spec.scaleTargetRef'),
    ...each(spec?.metrics, 'spec.metrics', metricProblems),
    ...ruleProblems(spec?.behavior?.scaleUp, 'spec.behavior.scaleUp'),
    ...ruleProblems(spec?.behavior?.scaleDown, 'spec.behavior.scaleDown'),
  ],
};

function withDefaults(spec: HorizontalPodAutoscalerSpec): HorizontalPodAutoscalerSpec {
  const { behavior, metrics } = spec;
  return {
    ...spec,
    minReplicas: spec.minReplicas ?? 1,
    metrics: metrics ?? [
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
    ],
    ...(behavior && {
      behavior: {
        scaleUp: {
          ...behavior.scaleUp,
          stabilizationWindowSeconds: behavior.scaleUp?.stabilizationWindowSeconds ?? 0,
          selectPolicy: behavior.scaleUp?.selectPolicy ?? 'Max',
          policies: behavior.scaleUp?.policies ?? [{ type: 'Pods', value: 4, periodSeconds: PERIOD_SECONDS }, DOUBLING],
        },
        scaleDown: {
          ...behavior.scaleDown,
          selectPolicy: behavior.scaleDown?.selectPolicy ?? 'Max',
          policies: behavior.scaleDown?.policies ?? [DOUBLING],
        },
      },
    }),
  };
}

function countProblems(spec: HorizontalPodAutoscalerSpec | undefined): Problems {
  const { minReplicas: min = 1, maxReplicas: max = 0 } = spec ?? {};
  return [
    ...(min < 1 ? [fieldError.invalid('spec.minReplicas', min, 'must be greater than or equal to 1')] : []),
    ...(max < 1 ? [fieldError.invalid('spec.maxReplicas', max, 'must be greater than 0')] : []),
    ...(max < min
      ? [fieldError.invalid('spec.maxReplicas', max, 'must be greater than or equal to `minReplicas`')]
      : []),
  ];
}

/** Something that is named across versions. */
export function referenceProblems({ kind, name }: CrossVersionObjectReference, path: string): Problems {
  return [
    ...required(`${path}.kind`, kind),
    ...named(`${path}.kind`, kind, 'pathSegment'),
    ...required(`${path}.name`, name),
    ...named(`${path}.name`, name, 'pathSegment'),
  ];
}

function ruleProblems(rules: HPAScalingRules | undefined, path: string): Problems {
  if (rules === undefined) return [];
  const { policies = [], selectPolicy, stabilizationWindowSeconds: window = 0 } = rules;
  const at = `${path}.stabilizationWindowSeconds`;
  return [
    ...(window < 0 ? [fieldError.invalid(at, window, 'must be greater than or equal to zero')] : []),
    ...(window > MAX_WINDOW_SECONDS
      ? [fieldError.invalid(at, window, `must be less than or equal to ${MAX_WINDOW_SECONDS}`)]
      : []),
    ...oneOf(`${path}.selectPolicy`, selectPolicy, ['Disabled', 'Max', 'Min']),
    ...(policies.length === 0 ? [fieldError.required(`${path}.policies`, 'must specify at least one Policy')] : []),
    ...each(policies, `${path}.policies`, ({ type, value, periodSeconds }, place) => [
      ...oneOf(`${place}.type`, type, ['Percent', 'Pods']),
      ...(value > 0 ? [] : [fieldError.invalid(`${place}.value`, value, 'must be greater than zero')]),
      ...(periodSeconds > 0
        ? []
        : [fieldError.invalid(`${place}.periodSeconds`, periodSeconds, 'must be greater than zero')]),
      ...(periodSeconds > MAX_PERIOD_SECONDS
        ? [
            fieldError.invalid(
              `${place}.periodSeconds`,
              periodSeconds,
              `must be less than or equal to ${MAX_PERIOD_SECONDS}`,
            ),
          ]
        : []),
    ]),
  ];
}
