import { writeFile } from 'node:fs/promises';
import { eventually } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

const run = (...args: readonly string[]) => kubemin([...args, '--data-dir', home.at()]);

async function documentFile(document: object): Promise<string> {
  const file = home.at('shop.json');
  await writeFile(file, JSON.stringify({ name: 'shop', ...document }));
  return file;
}
const web = { name: 'web', type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } };

test('an application is scaled, restarted, brought back and deleted from the command line', async () => {
  await home.up();
  await run('deploy', await documentFile({ component: [web] }));
  const scaled = await run('scale', 'shop', 'web=3');
  expect(scaled).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^http:\S+\n$/) });
  expect(scaled.stderr).toContain('shop revision 2: web to 3, run ');
  expect(scaled.stderr).toContain('scale Deployment');
  expect((await run('status', 'shop')).stdout).toMatch(/web +webservice +Running +3\/3/);
  expect(await run('restart', 'shop', 'web')).toMatchObject({ exitCode: 0 });

  const unsure = await run('rollback', 'shop');
  expect(unsure).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('pass --yes to confirm') });
  const back = await run('rollback', 'shop', '1', '--yes');
  expect(back).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('revision 3 (content of 1)') });
  expect((await run('revision', 'ls', 'shop')).stdout).toMatch(/^REVISION .*\n3 +current, serving \(run \d\) /);
  expect((await run('status', 'shop')).stdout).toMatch(/web +webservice +Running +1\/1/);

  expect(await run('delete', 'shop')).toMatchObject({ exitCode: 2 });
  expect(await run('delete', 'shop', '--yes')).toMatchObject({ exitCode: 0, stdout: '' });
  expect((await run('status', 'shop')).exitCode).toBe(5);
});

test('R-18: a dry run changes nothing, rollback and lists show changes and states, doctor finds degraded applications', async () => {
  await home.up();
  // In this process: starting one for each of many commands would take most of the time.
  const run = (...args: readonly string[]) =>
    runHere(args, { cwd: home.path, env: { HOME: home.path, KUBEMIN_HOME: home.at() } });
  const annotations = { 'kubemin.io/simulate-logs': 'the shop is open' };
  const component = { ...web, properties: { ...web.properties, annotations } };
  const file = await documentFile({ component: [component] });
  const dry = await run('deploy', '-f', file, '--dry-run');
  expect(dry).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/Deployment/) });
  expect((await run('ls', '-o', 'name')).stdout).toBe('');
  expect(await run('deploy', file, '--file', file)).toMatchObject({ exitCode: 2 });
  await run('deploy', '--file', file);
  const [, listed = ''] = (await run('run', 'ls', 'shop')).stdout.split('\n');
  const [, taken = ''] = / completed +\S+ +(\S+)/.exec(listed) ?? [];
  expect((await run('run', 'show', '1')).stdout).toContain(`  completed  ${taken}  run 1`);

  expect((await run('run', 'logs', '1')).stdout).toMatch(/^deploy-web-\S+\/web: the shop is open$/m);
  const unpulled = { ...annotations, 'kubemin.io/simulate': 'image-pull-error' };
  const broken = { ...web, image: 'web:2', properties: { ...web.properties, annotations: unpulled } };
  expect(await run('deploy', await documentFile({ component: [broken] }))).toMatchObject({ exitCode: 1 });
  expect(await run('doctor')).toMatchObject({ stdout: expect.stringMatching(/applications.*degraded: shop: /) });
  // Events of pods are written after the status that ended the run.
  const { stdout: events } = await eventually(() => run('events', 'shop'), {
    until: ({ stdout }) => / deploy-web-\S+ +Failed: /.test(stdout),
  });
  expect(events).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +shop +run 1 \(deploy\) requested by admin$/m);
  expect(events).toMatch(/ web +Deployment deploy-web-\w+ completed[\s\S]*run 2 failed/);
  // Kubernetes writes whole seconds, so that their place among the events of the platform is not certain.
  expect(events).toMatch(/ deploy-web-\S+ +Started: /);

  // Without an application, the events of all whose runs are shown.
  const all = (await run('events')).stdout;
  expect(all).toMatch(/ deploy-web-\S+ +Started: /);
  expect(all).toMatch(/ deploy-web-\S+ +Failed: /);

  const back = await run('rollback', 'shop', '--yes');
  expect(back.stderr).toContain('shop rolls back to revision 1, the last one delivered (run 1)');
  expect(back.stderr).toContain('revision 2 is failed');
  expect(back.stderr).toContain('component "web": image changed from "web:2" to "web:1"');
  expect((await run('revision', 'ls', 'shop')).stdout).toMatch(
    /^REVISION +STATUS .*\n3 +current, serving \(run 3\) .*web image web:2 → web:1.*\n2 +failed \(run 2\) .*web image web:1 → web:2.*\n1 +delivered \(run 1\) /,
  );
});

test('a run that waits for approval continues when approved; a wrong state has its own exit code', async () => {
  await home.up();
  const migrate = { name: 'migrate', type: 'script', properties: { image: 'tools:1', script: 'migrate' } };
  const ask = { name: 'ask', type: 'approval', properties: { message: 'Ship it?' } };
  const workflow = [migrate, ask, { name: 'web' }];
  const file = await documentFile({ component: [web], workflow });
  const deploying = home.start('deploy', file, '--data-dir', home.at());
  await deploying.waitForOutput(/Ship it\? \(kubemin run approve \w+, or reject\)/);
  const approved = await run('run', 'approve', 'shop', '--comment', 'go');
  expect(approved).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('approved: Ship it?') });
  expect((await deploying.finished()).exitCode).toBe(0);
  // The log of the simulated program was stored when its pod was deleted.
  expect(await run('run', 'logs', 'shop', '--step', 'migrate')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^container \S+ of pod \S+ started \(simulated: nothing runs here\)\n/),
  });
  expect(await run('run', 'reject', 'shop')).toMatchObject({ exitCode: 5 });
  expect(await run('run', 'retry', 'shop')).toMatchObject({ exitCode: 6 });
  expect(await run('scale', 'shop', 'web=many')).toMatchObject({ exitCode: 2 });
  expect(await run('scale', 'shop', 'ghost=2')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('The application has no component "ghost".'),
  });
  expect(await run('rollback', 'shop', '--yes')).toMatchObject({ exitCode: 6 });
});
