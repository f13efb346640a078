import { createPlatformClient } from '@kubemin/client';
import type { JobContext } from '@kubemin/engine';
import { expect, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform } from '../test-support/test-platform.ts';

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
  await expect(client.taskStatus('2')).rejects.toMatchObject({ status: 404, message: 'there is no run 2' });
  const stop = new AbortController();
  const live = client.followEvents({ topics: [{ kind: 'run', id: '1' }], signal: stop.signal });
  stop.abort();
  for await (const _ of live);
});

test('R-20: a body may name a run by its number, and a run that waits says which it waits for', async () => {
  const { client } = await startTestPlatform({ jobs: untilCancelled });
  const { id } = await client.saveApplication(shop());
  const first = await client.execWorkflow(id);
  const second = await client.execWorkflow(id);
  expect(await client.taskStatus('2')).toMatchObject({ waitingFor: first.taskId, waitingForNumber: 1 });
  expect((await client.metricsQueue()).tasks).toMatchObject([{ number: 2, waitingForNumber: 1 }]);
  expect(await client.cancelById({ taskId: '2' })).toMatchObject({ taskId: second.taskId, number: 2 });
  const other = await client.saveApplication(shop('other'));
  await expect(client.cancelWorkflow(other.id, { taskId: '1' })).rejects.toThrow(
    'run 1 is not a run of application other',
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
      await expect(ask(run)).rejects.toMatchObject({ status: 404, message: `there is no run ${run}` });
    }
  }
});
