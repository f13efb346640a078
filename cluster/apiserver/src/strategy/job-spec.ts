import { fieldError } from '@kubemin/kubeapi';
import type { JobSpec, PodFailurePolicy } from '@kubemin/kubeapi/types/batch.v1';
import { each, nonNegative, oneOf, type Problems } from './field-checks.ts';
import { defaultPodTemplate } from './pod/pod-defaults.ts';
import { validatePodTemplate } from './pod/pod-template.ts';

const COMPLETION_MODES = ['Indexed', 'NonIndexed'];
const REPLACEMENT_POLICIES = ['Failed', 'TerminatingOrFailed'];
const FAILURE_ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const;

/** The defaults of a job. */
export function defaultJobSpec(spec: JobSpec): JobSpec {
  const openEnded = spec.completions === undefined && spec.parallelism === undefined;
  const completions = openEnded ? 1 : spec.completions;
  return {
    ...spec,
    template: defaultPodTemplate(spec.template),
    ...(completions !== undefined && { completions }),
    parallelism: spec.parallelism ?? 1,
    backoffLimit: spec.backoffLimit ?? (spec.backoffLimitPerIndex === undefined ? 6 : 2_147_483_647),
    completionMode: spec.completionMode ?? 'NonIndexed',
    suspend: spec.suspend ?? false,
    manualSelector: spec.manualSelector ?? false,
    podReplacementPolicy:
      spec.podReplacementPolicy ?? (spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed'),
  };
}

/** What is wrong with the work itself; also for the jobs a CronJob will make. */
export function validateJobSpec(spec: JobSpec, path: string): Problems {
  return [
    ...COUNTS.flatMap((count) => nonNegative(`${path}.${count}`, spec[count])),
    ...oneOf(`${path}.completionMode`, spec.completionMode, COMPLETION_MODES),
    ...(spec.completionMode === 'Indexed' && spec.completions === undefined
      ? [fieldError.required(`${path}.completions`, 'when completion mode is Indexed')]
      : []),
    ...(spec.backoffLimitPerIndex !== undefined && spec.completionMode !== 'Indexed'
      ? [
          fieldError.invalid(
            `${path}.backoffLimitPerIndex`,
            spec.backoffLimitPerIndex,
            'requires indexed completion mode',
          ),
        ]
      : []),
    ...oneOf(`${path}.podReplacementPolicy`, spec.podReplacementPolicy, REPLACEMENT_POLICIES),
    ...(spec.podFailurePolicy === undefined ? [] : failurePolicy(spec.podFailurePolicy, `${path}.podFailurePolicy`)),
    ...validatePodTemplate(spec.template, `${path}.template`),
    ...restartPolicy(spec, path),
  ];
}

/** Pods that always restart never finish. */
function restartPolicy({ template, podFailurePolicy }: JobSpec, path: string): Problems {
  const at = `${path}.template.spec.restartPolicy`;
  const policy = template.spec?.restartPolicy;
  if (policy === 'Always') return [fieldError.required(at, 'valid values: "OnFailure", "Never"')];
  if (podFailurePolicy === undefined || policy === 'Never') return [];
  return [fieldError.invalid(at, policy, 'only "Never" is supported when podFailurePolicy is specified')];
}

function failurePolicy({ rules }: PodFailurePolicy, path: string): Problems {
  return each(rules, `${path}.rules`, ({ action, onExitCodes, onPodConditions }, at) => {
    const conditions = (onPodConditions?.length ?? 0) > 0;
    return [
      ...oneOf(`${at}.action`, action, FAILURE_ACTIONS),
      ...(onExitCodes === undefined && !conditions
        ? [fieldError.invalid(at, '', 'specifying one of OnExitCodes and OnPodConditions is required')]
        : []),
      ...(onExitCodes !== undefined && conditions
        ? [fieldError.invalid(at, '', 'specifying both OnExitCodes and OnPodConditions is not supported')]
        : []),
      ...oneOf(`${at}.onExitCodes.operator`, onExitCodes?.operator, ['In', 'NotIn']),
      ...(onExitCodes !== undefined && onExitCodes.values.length === 0
        ? [fieldError.invalid(`${at}.onExitCodes.values`, onExitCodes.values, 'at least one value is required')]
        : []),
      ...(onExitCodes?.operator === 'In' && onExitCodes.values.includes(0)
        ? [
            fieldError.invalid(
              `${at}.onExitCodes.values[${onExitCodes.values.indexOf(0)}]`,
              0,
              'must not be 0 for the In operator',
            ),
          ]
        : []),
    ];
  });
}
