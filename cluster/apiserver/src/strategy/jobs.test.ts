import { describeKind } from '../test-support/kind-suite.ts';

const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i:1' }] } };
const INVALID = 'FieldValueInvalid';
const REQUIRED = 'FieldValueRequired';
const UNSUPPORTED = 'FieldValueNotSupported';

describeKind({
  kind: 'jobs',
  url: '/apis/batch/v1/namespaces/default/jobs',
  minimal: { spec: { template } },
  defaulted: {
    spec: {
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      suspend: false,
      podReplacementPolicy: 'TerminatingOrFailed',
      template: { metadata: { labels: { 'job-name': 'one', 'batch.kubernetes.io/job-name': 'one' } } },
    },
  },
  accepted: [
    [
      'a selector of its own',
      {
        spec: {
          manualSelector: true,
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } } },
        },
      },
    ],
    ['no end', { spec: { parallelism: 3 } }],
  ],
  refused: [
    [
      'pods that never end',
      { spec: { template: { spec: { restartPolicy: 'Always' } } } },
      `spec.template.spec.restartPolicy ${REQUIRED}`,
    ],
    [
      'an unknown restart policy',
      { spec: { template: { spec: { restartPolicy: 'Once' } } } },
      `spec.template.spec.restartPolicy ${UNSUPPORTED}`,
    ],
    [
      'negative counts',
      { spec: { parallelism: -1, completions: -1, backoffLimit: -1 } },
      `spec.parallelism ${INVALID}`,
      `spec.completions ${INVALID}`,
      `spec.backoffLimit ${INVALID}`,
    ],
    ['indexes without an end', { spec: { completionMode: 'Indexed', parallelism: 2 } }, `spec.completions ${REQUIRED}`],
    ['an unknown mode', { spec: { completionMode: 'Random' } }, `spec.completionMode ${UNSUPPORTED}`],
    [
      'a selector that was not asked for',
      { spec: { selector: { matchLabels: { a: 'b' } } } },
      `spec.selector ${INVALID}`,
    ],
    [
      'a failure policy with restarts',
      {
        spec: {
          podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'X' }] }] },
          template: { spec: { restartPolicy: 'OnFailure' } },
        },
      },
      `spec.template.spec.restartPolicy ${INVALID}`,
    ],
    [
      'exit code 0 as a failure',
      { spec: { podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [0] } }] } } },
      `spec.podFailurePolicy.rules[0].onExitCodes.values[0] ${INVALID}`,
    ],
  ],
  updated: [
    ['how many run at once', { spec: { parallelism: 5 } }],
    ['whether it runs', { spec: { suspend: true } }],
  ],
  unchangeable: [
    [
      'the template',
      { spec: { template: { spec: { containers: [{ name: 'c', image: 'i:2' }] } } } },
      `spec.template ${INVALID}`,
    ],
    ['the end', { spec: { completions: 2 } }, `spec.completions ${INVALID}`],
    [
      'the selector',
      { spec: { selector: { matchLabels: { a: 'b' } } } },
      `spec.selector ${INVALID}`,
      `spec.selector ${INVALID}`,
    ],
  ],
  texts: [
    [
      { spec: { template: { spec: { restartPolicy: 'Always' } } } },
      'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    ],
  ],
});

describeKind({
  kind: 'cron jobs',
  url: '/apis/batch/v1/namespaces/default/cronjobs',
  minimal: { spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template } } } },
  defaulted: {
    spec: { concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
  },
  accepted: [
    ['a time zone', { spec: { timeZone: 'Europe/Berlin' } }],
    ['every hour', { spec: { schedule: '@hourly' } }],
    ['every so often', { spec: { schedule: '@every 1h30m' } }],
  ],
  refused: [
    ['no schedule', { spec: { schedule: '' } }, `spec.schedule ${REQUIRED}`],
    ['a schedule that is none', { spec: { schedule: '* * *' } }, `spec.schedule ${INVALID}`],
    ['a time zone in the schedule', { spec: { schedule: 'TZ=UTC * * * * *' } }, `spec.schedule ${INVALID}`],
    ['an unknown time zone', { spec: { timeZone: 'Europe/Nowhere' } }, `spec.timeZone ${INVALID}`],
    ['the local time zone', { spec: { timeZone: 'Local' } }, `spec.timeZone ${INVALID}`],
    ['an unknown policy', { spec: { concurrencyPolicy: 'Maybe' } }, `spec.concurrencyPolicy ${UNSUPPORTED}`],
    ['a name too long for its jobs', { metadata: { name: 'n'.repeat(53) } }, `metadata.name ${INVALID}`],
    ['negative histories', { spec: { failedJobsHistoryLimit: -1 } }, `spec.failedJobsHistoryLimit ${INVALID}`],
    [
      'pods that never end',
      { spec: { jobTemplate: { spec: { template: { spec: { restartPolicy: null } } } } } },
      `spec.jobTemplate.spec.template.spec.restartPolicy ${REQUIRED}`,
    ],
    [
      'a selector',
      { spec: { jobTemplate: { spec: { selector: { matchLabels: { a: 'b' } } } } } },
      `spec.jobTemplate.spec.selector ${INVALID}`,
    ],
  ],
  texts: [
    [
      { spec: { schedule: '* * *' } },
      'spec.schedule: Invalid value: "* * *": expected exactly 5 fields, found 3: [* * *]',
    ],
    [
      { spec: { schedule: '60 * * * *' } },
      'spec.schedule: Invalid value: "60 * * * *": end of range (60) above maximum (59): 60',
    ],
  ],
});
