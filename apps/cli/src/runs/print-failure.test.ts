import { createPlatformClient, type Job, type Task } from '@kubemin/client';
import { expect, test } from 'vitest';
import { fakeContext } from '../test-support/fake-context.ts';
import { scriptJob } from '../test-support/script-job.ts';
import { printFailure } from './follow-run.ts';
import { applyRunEvent, emptyRunView } from './run-view.ts';

const time = new Date(0).toISOString();
const task: Task = {
  id: 't',
  number: 7,
  appId: 'a',
  appName: 'shop',
  namespace: 'default',
  revision: 1,
  status: 'failed',
  kind: 'deploy',
  createdAt: time,
  version: 3,
};
const migrate: Job = { ...scriptJob, status: 'failed', error: 'the program ended with exit code 3', attempt: 2 };

test('what a failed program wrote last is shown under why it failed', async () => {
  const asked: string[] = [];
  // Simulated nodes run no programs, so nothing here would keep a log.
  const client = createPlatformClient({
    url: 'http://platform',
    token: 'any',
    fetch: async (url) => {
      asked.push(String(url));
      const text = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join('');
      return Response.json({ text, truncated: false });
    },
  });
  const view = applyRunEvent(emptyRunView, { taskId: 't', number: 7, sequence: 1, time, kind: 'job', job: migrate });
  const { context, err } = fakeContext();
  await printFailure(context, client, { view, task });
  const lines = err().trimEnd().split('\n');
  expect(lines.slice(0, 4)).toEqual([
    'run failed',
    '  migrate (script migrate): the program ended with exit code 3',
    'last output of migrate:',
    '  line 11',
  ]);
  expect(lines.at(-1)).toBe('  line 30');
  expect(asked).toEqual(['http://platform/api/v1/workflow/tasks/t/jobs/j/log']);
});
