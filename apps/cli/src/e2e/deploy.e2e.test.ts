import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';
import { slowApplication } from '../test-support/slow-application.ts';

let home: KubeminHome;
beforeAll(async () => {
  home = await KubeminHome.create();
  await home.up();
});
afterAll(() => home.remove());

const run = (...args: readonly string[]) => runHere(args, { cwd: home.path, env: { KUBEMIN_HOME: home.at() } });

async function writeDocument(document: object): Promise<string> {
  await writeFile(home.at('app.json'), JSON.stringify(document));
  return home.at('app.json');
}

function annotated(name: string, annotations: Readonly<Record<string, string>>): object {
  const properties = { ports: [{ port: 80 }], annotations };
  return { name, component: [{ name: `${name}-web`, type: 'webservice', image: 'web:1', properties }] };
}

test('without a terminal a deployment is plain lines; stdout is the address alone', async () => {
  const { exitCode, stdout, stderr } = await run('deploy', await writeDocument(slowApplication));
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^http:\S+\/apps\/\w+\n$/);
  expect(stderr).not.toMatch(/\p{Cc}(?<!\n)/u);
  const lines = stderr.split('\n');
  expect(lines[0]).toBe('slow: +8 ~0 -0 (create, update, delete)');
  expect(lines).toContainEqual(expect.stringMatching(/^● database\/database StatefulSet \S+ running: .*0 of 1 ready$/));
  expect(lines).toContainEqual(expect.stringMatching(/^slow: done in \d+\.\ds$/));
});

test('programs get every event as a line, or the run with its jobs at the end', async () => {
  const file = await writeDocument({ ...slowApplication, name: 'slow' });
  const events = await run('deploy', file, '-o', 'jsonl');
  const parsed = events.stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(parsed.at(0)).toMatchObject({ kind: 'task', task: { appName: 'slow', status: 'waiting' } });
  expect(parsed).toContainEqual(expect.objectContaining({ kind: 'job' }));
  expect(parsed.at(-1)).toMatchObject({ kind: 'task', task: { status: 'completed' } });
  const whole = await run('deploy', file, '-o', 'json', '-q');
  expect(whole).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(whole.stdout)).toMatchObject({
    appName: 'slow',
    status: 'completed',
    url: expect.stringMatching(/^http:/),
    jobs: expect.arrayContaining([expect.objectContaining({ status: 'completed' })]),
  });
  const started = await run('deploy', file, '--no-wait', '-o', 'name');
  expect(await run('run', 'watch', started.stdout.trim())).toMatchObject({ exitCode: 0, stdout: '' });
});

test('waiting that takes too long ends with 124 and how to come back; the run continues until it is cancelled', async () => {
  const timedOut = await run(
    'deploy',
    await writeDocument(annotated('stuck', { 'kubemin.io/simulate-start-delay': '10m' })),
    '--timeout',
    '1s',
  );
  expect(timedOut.exitCode).toBe(124);
  expect(timedOut.stdout).toBe('');
  expect(timedOut.stderr).toContain('timed out after 1.0s; the run continues\n');
  const taskId = /kubemin run watch (\w+) /.exec(timedOut.stderr)?.[1] ?? '';
  expect(timedOut.stderr).toContain(`kubemin run cancel ${taskId}`);
  const waiting = await run('deploy', home.at('app.json'), '--no-wait');
  expect(waiting.stderr).toContain(`it waits for run ${taskId}; cancel that one with kubemin run cancel ${taskId}`);
  const queue = await run('queue');
  expect(queue.stdout).toMatch(
    new RegExp(`^1 +\\w+ +stuck +deploy .* waits for run ${taskId} of the same application\\n[\\s\\S]*alive`, 'm'),
  );
  expect(
    (await run('run', 'ls', '--status', 'running', '--kind', 'deploy', '--since', '1h', '-o', 'name')).stdout,
  ).toBe(`${taskId}\n`);
  expect((await run('run', 'ls', '--by', 'nobody')).stdout).toBe('');
  expect(await run('run', 'cancel', taskId, '--reason', 'enough')).toMatchObject({ exitCode: 0 });
  expect(await run('run', 'cancel', 'stuck')).toMatchObject({ exitCode: 0 });
  expect(await run('run', 'cancel', 'nosuch')).toMatchObject({
    exitCode: 5,
    stderr: expect.stringMatching(/no run or application nosuch found\n.*stuck.*kubemin run ls/),
  });
  const shown = await run('run', 'show', taskId, '--lang', 'zh');
  expect(shown.stdout).toMatch(/^⊘ stuck r1 {2}部署 {2}已取消 .* enough\n\n步骤 +组件 +任务 +状态 +尝试 +耗时 +消息\n/);
  expect((await run('status', '--lang', 'zh')).stdout).toMatch(/^平台 .*\(就绪\)\n[\s\S]*^节点 +\d+ \(模拟\)$/m);
  expect((await run('cluster', 'nodes', '--lang', 'zh')).stdout).toMatch(/^.*CPU 用量 +内存用量/);
});

test('a failed run is reported with job, reason and next command', async () => {
  const failed = await run(
    'deploy',
    await writeDocument(annotated('unpulled', { 'kubemin.io/simulate': 'image-pull-error' })),
  );
  expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
  // Why it failed stands there once: where the job failed, and not again where the run ends.
  expect(failed.stderr).toMatch(
    /^✗ \S+ Deployment \S+ failed: .*image.*\n[\s\S]*^run \d+ failed\nrun failed\ncompleted/m,
  );
  expect(failed.stderr).toMatch(/^– \S+ Service unpulled-web not started: /m);
  expect(failed.stderr).toMatch(/ {2}kubemin run show (\d+) .*\n {2}kubemin run retry \1 --from failed .*\n$/);
});

test('a run is taken up where it ended, or once more from its start', async () => {
  const cancelled = await run('run', 'ls', 'stuck', '--limit', '1', '-o', 'name');
  const again = await run('run', 'retry', cancelled.stdout.trim(), '--from', 'start', '--no-wait', '-o', 'json');
  expect(JSON.parse(again.stdout)).toMatchObject({ appName: 'stuck', revision: 1 });
  await run('run', 'cancel', 'stuck');
  expect(await run('restart', 'slow')).toMatchObject({ exitCode: 0 });
  expect(await run('run', 'retry', 'slow', '--from', 'start')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/is a restart, which cannot be run from the start[\s\S]*--from failed/),
  });
});

test('commands in a linked directory use the linked application', async () => {
  expect(await run('run', 'show')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('kubemin link APP') });
  await run('link', 'slow');
  expect((await run('run', 'show')).stdout).toMatch(/^✓ slow r1 /);
  expect(await run('scale', 'api=2')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('slow revision 2: api to 2, run '),
  });
  expect(await run('scale', 'slow')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('for example web=3'),
  });
  expect(await run('rollback', '--dry-run')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/^slow rolls back to revision 1, the last one delivered \(run \d+\)\n/),
  });
  expect(await run('revision', 'show', '2')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/^slow revision 2/),
  });
  expect(await run('revision', 'show', 'slow')).toMatchObject({ exitCode: 2, stdout: '' });
  const compared = await run('revision', 'diff', 'slow', '1', '2');
  expect(compared).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('replicas') });
  expect(await run('revision', 'diff', '1', '2')).toEqual(compared);
  expect(await run('revision', 'diff', '2')).toEqual(compared);
  expect(await run('revision', 'diff')).toEqual(compared);
  // With three arguments the first one is the application.
  expect(await run('revision', 'diff', '1', '2', '3')).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('application 1 not found'),
  });
  expect(await run('export', '--format', 'document')).toEqual(await run('export', 'slow', '--format', 'document'));
  expect(await run('delete')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('slow') });
});

test('a deletion speaks of volumes only where some are left', async () => {
  const web = { name: 'web', type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } };
  const volume = { name: 'data', type: 'persistent', mountPath: '/data', size: '1Gi', tmpCreate: true };
  for (const [name, kept, more] of [
    ['plain', false, {}],
    ['keeping', true, { traits: { storage: [volume] } }],
  ] as const) {
    await run('deploy', await writeDocument({ name, component: [{ ...web, name: `${name}-web`, ...more }] }));
    const { exitCode, stderr } = await run('delete', name, '--yes');
    expect({ exitCode, kept: stderr.includes('kubemin get pvc default') }, stderr).toEqual({ exitCode: 0, kept });
  }
});

test('a rollback shows what it changes before it asks, and goes back to what it has shown', async () => {
  const web = { name: 'shop-web', type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } };
  await run('deploy', await writeDocument({ name: 'shop', component: [web] }));
  await run('deploy', await writeDocument({ name: 'shop', component: [{ ...web, image: 'web:2' }] }));
  const unsure = await run('rollback', 'shop');
  expect(unsure).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unsure.stderr).toMatch(
    /rolls back to revision 1, the last one delivered \(run \d+\)\n[\s\S]*image: "web:2" → "web:1"\n[\s\S]*pass --yes/,
  );
  expect(await run('rollback', 'shop', '--yes')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('revision 3 (content of 1)'),
  });
});

test('R-14: a component name that another application has is refused before anything is stored', async () => {
  const component = [{ name: 'door', type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } }];
  await run('deploy', await writeDocument({ name: 'first', component }));
  const second = await run('deploy', await writeDocument({ name: 'second', component }));
  expect(second.exitCode).not.toBe(0);
  expect(second.stderr).toContain('belongs to application "first"');
  expect((await run('ls', '-o', 'name')).stdout.split('\n')).not.toContain('second');
});
