import { type Span, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { eventually } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { json, webservice } from '../../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

const TRACE = '0123456789abcdef0123456789abcdef';
const SENDER = 'fedcba9876543210';

async function exec(platform: TestPlatform, headers: Readonly<Record<string, string>>): Promise<string> {
  const { id } = await platform.client.saveApplication(json({ name: 'shop', component: [webservice('web')] }));
  const response = await platform.send('POST', `/api/v1/applications/${id}/workflow/exec`, { headers });
  const { taskId } = Object(await response.json());
  for await (const _event of platform.client.followRun(taskId));
  return taskId;
}

function notes() {
  const all: Span[] = [];
  const named = (name: string): Promise<Span | undefined> => eventually(() => all.find((span) => span.name === name));
  return { all, named, spans: { record: (span: Span) => void all.push(span) } };
}

test("a run and its jobs are part of the sender's trace, each below what asked for it", async () => {
  const { spans, named } = notes();
  const platform = await startTestPlatform({ spans });
  const taskId = await exec(platform, { traceparent: `00-${TRACE}-${SENDER}-01` });
  const request = await named('POST /api/v1/applications/:appId/workflow/exec');
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: SENDER, kind: 'server', error: undefined });
  const run = await named('run deploy');
  expect(run).toMatchObject({ traceId: TRACE, parentSpanId: request?.spanId, kind: 'consumer' });
  expect(run?.attributes).toMatchObject({ 'kubemin.task.id': taskId, 'kubemin.task.status': 'completed' });
  const job = await named('job workload');
  expect(job).toMatchObject({ traceId: TRACE, parentSpanId: run?.spanId, error: undefined });
  // The instance that executes the run finds its trace beside it.
  expect((await platform.engine.task(taskId))?.trace).toBe(`00-${TRACE}-${request?.spanId}-01`);
});

test('what fails has the reason in its span', async () => {
  const { spans, named } = notes();
  const platform = await startTestPlatform({
    spans,
    jobs: () => Promise.reject(new TerminalError(verbatim('no room'), { code: 'NO_ROOM' })),
  });
  await exec(platform, {});
  expect((await named('job workload'))?.error).toContain('no room');
  expect((await named('run deploy'))?.error).toContain('no room');
});

test('a trace whose sender does not want it kept is not, nor are probes', async () => {
  const { spans, all } = notes();
  const platform = await startTestPlatform({ spans });
  await exec(platform, { traceparent: `00-${TRACE}-${SENDER}-00` });
  await platform.send('GET', '/healthz');
  await platform.send('GET', '/api/v1/applications');
  await eventually(() => all.some(({ name }) => name.endsWith('/applications')));
  expect(all.filter(({ name }) => name.endsWith('/healthz'))).toEqual([]);
  expect(all.filter(({ traceId }) => traceId === TRACE)).toEqual([]);
  expect(all.filter(({ name }) => name.startsWith('run '))).toEqual([]);
});
