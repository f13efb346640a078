import { describe, expect, test } from 'vitest';
import { findings, model, type Rule, withComponent } from '../../test-support/sample.ts';
import { isCronExpression } from './cron-expression.ts';

const properties = 'component[0].properties';
const cron = (more: object = {}) => withComponent({ type: 'cron', properties: { schedule: '@daily', ...more } });
const job = (more: object = {}) => withComponent({ type: 'job', properties: more });
const web = (update: object, type = 'webservice') => withComponent({ type, properties: { update } });

const rules: readonly Rule[] = [
  ['a worker needs no more than an image', withComponent({ type: 'worker' }), []],
  [
    'a worker without an image',
    withComponent({ type: 'worker', image: '' }),
    ['error MISSING_IMAGE component[0].image'],
  ],
  ['a job needs no more than an image', job(), []],
  [
    'a job cannot restart always',
    job({ restartPolicy: 'Always' }),
    [`error INVALID_JOB_CONFIG ${properties}.restartPolicy`],
  ],
  ['a job succeeds at least once', job({ completions: 0 }), [`error INVALID_JOB_CONFIG ${properties}.completions`]],
  ['a job may never retry', job({ backoff_limit: 0 }), []],
  ['a cron needs a schedule', withComponent({ type: 'cron' }), [`error MISSING_REQUIRED_FIELD ${properties}.schedule`]],
  ['a cron with everything', cron({ timeZone: 'Asia/Shanghai', concurrency_policy: 'forbid', suspend: true }), []],
  ['six fields are one too many', cron({ schedule: '0 0 3 * * *' }), [`error INVALID_SCHEDULE ${properties}.schedule`]],
  ['zones have names', cron({ timeZone: 'Mars/Olympus' }), [`error INVALID_SCHEDULE ${properties}.timeZone`]],
  ['an offset is no zone', cron({ timeZone: '+08:00' }), [`error INVALID_SCHEDULE ${properties}.timeZone`]],
  [
    'policies have names',
    cron({ concurrencyPolicy: 'sometimes' }),
    [`error INVALID_SCHEDULE ${properties}.concurrencyPolicy`],
  ],
  [
    'history is not negative',
    cron({ failedJobsHistoryLimit: -1 }),
    [`error INVALID_SCHEDULE ${properties}.failedJobsHistoryLimit`],
  ],
  [
    'a job may be scheduled by a trait',
    withComponent({ type: 'job', traits: { schedule: { cron: '@hourly', timeZone: 'UTC' } } }),
    [],
  ],
  [
    'nothing else may',
    withComponent({ traits: { schedule: { schedule: '@hourly' } } }),
    ['warning TRAIT_IGNORED component[0].traits.schedule'],
  ],
  ['a daemon needs no more than an image', withComponent({ type: 'daemon' }), []],
  ['a service may be updated in four ways', web({ strategy: 'Blue_Green', graceSeconds: 60 }), []],
  ['but not in a fifth', web({ strategy: 'teleport' }), [`error INVALID_UPDATE_POLICY ${properties}.update.strategy`]],
  [
    'a store has its data only once',
    web({ strategy: 'blue-green' }, 'store'),
    [`error INVALID_UPDATE_POLICY ${properties}.update.strategy`],
  ],
  [
    'a daemon has each machine only once',
    web({ strategy: 'canary' }, 'daemon'),
    [`error INVALID_UPDATE_POLICY ${properties}.update.strategy`],
  ],
  ['shares are numbers or percents', web({ maxSurge: 2, maxUnavailable: '10%' }), []],
  [
    'a daemon has copies more or copies less, not both',
    web({ maxSurge: 1, maxUnavailable: 1 }, 'daemon'),
    [`error INVALID_UPDATE_POLICY ${properties}.update.maxUnavailable`],
  ],
  [
    'and not neither',
    web({ maxUnavailable: '0%' }, 'daemon'),
    [`error INVALID_UPDATE_POLICY ${properties}.update.maxUnavailable`],
  ],
  ['a daemon with copies more', web({ maxSurge: 1, maxUnavailable: 0 }, 'daemon'), []],
  [
    'settings a kind of workload never looks at are worth a word',
    web({ maxUnavailable: 2 }, 'store'),
    [`warning FIELD_IGNORED ${properties}.update.maxUnavailable`],
  ],
  [
    'a daemon has no canary',
    web({ approval: 'manual' }, 'daemon'),
    [`warning FIELD_IGNORED ${properties}.update.approval`],
  ],
  ['and nothing else', web({ maxSurge: 'half' }), [`error INVALID_UPDATE_POLICY ${properties}.update.maxSurge`]],
  [
    'something must give',
    web({ maxSurge: 0, maxUnavailable: '0%' }),
    [`error INVALID_UPDATE_POLICY ${properties}.update.maxUnavailable`],
  ],
];

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});

test('a cron has the defaults Kubernetes has', () => {
  expect(model.parse(cron()).document?.component[0]?.properties).toMatchObject({
    schedule: '@daily',
    concurrencyPolicy: 'Allow',
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
    suspend: false,
    restartPolicy: 'Never',
  });
});

describe('cron expressions', () => {
  test.each(['* * * * *', '*/5 0-6,12 1 JAN-mar sun', '0 0 ? * 1/2', '@every 1h30m', '@midnight', '59 23 31 12 6'])(
    '%s is one',
    (text) => expect(isCronExpression(text)).toBe(true),
  );
  test.each([
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 7',
    '5-1 * * * *',
    '*/0 * * * *',
    '1/2/3 * * * *',
    '1-2-3 * * * *',
    'a * * * *',
    '@sometimes',
    '@every',
    'TZ=UTC 0 3 * * *',
  ])('%j is none', (text) => expect(isCronExpression(text)).toBe(false));
});
