import type { KubeObject } from '@kubemin/kubeapi';
import { UPDATE_STRATEGIES } from '@kubemin/model';
import { goldenExamples } from '@kubemin/testing/golden';
import { APP_ID, model, parseSample, publishedApplications, render, StrictCluster } from '@kubemin/testing/rendering';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpRouteKind } from './test-support/http-route-kind.ts';
import { virtualServiceKind } from './test-support/virtual-service-kind.ts';
import { planUpdate } from './update/plan-update.ts';

// Whatever the renderer makes must be taken, unchanged and without a warning, by a Kubernetes that is asked to be strict.

let cluster: StrictCluster;
beforeAll(async () => {
  cluster = await StrictCluster.start([httpRouteKind, virtualServiceKind]);
});
afterAll(() => cluster.close());

let places = 0;

/** Complaints about objects that are put where nothing else is. */
function complaints(objects: readonly { readonly object: KubeObject }[]): Promise<readonly string[]> {
  places += 1;
  const place = `case-${places}`;
  return cluster.complaints(
    objects.map(({ object }) => {
      const { namespace, name } = object.metadata;
      // What has no namespace is distinguished by its name.
      const elsewhere = namespace === undefined ? { name: `${name}-${place}` } : { namespace: place };
      return { ...object, metadata: { ...object.metadata, ...elsewhere } };
    }),
  );
}

test('the examples of the manual are found', () => {
  expect(goldenExamples.length).toBeGreaterThan(25);
});

describe.each(['webservice', 'store', 'worker', 'job', 'cron', 'daemon'])('on a %s', (type) => {
  test.each(goldenExamples.map(({ name, traits }) => [name, traits] as const))('%s', async (_name, traits) => {
    const properties = type === 'cron' ? '{"schedule":"@daily","ports":[{"port":80}]}' : '{"ports":[{"port":80}]}';
    const { document, problems } = model.parseText(
      `{"name":"golden","component":[{"name":"app","type":"${type}","image":"app:1","properties":${properties},"traits":${traits}}]}`,
    );
    // A trait may be refused on a type, in words; what is not refused must render to what Kubernetes takes.
    if (document === undefined) expect(problems.some(({ severity }) => severity === 'error')).toBe(true);
    else expect(await complaints(render(document))).toEqual([]);
  });
});

describe('examples/', () => {
  test.each(publishedApplications().map(({ file, document }) => [file, document] as const))(
    '%s',
    async (_file, document) => {
      expect(await complaints(render(document))).toEqual([]);
    },
  );
});

describe('components with everything their type takes', () => {
  const common = {
    ports: [{ port: 8080 }, { port: 9090, expose: false }],
    env: { A: '1' },
    command: ['run'],
    args: ['--fast'],
    labels: { tier: 'a' },
    annotations: { 'example.org/note': 'any text at all' },
  };
  const job = {
    ...common,
    completions: 3,
    parallelism: 2,
    backoffLimit: 0,
    activeDeadlineSeconds: 600,
    ttlSecondsAfterFinished: 60,
    restartPolicy: 'OnFailure',
  };
  const schedule = {
    schedule: '*/5 0-6 * JAN-mar sun',
    timeZone: 'Asia/Shanghai',
    concurrencyPolicy: 'Replace',
    startingDeadlineSeconds: 30,
    successfulJobsHistoryLimit: 0,
    failedJobsHistoryLimit: 5,
    suspend: true,
  };
  test.each<readonly [string, object, object?]>([
    ['worker', { ...common, update: { strategy: 'recreate' } }],
    ['job', job],
    ['job', job, { schedule }],
    ['cron', { ...job, ...schedule }],
    ['daemon', { ...common, update: { maxSurge: 1 } }],
    ['daemon', { ...common, update: { strategy: 'recreate' } }],
  ])('%s', async (type, properties, traits = {}) => {
    const component = { name: 'x'.repeat(60), type, image: 'a:1', replicas: 2, properties, traits };
    expect(await complaints(render({ name: 'shop', component: [component] }))).toEqual([]);
  });
});

describe('every phase of every update', () => {
  const ports = { ports: [{ port: 80 }] };
  const version = (type: string, image: string) =>
    render(parseSample({ name: 'shop', component: [{ name: 'web', type, image, replicas: 3, properties: ports }] }));
  const cases = UPDATE_STRATEGIES.flatMap((strategy) =>
    (strategy === 'blue-green' ? ['webservice'] : ['webservice', 'store']).map((type) => [strategy, type] as const),
  );

  test.each(cases)('%s of a %s', async (strategy, type) => {
    const plan = planUpdate(version(type, 'web:1'), version(type, 'web:2'), { strategy });
    for (const { apply } of [...plan.phases, ...plan.abort]) expect(await complaints(apply)).toEqual([]);
  });
});

test('the server would report it', async () => {
  const metadata = { name: 'odd', namespace: 'default' };
  const odd = { apiVersion: 'v1', kind: 'ConfigMap', metadata, dta: { a: APP_ID } };
  expect(await complaints([{ object: odd }])).toEqual([expect.stringContaining('unknown field')]);
});
