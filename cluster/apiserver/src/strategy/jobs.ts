import { deepEqual, fieldError, type ObjectMeta } from '@kubemin/kubeapi';
import type { Job, JobSpec } from '@kubemin/kubeapi/types/batch.v1';
import type { PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';
import { immutable, type Problems } from './field-checks.ts';
import { defaultJobSpec, validateJobSpec } from './job-spec.ts';
import { validateLabelSelector } from './label-selectors.ts';
import type { Strategy } from './strategy.ts';
import { templateMatch } from './workload-selector.ts';

const UID_LABEL = 'batch.kubernetes.io/controller-uid';
const NAME_LABEL = 'batch.kubernetes.io/job-name';
const LEGACY_UID_LABEL = 'controller-uid';
const LEGACY_NAME_LABEL = 'job-name';

/** Jobs: their selector is made from their uid, so that no two jobs ever share pods. */
export const jobStrategy: Strategy<Job> = {
  defaultPropagation: 'Orphan',
  statusAnnotations: true,
  selectableFields: { 'status.successful': (job) => String(job.status?.succeeded ?? 0) },

  defaults: (job) => (job.spec === undefined ? job : { ...job, spec: defaultJobSpec(job.spec) }),

  prepareForCreate(job) {
    const { spec, metadata } = job;
    if (spec === undefined || spec.manualSelector === true) return { ...job, status: {} };
    const { uid = '' } = metadata;
    const labels = { ...spec.template.metadata?.labels, ...ownLabels(metadata) };
    const template = { ...spec.template, metadata: { ...spec.template.metadata, labels } };
    // A selector that was sent is kept, so that validation can reject it.
    const matchLabels = { ...spec.selector?.matchLabels, [UID_LABEL]: uid };
    return { ...job, spec: { ...spec, selector: { ...spec.selector, matchLabels }, template }, status: {} };
  },

  validate: ({ spec, metadata }) =>
    spec === undefined
      ? [fieldError.required('spec.template.spec.containers')]
      : [...validateJobSpec(spec, 'spec'), ...selectorProblems(spec, metadata)],

  validateUpdate({ spec }, { spec: old }) {
    const settled = [
      'selector',
      'completionMode',
      'podFailurePolicy',
      'backoffLimitPerIndex',
      'managedBy',
      'successPolicy',
    ] as const;
    return [
      ...settled.flatMap((field) => immutable(`spec.${field}`, spec?.[field], old?.[field])),
      ...completionsProblems(spec, old),
      ...templateProblems(spec, old),
    ];
  },
};

function ownLabels({ uid = '', name = '' }: ObjectMeta): Readonly<Record<string, string>> {
  return { [UID_LABEL]: uid, [LEGACY_UID_LABEL]: uid, [NAME_LABEL]: name, [LEGACY_NAME_LABEL]: name };
}

function selectorProblems(spec: JobSpec, metadata: ObjectMeta): Problems {
  const { selector, manualSelector } = spec;
  if (selector === undefined) return [fieldError.required('spec.selector')];
  const wrong = validateLabelSelector('spec.selector', selector);
  if (wrong.length > 0) return wrong;
  const match = templateMatch(selector, spec.template);
  if (manualSelector === true) return match;
  const generated = { matchLabels: { [UID_LABEL]: metadata.uid ?? '' } };
  const kept = deepEqual(selector, generated);
  return kept ? match : [fieldError.invalid('spec.selector', selector, '`selector` not auto-generated')];
}

/** Only a job whose every index runs at once may be resized. */
function completionsProblems(spec: JobSpec | undefined, old: JobSpec | undefined): Problems {
  if (spec?.completions === old?.completions) return [];
  const elastic =
    spec?.completionMode === 'Indexed' && spec.completions !== undefined && old?.completions !== undefined;
  if (!elastic) return immutable('spec.completions', spec?.completions, old?.completions);
  const parallel = spec.completions === spec.parallelism && old.completions === old.parallelism;
  if (parallel) return [];
  const rule = 'can only be modified in tandem with spec.parallelism';
  return [fieldError.invalid('spec.completions', spec.completions, rule)];
}

/** Where its pods go may be decided while a job is suspended; what they do, never. */
function templateProblems(spec: JobSpec | undefined, old: JobSpec | undefined): Problems {
  const suspended = old?.suspend === true;
  const seen = suspended ? withoutPlacement : (template: PodTemplateSpec | undefined): unknown => template;
  if (deepEqual(seen(spec?.template), seen(old?.template))) return [];
  return [fieldError.invalid('spec.template', spec?.template, 'field is immutable')];
}

function withoutPlacement(template: PodTemplateSpec | undefined): unknown {
  if (template?.spec === undefined) return template;
  const { nodeSelector: _n, affinity: _a, tolerations: _t, schedulingGates: _g, ...spec } = template.spec;
  return { spec };
}
