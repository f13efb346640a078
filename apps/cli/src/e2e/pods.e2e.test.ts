import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { LABEL } from '@kubemin/render';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import type { FinishedKubemin } from '../test-support/kubemin-process.ts';
import { runHere } from '../test-support/run-here.ts';

let home: KubeminHome;
beforeAll(async () => {
  home = await KubeminHome.create();
  await home.up('--demo');
});
afterAll(() => home.remove());

const run = (args: readonly string[], piped = ''): Promise<FinishedKubemin> =>
  runHere(args, { cwd: home.path, env: { KUBEMIN_HOME: home.at() }, piped });

test('the logs of an application are those of its pods, each line with its name', async () => {
  const all = await run(['logs', 'demo']);
  expect(all).toMatchObject({ exitCode: 0, stderr: '' });
  expect(all.stdout).toMatch(/^(\[\S+\/\S+\] )?container \S+ of pod \S+ started \(simulated: nothing runs here\)$/m);
  expect(await run(['logs', 'demo', '--grep', 'no such line'])).toMatchObject({ exitCode: 0, stdout: '' });
  expect((await run(['logs', 'demo', '--timestamps', '--tail', '1'])).stdout).toMatch(/\d{4}-\d\d-\d\dT\S+Z container/);
  const [line = ''] = (await run(['logs', 'demo', '-o', 'jsonl'])).stdout.split('\n');
  expect(JSON.parse(line)).toMatchObject({ pod: expect.any(String), text: expect.stringContaining('simulated') });
});

test('a missing log is reported', async () => {
  for (const args of [
    ['logs', 'demo/none'],
    ['exec', 'demo/none', '--', 'true'],
    ['port-forward', 'demo/none', '80'],
  ]) {
    const stderr = expect.stringMatching(/demo has no component none\n +available: .*web/);
    expect(await run(args)).toMatchObject({ exitCode: 5, stdout: '', stderr });
  }
  expect(await run(['logs', 'pod/none'])).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('not found') });
  expect(await run(['logs', 'nothing-like-it'])).toMatchObject({ exitCode: 5 });
  for (const verb of [['logs'], ['logs', '-f'], ['exec']]) {
    expect(await run([...verb, 'demo/web', '-c', 'none', ...(verb[0] === 'exec' ? ['--', 'true'] : [])])).toMatchObject(
      {
        exitCode: 5,
        stdout: '',
        stderr: expect.stringMatching(/container none not found\n +available containers: web\n/),
      },
    );
  }
  expect(await run(['logs', 'demo', '--previous'])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('no container has been restarted'),
  });
  expect(await run(['logs', 'demo', '--grep', '('])).toMatchObject({ exitCode: 2 });
});

test('the logs of pods that are gone are printed and searched', async () => {
  expect(await run(['logs', 'demo', '-f', '--gone'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/--gone cannot be used with --follow\n +.*logs APP --gone/),
  });
  expect(await run(['logs', 'pod/ended', '--gone'])).toMatchObject({ exitCode: 2 });
  const [id = ''] = /\b[a-z0-9]{8}\b/.exec((await run(['get', 'pods', '-l', LABEL.appId, '-o', 'name'])).stdout) ?? [];
  const spec = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'task:1' }] };
  const labels = { [LABEL.appId]: id, [LABEL.componentName]: 'web' };
  const annotations = { 'kubemin.io/simulate-run-duration': '50ms', 'kubemin.io/simulate-logs': 'first\nlast line' };
  const task = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'task', labels, annotations }, spec };
  await writeFile(join(home.path, 'task.json'), JSON.stringify(task));
  expect(await run(['apply', '-f', 'task.json'])).toMatchObject({ exitCode: 0 });
  const lines = '[task/main] first\n[task/main] last line\n';
  await eventually(() => run(['logs', 'demo/web', '--gone']), { until: ({ stdout }) => stdout === lines });
  expect(await run(['delete', 'pod', 'task', '--yes'])).toMatchObject({ exitCode: 0 });
  expect(await run(['logs', 'demo', '--gone', '--search', 'last'])).toMatchObject({
    exitCode: 0,
    stdout: '[task/main] last line\n',
  });
  expect(await run(['logs', 'demo/web', '--search', 'no such line'])).toMatchObject({ exitCode: 0, stdout: '' });
});

test('a command runs in a pod of an application, and its exit code is ours', async () => {
  expect(await run(['exec', 'demo', '--', 'echo', 'hello', '-n'])).toMatchObject({
    exitCode: 0,
    stdout: 'hello -n\n',
    stderr: '',
  });
  expect(await run(['exec', 'demo', '--', 'sh', '-c', 'exit 9'])).toMatchObject({ exitCode: 9 });
  expect(await run(['exec', '-i', 'demo', '--', 'cat'], 'piped in')).toMatchObject({ exitCode: 0, stdout: 'piped in' });
  expect(await run(['exec', 'pod/none', '--', 'true'])).toMatchObject({ exitCode: 5 });
});

test('what a container runs is joined, until one leaves', async () => {
  const joined = home.start('attach', 'demo/web', '--data-dir', home.at());
  await joined.waitForOutput('attached to web; Ctrl-C detaches and leaves it running');
  await joined.end('SIGTERM');
  expect(await joined.finished()).toMatchObject({ exitCode: 130, stdout: '' });
  expect(await run(['attach', 'pod/none'])).toMatchObject({ exitCode: 5 });
  expect(await run(['attach', 'demo/web', '-c', 'none'])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('container none not found'),
  });
});

test('attach and exec fail for an ended container, with a hint where its log is', async () => {
  const spec = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'task:1' }] };
  const ended = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'ended' }, spec };
  await writeFile(join(home.path, 'ended.json'), JSON.stringify(ended));
  expect(await run(['apply', '-f', 'ended.json'])).toMatchObject({ exitCode: 0 });
  // It belongs to no application: only its cluster knows it.
  expect(await run(['exec', 'pod/ended', '--', 'true'])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringMatching(/pod ended not found in namespace default[^\n]*\n.*--kubeconfig FILE/),
  });
  const named = ['--kubeconfig', join(home.at(), 'kubeconfig')];
  const expected = /container main of pod ended is not running \(Completed\)\n.*kubemin logs pod\/ended/;
  await eventually(() => run(['exec', 'pod/ended', ...named, '--', 'true']), {
    until: ({ stderr }) => expected.test(stderr),
  });
  expect(await run(['attach', 'pod/ended', ...named])).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(expected),
  });
});

test('what nodes and pods use is shown, of an application, of all, by container, the most first', async () => {
  const nodes = await run(['top']);
  expect(nodes).toMatchObject({ exitCode: 0, stderr: '' });
  expect(nodes.stdout).toMatch(/^NAME +CPU +CPU% +MEMORY +MEMORY%\n(simulated-node-\d +\d+m +\d+% +\d+Mi +\d+%\n)+$/);
  const pods = await run(['top', 'demo', '--sort', 'memory']);
  expect(pods.stdout).toMatch(/^NAME +CPU +MEMORY +COMPONENT\nstore-store-\S+ +10m +64Mi +store\n/);
  expect((await run(['top', 'pods'])).stdout).toMatch(/^NAMESPACE +NAME +CPU +MEMORY\ndefault +\S+ +\d+m +\d+Mi\n/);
  const containers = await run(['top', 'demo/store', '--containers', '-o', 'json']);
  expect(JSON.parse(containers.stdout)).toEqual([
    expect.objectContaining({ container: 'store', used: { cpuMillis: 10, memoryBytes: 64 * 1024 * 1024 } }),
  ]);
  expect(await run(['top', 'demo/none'])).toMatchObject({ exitCode: 5, stdout: '' });
  expect(await run(['top', 'pod/none'])).toMatchObject({ exitCode: 5 });
});

test('a local port is forwarded to a pod of an application or of a Service until interrupted', async () => {
  const forwarding = home.start('port-forward', 'demo/web', ':80', ':8081', '--data-dir', home.at());
  await forwarding.waitForOutput(/^127\.0\.0\.1:\d+ -> \S+:8081$/m);
  const { stdout } = forwarding;
  const ports = [...stdout.matchAll(/:(\d+) -> (\S+):(\d+)$/gm)];
  for (const [, local, pod, port] of ports) {
    expect(await fetchText(Number(local))).toBe(`simulated pod default/${pod} port ${port}: nothing runs here\n`);
  }
  await forwarding.end('SIGTERM');
  expect(await forwarding.finished()).toMatchObject({ exitCode: 0 });

  const service = home.start('port-forward', 'svc/api', ':8080', '--data-dir', home.at());
  await service.waitForOutput(/^127\.0\.0\.1:\d+ -> deploy-api-\S+:8080$/m);
  await service.end('SIGTERM');

  expect(await run(['port-forward', 'svc/api', ':81'])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringMatching(/svc\/api has no port 81\n +available ports: 8080/),
  });
  expect(await run(['port-forward', 'svc/kubernetes', ':443'])).toMatchObject({ exitCode: 5 });
  const named = ['--kubeconfig', join(home.at(), 'kubeconfig')];
  expect(await run(['port-forward', 'svc/kubernetes', ':443', ...named])).toMatchObject({ exitCode: 1 });
  expect(await run(['logs', 'demo', '--tail', '1', ...named])).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await run(['top', 'demo', ...named])).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await run(['port-forward', 'pod/none', ':80'])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('not found'),
  });
  expect(await run(['port-forward', 'demo/web', ':no-such-name'])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringMatching(/pod\/\S+ has no port no-such-name\n +available ports: 80/),
  });
  expect(await run(['port-forward', 'demo/web', 'eighty:80'])).toMatchObject({ exitCode: 2 });
});

async function fetchText(port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ host: '127.0.0.1', port, agent: false }, (response) => text(response).then(resolve, reject))
    .on('error', reject)
    .end();
  return promise;
}
