import { APP_ID, findObject, render } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';

const app = (component: object) => ({ name: 'shop', component: [component] });
const kinds = (component: object) =>
  render(app(component)).map(({ object }) => `${object.kind}/${object.metadata.name}`);
const selector = (name: string) => ({ 'kube-min-cli-appId': APP_ID, 'kube-min-cli-componentName': name });
const ports = { ports: [{ port: 9090 }] };

describe('worker', () => {
  test('is a Deployment that no Service lists, its ports all the same open', () => {
    const worker = { name: 'mailer', type: 'worker', image: 'mailer:1', replicas: 3, properties: ports };
    expect(kinds(worker)).toEqual([`Deployment/deploy-mailer-${APP_ID}`]);
    expect(findObject(render(app(worker)), 'Deployment')).toMatchObject({
      spec: {
        replicas: 3,
        selector: { matchLabels: selector('mailer') },
        template: { spec: { containers: [{ name: 'mailer', ports: [{ containerPort: 9090 }] }] } },
      },
    });
  });
});

describe('job', () => {
  const job = (more: object = {}) => ({ name: 'migrate', type: 'job', image: 'tool:1', ...more });

  test('is a Job that is replaced when what it runs has changed', () => {
    const [rendered, ...rest] = render(app(job()));
    expect(rest).toEqual([]);
    expect(rendered).toMatchObject({
      onChange: 'replace',
      object: {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: `job-migrate-${APP_ID}` },
        spec: {
          parallelism: 1,
          completions: 1,
          suspend: false,
          template: { metadata: { labels: selector('migrate') }, spec: { restartPolicy: 'Never' } },
        },
      },
    });
    // Kubernetes makes the selector itself, and none but its own fits.
    expect(JSON.stringify(rendered)).not.toContain('matchLabels');
  });

  test('replicas run side by side; with none it is suspended, not finished', () => {
    expect(findObject(render(app(job({ replicas: 4 }))), 'Job')).toMatchObject({
      spec: { parallelism: 4, completions: 4, suspend: false },
    });
    expect(findObject(render(app(job({ replicas: 0 }))), 'Job')).toMatchObject({
      spec: { parallelism: 1, completions: 1, suspend: true },
    });
  });

  test('limits are passed on, and left out where none are given', () => {
    const limits = { completions: 5, parallelism: 2, backoffLimit: 0, activeDeadlineSeconds: 60 };
    const properties = { ...limits, ttlSecondsAfterFinished: 0, restartPolicy: 'OnFailure' };
    expect(findObject(render(app(job({ properties }))), 'Job')).toMatchObject({
      spec: { ...limits, ttlSecondsAfterFinished: 0, template: { spec: { restartPolicy: 'OnFailure' } } },
    });
    expect(findObject(render(app(job())), 'Job')).not.toHaveProperty('spec.ttlSecondsAfterFinished');
  });

  test('with the schedule trait it is a CronJob', () => {
    const traits = { schedule: { schedule: '@hourly' } };
    expect(kinds(job({ traits }))).toEqual([`CronJob/cron-migrate-${APP_ID}`]);
  });
});

describe('cron', () => {
  const cron = (more: object = {}, properties: object = {}) => ({
    name: 'nightly',
    type: 'cron',
    image: 'backup:1',
    properties: { schedule: '0 3 * * *', ...properties },
    ...more,
  });

  test("is a CronJob whose Jobs are found as the component's", () => {
    const properties = { timeZone: 'Asia/Shanghai', concurrencyPolicy: 'Forbid', startingDeadlineSeconds: 300 };
    expect(findObject(render(app(cron({}, properties))), 'CronJob')).toMatchObject({
      metadata: { name: `cron-nightly-${APP_ID}` },
      spec: {
        schedule: '0 3 * * *',
        ...properties,
        successfulJobsHistoryLimit: 3,
        failedJobsHistoryLimit: 1,
        suspend: false,
        jobTemplate: {
          metadata: { labels: selector('nightly') },
          spec: { completions: 1, template: { spec: { restartPolicy: 'Never' } } },
        },
      },
    });
  });

  test('without copies it is suspended', () => {
    expect(findObject(render(app(cron({ replicas: 0 }))), 'CronJob')).toMatchObject({ spec: { suspend: true } });
  });

  test('its name leaves room for those of its Jobs', () => {
    const [long] = render(app(cron({ name: 'x'.repeat(60) })));
    expect(long?.object.metadata.name).toMatch(/^cron-x+-[a-z0-9]{8}$/);
    expect(long?.object.metadata.name?.length).toBeLessThanOrEqual(52);
  });
});

describe('daemon', () => {
  const daemon = (properties: object = {}) => ({ name: 'logs', type: 'daemon', image: 'fluent:1', properties });

  test('is a DaemonSet, and has Services when it has ports', () => {
    expect(kinds(daemon())).toEqual([`DaemonSet/daemon-logs-${APP_ID}`]);
    expect(kinds(daemon(ports))).toEqual([
      `DaemonSet/daemon-logs-${APP_ID}`,
      `Service/svc-logs-${APP_ID}`,
      'Service/logs',
    ]);
    const set = findObject(render(app(daemon())), 'DaemonSet');
    expect(set).toMatchObject({ spec: { selector: { matchLabels: selector('logs') } } });
    expect(set).not.toHaveProperty('spec.replicas');
  });

  test.each([
    [undefined, { maxSurge: 0, maxUnavailable: 1 }],
    [{ strategy: 'recreate' }, { maxSurge: 0, maxUnavailable: '100%' }],
    [{ maxUnavailable: '20%' }, { maxSurge: 0, maxUnavailable: '20%' }],
    [{ maxSurge: 1 }, { maxSurge: 1, maxUnavailable: 0 }],
  ])('updated as %j', (update, rollingUpdate) => {
    expect(findObject(render(app(daemon({ update }))), 'DaemonSet')).toMatchObject({
      spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate } },
    });
  });
});

describe('W-06: the update strategy reaches the workload', () => {
  const strategy = (type: string, update?: object) =>
    JSON.parse(JSON.stringify(render(app({ name: 'web', type, image: 'a', properties: { update } }))[0])).object.spec;

  test.each([
    [undefined, { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } }],
    [
      { maxSurge: 2, maxUnavailable: 0 },
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } },
    ],
    [{ strategy: 'recreate' }, { type: 'Recreate' }],
  ])('%j', (update, expected) => {
    expect(strategy('webservice', update).strategy).toEqual(expected);
    expect(strategy('worker', update).strategy).toEqual(expected);
  });

  test('a store rolls', () => {
    const rolling = { type: 'RollingUpdate', rollingUpdate: { partition: 0 } };
    expect(strategy('store').updateStrategy).toEqual(rolling);
  });
});
