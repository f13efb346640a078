import { createPlatformClient } from '@kubemin/client';
import type { JobContext } from '@kubemin/engine';
import { eventually, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform, type TestPlatform, TOKEN } from '../test-support/test-platform.ts';

const shop = (name = 'shop') => json({ name, project: 'a', component: [webservice('web')] });

/** Until the run is cancelled. */
const untilCancelled = ({ signal }: JobContext): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

test('R-20: a run is found by its number wherever its id is taken, and both stand in what comes back', async () => {
  const { client } = await startTestPlatform();
  const { id } = await client.saveApplication(shop());
  const started = await client.execWorkflow(id);
  expect(started.number).toBe(1);
  const { taskId } = started;
  const events = [];
  for await (const event of client.followRun('1')) events.push(event);
  expect(events.at(-1)).toMatchObject({ taskId, number: 1, task: { id: taskId, number: 1, status: 'completed' } });
  expect(events.every(({ number }) => number === 1)).toBe(true);
  expect(await client.taskStatus('1')).toMatchObject({ taskId, number: 1 });
  expect((await client.listJobs('1')).jobs.every((job) => job.taskId === taskId)).toBe(true);
  expect((await client.listRuns({})).tasks).toMatchObject([{ id: taskId, number: 1 }]);
  await expect(client.retryTask('1', {})).rejects.toThrow('run 1 cannot be retried');
  await expect(client.taskStatus('2')).rejects.toMatchObject({ status: 404, message: 'run "2" not found' });
  const stop = new AbortController();
  const live = client.followEvents({ topics: [{ kind: 'run', id: '1' }], signal: stop.signal });
  stop.abort();
  for await (const _ of live);
});

test('a listed run has its source and its progress, and is found by its source', async () => {
  const { client, url } = await startTestPlatform();
  const { id } = await client.saveApplication(shop());
  for (const each of [createPlatformClient({ url, token: TOKEN, source: 'web' }), client]) {
    const { taskId } = await each.execWorkflow(id);
    for await (const _ of client.followRun(taskId));
  }
  const { tasks } = await client.listRuns({});
  expect(tasks.map(({ source }) => source)).toEqual(['api', 'web']);
  expect(tasks.map(({ progress }) => progress?.done)).toEqual(tasks.map(({ progress }) => progress?.all));
  expect((await client.listRuns({ source: ['web'] })).tasks.map(({ number }) => number)).toEqual([1]);
});

test('R-20: a body may name a run by its number, and a run that waits names the one it waits for', async () => {
  const { client } = await startTestPlatform({ jobs: untilCancelled });
  const { id } = await client.saveApplication(shop());
  const first = await client.execWorkflow(id);
  const second = await client.execWorkflow(id);
  expect(await client.taskStatus('2')).toMatchObject({ waitingFor: first.taskId, waitingForNumber: 1 });
  expect((await client.metricsQueue()).tasks).toMatchObject([{ number: 2, waitingForNumber: 1 }]);
  expect(await client.cancelById({ taskId: '2' })).toMatchObject({ taskId: second.taskId, number: 2 });
  const other = await client.saveApplication(shop('other'));
  await expect(client.cancelWorkflow(other.id, { taskId: '1' })).rejects.toThrow(
    'run "1" is not a run of application "other"',
  );
  expect(await client.cancelWorkflow(id, { taskId: '1' })).toMatchObject({ number: 1, status: 'cancelled' });
});

test('R-20: by a number nothing is learned of a run that may not be seen, not even its id', async () => {
  const { client, url } = await startTestPlatform();
  const { id } = await client.saveApplication(shop());
  const { taskId } = await client.execWorkflow(id);
  for await (const _ of client.followRun(taskId));
  await client.createUser({ name: 'eve', roles: [{ project: 'b', role: 'deployer' }] });
  const { token } = await client.createToken({ name: 'of a test', user: 'eve' });
  const eve = createPlatformClient({ url, token });
  for (const ask of [
    (run: string) => eve.taskStatus(run),
    (run: string) => eve.retryTask(run, {}),
    (run: string) => eve.cancelById({ taskId: run }),
    async (run: string) => {
      for await (const _ of eve.followEvents({ topics: [{ kind: 'run', id: run }] }));
    },
  ]) {
    for (const run of ['1', '77']) {
      await expect(ask(run)).rejects.toMatchObject({ status: 404, message: `run "${run}" not found` });
    }
  }
});

/** A run of the application, followed to its end: what its jobs and the run itself report. */
async function runMessages({ client }: TestPlatform, document: object): Promise<{ id: string; messages: string }> {
  const { id } = await client.saveApplication(json(document));
  const { taskId } = await client.execWorkflow(id);
  for await (const _ of client.followRun(taskId));
  const { error = '', jobs } = await client.taskStatus(taskId);
  return { id, messages: [error, ...jobs.map((job) => `${job.message ?? ''} ${job.error ?? ''}`)].join('\n') };
}

test('R-20: what is shared and what belongs to others is reported with the names of applications, not their ids', async () => {
  const cluster = await startTestCluster();
  onTestFinished(() => cluster.close());
  const platform = await startTestPlatform({ kube: cluster.client, jobs: 'real' });
  const cache = { ...webservice('cache'), traits: { share: { strategy: 'default' } } };
  const settings = { name: 'settings', type: 'config', properties: { conf: { A: '1' } } };
  const first = await runMessages(platform, { name: 'first', component: [cache, settings] });
  const second = await runMessages(platform, { name: 'second', component: [cache] });
  expect(second.messages).toContain('of application first is used');
  const third = await runMessages(platform, { name: 'third', component: [settings] });
  expect(third.messages).toContain('belongs to application "first"');
  const dropped = await runMessages(platform, { name: 'first', component: [settings] });
  expect(dropped.messages).toContain('kept: it is shared, and used by second');
  const { components } = await eventually(() => platform.client.listComponents(second.id), {
    until: (listed) => listed.components[0]?.message?.includes('shared, created by application "first"') === true,
  });
  const all = [
    second.messages,
    third.messages,
    dropped.messages,
    JSON.stringify(components.map(({ message }) => message)),
  ];
  // Names of objects end with ids; as a word of its own there is none.
  for (const id of [first.id, second.id, third.id]) expect(all.join('\n')).not.toMatch(new RegExp(`(?<!-)\\b${id}\\b`));
  const taken = platform.client.saveApplication(json({ name: 'first', id: second.id, component: [cache] }));
  await expect(taken).rejects.toThrow(/already has an application named "first"; choose another name$/);
});

test('R-20: a job is named by the name of its step or object where its id is taken, and in what is listed', async () => {
  const { client } = await startTestPlatform();
  const ask = (name: string) => ({ name, type: 'approval', properties: { message: 'Ship it?' } });
  const asking = { name: 'both', mode: 'DAG', subSteps: [ask('left'), ask('right')] };
  const { id } = await client.saveApplication(
    json({ name: 'asking', component: [webservice('web')], workflow: [asking] }),
  );
  const { taskId } = await client.execWorkflow(id);
  for await (const _ of client.followRun(taskId)) {
    const { jobs } = await client.listJobs(taskId);
    if (jobs.filter(({ approval }) => approval !== undefined).length === 2) break;
  }
  await expect(client.decideTask(taskId, { verdict: 'approved' })).rejects.toThrow('name one: left, right');
  await client.decideTask(taskId, { verdict: 'approved', jobId: 'left' });
  expect((await client.decideTask(taskId, { verdict: 'approved', jobId: 'right' })).job.objectName).toBe('right');
  for await (const _ of client.followRun(taskId));
  await expect(client.retryTask(taskId, { jobId: 'centre' })).rejects.toThrow('it has no job centre');
  const again = await client.retryTask(taskId, { jobId: 'left' });
  await client.cancelById({ taskId: again.taskId });
});
