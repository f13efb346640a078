import { RetryableError, silentLogger, systemRandom } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler, ApiRequest } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { LABEL, type RenderedObject } from '@kubemin/render';
import { openSqlite } from '@kubemin/sql';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../engine.ts';
import type { JobType } from '../../task/job-type.ts';
import { collect } from '../../test-support/bench.ts';
import { makeDocument } from '../../test-support/documents.ts';
import { objectJob } from './object-job.ts';

type Fault = (request: ApiRequest, count: number) => { readonly code: number; readonly reason: string } | undefined;

/** Delivers one object by one job type to a real API server that misbehaves as `fault` defines. */
async function deliverOne(object: RenderedObject['object'], type: JobType, fault: Fault = () => undefined) {
  const cluster = await startTestCluster({ controllers: false });
  onTestFinished(() => cluster.close());
  const writes: string[] = [];
  const handler: ApiHandler = async (request) => {
    if (request.method !== 'GET') writes.push(request.method);
    const refusal = request.method === 'GET' ? undefined : fault(request, writes.length);
    if (refusal === undefined) return cluster.handler(request);
    const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', message: 'refused by the test', ...refusal };
    return { kind: 'object', status: refusal.code, headers: {}, object: status };
  };
  const database = openSqlite({ path: ':memory:' });
  const clock = new ManualClock();
  const engine = await createEngine({
    database,
    client: createKubeClient(handler),
    renderer: { render: () => [{ component: 'c1', object, onExisting: 'apply' }] },
    jobTypes: [type],
    clock,
    random: systemRandom,
    logger: silentLogger,
    executorId: 'one',
  });
  await engine.start();
  onTestFinished(async () => {
    await engine.stop();
    await database.close();
  });
  const document = makeDocument(['c1']);
  const { id } = await engine.submit({
    appId: 'a',
    appName: 'a',
    namespace: 'default',
    revision: 1,
    document,
    componentIds: {},
  });
  await clock.advance(30_000);
  await collect(engine.events(id));
  const [job] = await engine.jobs(id);
  return { job, writes, client: cluster.client };
}

const account = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'robot', namespace: 'default', labels: { [LABEL.appId]: 'a' } },
};
const accounts = objectJob({ name: 'robots', kind: 'ServiceAccount', priority: 1 });

test('W-41: a third party adds a job type through the public exports alone', async () => {
  const seen: string[] = [];
  const type: JobType = {
    name: 'announce',
    kinds: ['ServiceAccount'],
    priority: 20,
    timeoutMs: 5_000,
    run: async ({ client, rendered, report, job, write }) => {
      await report('announcing');
      const accounts = client.resource(core.v1.serviceaccounts, 'default');
      const { metadata } = rendered.object;
      await write((signal) => accounts.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata }, { signal }));
      seen.push(job.id);
    },
  };
  const { job, client } = await deliverOne(account, type);
  expect(job).toMatchObject({ status: 'completed', bucket: 20, message: 'announcing', id: seen[0] });
  expect(await client.resource(core.v1.serviceaccounts, 'default').find('robot')).toBeDefined();
});

describe('refusals of the API', () => {
  test.each([
    ['429', 429, 'TooManyRequests'],
    ['503', 503, 'ServiceUnavailable'],
    ['500', 500, 'InternalError'],
  ])('%s is tried again until it passes', async (_name, code, reason) => {
    const { job, writes } = await deliverOne(account, accounts, (_, count) =>
      count <= 2 ? { code, reason } : undefined,
    );
    expect(job).toMatchObject({ status: 'completed', message: 'created' });
    expect(writes).toEqual(['POST', 'POST', 'POST']);
  });

  test('after three retries the job fails with the words of the server', async () => {
    const { job, writes } = await deliverOne(account, accounts, () => ({ code: 503, reason: 'ServiceUnavailable' }));
    expect(job).toMatchObject({ status: 'failed', error: 'refused by the test' });
    expect(writes).toHaveLength(4);
  });

  test.each([
    ['an invalid object', 422, 'Invalid'],
    ['a forbidden one', 403, 'Forbidden'],
  ])('%s is not tried again', async (_name, code, reason) => {
    const { job, writes } = await deliverOne(account, accounts, () => ({ code, reason }));
    expect(job?.status).toBe('failed');
    expect(writes).toHaveLength(1);
  });

  test('a server that cannot be reached counts as busy', async () => {
    const { job } = await deliverOne(account, accounts, (_, count) => {
      if (count === 1) throw new RetryableError(verbatim('connection refused'), { code: 'UNREACHABLE' });
      return undefined;
    });
    expect(job?.status).toBe('completed');
  });
});
