import { deepEqual, fieldError } from '@kubemin/kubeapi';
import type { CronJob, Job, JobSpec } from '@kubemin/kubeapi/types/batch.v1';
import { defaultPodTemplate } from './pod-defaults.ts';
import { validatePodTemplate } from './pod-validation.ts';
import type { Strategy } from './strategy.ts';

const RESTART_POLICIES = ['OnFailure', 'Never'];
const UID_LABEL = 'batch.kubernetes.io/controller-uid';
const NAME_LABEL = 'batch.kubernetes.io/job-name';

/** Jobs: their selector is made from their uid, so that no two jobs ever share pods. */
export const jobStrategy: Strategy<Job> = {
  defaultPropagation: 'Orphan',
  selectableFields: { 'status.successful': (job) => String(job.status?.succeeded ?? 0) },

  defaults: (job) => (job.spec === undefined ? job : { ...job, spec: defaultJobSpec(job.spec) }),

  prepareForCreate(job) {
    const { spec, metadata } = job;
    if (spec === undefined || spec.manualSelector === true) return { ...job, status: {} };
    const { uid = '', name = '' } = metadata;
    const labels = {
      ...spec.template.metadata?.labels,
      [UID_LABEL]: uid,
      'controller-uid': uid,
      [NAME_LABEL]: name,
      'job-name': name,
    };
    const template = { ...spec.template, metadata: { ...spec.template.metadata, labels } };
    return { ...job, spec: { ...spec, selector: { matchLabels: { [UID_LABEL]: uid } }, template }, status: {} };
  },

  validate: ({ spec }) => validatePodTemplate(spec?.template, 'spec.template', { restartPolicies: RESTART_POLICIES }),

  validateUpdate: ({ spec }, current) => [
    ...(deepEqual(spec?.selector, current.spec?.selector)
      ? []
      : [fieldError.invalid('spec.selector', spec?.selector, 'field is immutable')]),
    ...(deepEqual(spec?.template, current.spec?.template)
      ? []
      : [fieldError.invalid('spec.template', spec?.template, 'field is immutable')]),
  ],
};

/** CronJobs. */
export const cronJobStrategy: Strategy<CronJob> = {
  defaults(job) {
    const { spec } = job;
    if (spec === undefined) return job;
    const { jobTemplate } = spec;
    return {
      ...job,
      spec: {
        ...spec,
        jobTemplate: {
          ...jobTemplate,
          ...(jobTemplate.spec && {
            spec: { ...jobTemplate.spec, template: defaultPodTemplate(jobTemplate.spec.template) },
          }),
        },
        concurrencyPolicy: spec.concurrencyPolicy ?? 'Allow',
        suspend: spec.suspend ?? false,
        successfulJobsHistoryLimit: spec.successfulJobsHistoryLimit ?? 3,
        failedJobsHistoryLimit: spec.failedJobsHistoryLimit ?? 1,
      },
    };
  },

  validate: ({ spec }) => [
    ...((spec?.schedule ?? '') === '' ? [fieldError.required('spec.schedule')] : []),
    ...validatePodTemplate(spec?.jobTemplate.spec?.template, 'spec.jobTemplate.spec.template', {
      restartPolicies: RESTART_POLICIES,
    }),
  ],
};

function defaultJobSpec(spec: JobSpec): JobSpec {
  const openEnded = spec.completions === undefined && spec.parallelism === undefined;
  const completions = openEnded ? 1 : spec.completions;
  return {
    ...spec,
    template: defaultPodTemplate(spec.template),
    ...(completions !== undefined && { completions }),
    parallelism: spec.parallelism ?? 1,
    backoffLimit: spec.backoffLimit ?? 6,
    completionMode: spec.completionMode ?? 'NonIndexed',
    suspend: spec.suspend ?? false,
    manualSelector: spec.manualSelector ?? false,
    podReplacementPolicy:
      spec.podReplacementPolicy ?? (spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed'),
  };
}
