import { fieldError } from '@kubemin/kubeapi';
import type { CronJob, CronJobSpec } from '@kubemin/kubeapi/types/batch.v1';
import { cronProblem } from './cron-schedule.ts';
import { nonNegative, oneOf, type Problems } from './field-checks.ts';
import { validateJobSpec } from './job-spec.ts';
import { defaultPodTemplate } from './pod/pod-defaults.ts';
import type { Strategy } from './strategy.ts';

const POLICIES = ['Allow', 'Forbid', 'Replace'];
/** The controller appends 11 characters to name its jobs. */
const MAX_NAME = 52;

/** CronJobs. */
export const cronJobStrategy: Strategy<CronJob> = {
  statusAnnotations: true,
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

  validate: ({ metadata, spec }) => [
    ...((metadata.name?.length ?? 0) > MAX_NAME
      ? [fieldError.invalid('metadata.name', metadata.name, `must be no more than ${MAX_NAME} characters`)]
      : []),
    ...scheduleProblems(spec?.schedule ?? ''),
    ...timeZoneProblems(spec?.timeZone),
    ...nonNegative('spec.startingDeadlineSeconds', spec?.startingDeadlineSeconds),
    ...oneOf('spec.concurrencyPolicy', spec?.concurrencyPolicy, POLICIES),
    ...nonNegative('spec.successfulJobsHistoryLimit', spec?.successfulJobsHistoryLimit),
    ...nonNegative('spec.failedJobsHistoryLimit', spec?.failedJobsHistoryLimit),
    ...(spec === undefined ? [] : templateProblems(spec)),
  ],
};

function scheduleProblems(schedule: string): Problems {
  if (schedule === '') return [fieldError.required('spec.schedule')];
  if (schedule.includes('TZ')) {
    const rule = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    return [fieldError.invalid('spec.schedule', schedule, rule)];
  }
  const wrong = cronProblem(schedule);
  return wrong === undefined ? [] : [fieldError.invalid('spec.schedule', schedule, wrong)];
}

function timeZoneProblems(zone: string | undefined): Problems {
  if (zone === undefined) return [];
  if (zone === '') return [fieldError.invalid('spec.timeZone', zone, 'timeZone must be nil or non-empty string')];
  if (zone.toLowerCase() === 'local') {
    const rule = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    return [fieldError.invalid('spec.timeZone', zone, rule)];
  }
  return isTimeZone(zone) ? [] : [fieldError.invalid('spec.timeZone', zone, `unknown time zone ${zone}`)];
}

/** Offsets such as `+01:00` are known to Intl, not to Kubernetes. */
function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

function templateProblems({ jobTemplate }: CronJobSpec): Problems {
  const { spec } = jobTemplate;
  const path = 'spec.jobTemplate.spec';
  if (spec === undefined) return [fieldError.required(`${path}.template.spec.containers`)];
  return [
    ...validateJobSpec(spec, path),
    ...(spec.selector === undefined
      ? []
      : [fieldError.invalid(`${path}.selector`, spec.selector, '`selector` will be auto-generated')]),
    ...(spec.manualSelector === true
      ? [fieldError.notSupported(`${path}.manualSelector`, true, ['nil', 'false'])]
      : []),
  ];
}
