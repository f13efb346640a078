import { join } from 'node:path';
import { type ApplicationDetail, createPlatformClient, isTerminal, type PlatformClient } from '@kubemin/client';
import { eventually } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { kubectl, kubectlVersion } from '../test-support/kubectl.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { slowApplication } from '../test-support/slow-application.ts';

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

async function platform(directory = home.at()): Promise<PlatformClient> {
  const paths = dataDirectory(directory);
  const endpoints = await readEndpoints(paths.endpoints);
  const token = await readAdminToken(paths.adminToken);
  if (endpoints === undefined || token === undefined) throw new Error(`nothing runs on ${directory}`);
  return createPlatformClient({ url: endpoints.platform, token });
}

async function readStatus(app: string, directory = home.at()): Promise<ApplicationDetail> {
  const { stdout, stderr, exitCode } = await kubemin(['status', app, '-o', 'json', '--data-dir', directory]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return JSON.parse(stdout);
}

function statuses(app: ApplicationDetail): Readonly<Record<string, string>> {
  return Object.fromEntries(app.components.map((component) => [component.name, component.status]));
}

const DEMO_RUNNING = {
  'demo-config': 'Running',
  'demo-secret': 'Running',
  store: 'Running',
  api: 'Running',
  web: 'Running',
};

test('up --demo ends with every component Running, and prints all addresses', async () => {
  const started = await home.upProcess('--demo');
  expect(started.stdout).toContain('data/kubeconfig');
  expect(started.stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/api\/v1/);
  expect(statuses(await readStatus('demo'))).toEqual(DEMO_RUNNING);
  const { stdout } = await kubemin(['ls', '--data-dir', home.at()]);
  expect(stdout).toMatch(
    /^NAME +NAMESPACE +CLUSTER +VERSION +REVISION +STATUS +AGE\ndemo +default +default +\S+ +1 +Healthy /,
  );
  const { exitCode } = await kubemin(['down', '--data-dir', home.at()]);
  expect(exitCode).toBe(0);
  expect((await started.finished()).exitCode).toBe(0);
});

test('after kill -9 everything is still there, the very same objects, and nothing is delivered again', async () => {
  const first = await home.upProcess('--demo');
  const before = await readStatus('demo');
  const runs = (await (await platform()).listTasks(before.id)).tasks;
  await first.end('SIGKILL');
  await home.up('--demo');
  const after = await eventually(() => readStatus('demo'), {
    until: (app) => app.components.every((component) => component.status === 'Running'),
  });
  expect(after.id).toBe(before.id);
  expect((await (await platform()).listTasks(before.id)).tasks).toEqual(runs);
});

test('a run that was under way at kill -9 finishes after the next start, without redoing finished jobs', async () => {
  const first = await home.upProcess();
  const client = await platform();
  const app = await client.saveApplication({ text: JSON.stringify(slowApplication), format: 'json' });
  const { taskId } = await client.execWorkflow(app.id);
  const before = await eventually(() => client.taskStatus(taskId), {
    until: ({ jobs }) => jobs.some((job) => job.status === 'completed') && jobs.some((job) => job.status === 'running'),
  });
  await first.end('SIGKILL');
  await home.up();
  const after = await eventually(async () => (await platform()).taskStatus(taskId), {
    until: ({ status }) => isTerminal(status),
  });
  expect(after.status).toBe('completed');
  const finished = before.jobs.filter((job) => job.status === 'completed');
  for (const job of finished) expect(after.jobs.find((other) => other.id === job.id)).toEqual(job);
});

describe('the demo is delivered the same way over each transport', () => {
  const transports: Readonly<Record<string, () => Promise<string>>> = {
    loopback: async () => {
      await home.up();
      return home.at();
    },
    http: async () => {
      await home.up();
      const kubeconfig = dataDirectory(home.at()).kubeconfig;
      const own = home.at('platform-alone');
      const server = home.start('server', '--kubeconfig', kubeconfig, '--data-dir', own, '--port', '0');
      await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
      return own;
    },
  };
  // Without a network it is what `up --demo` does.
  const tried = Object.entries(transports).slice(process.env.KUBEMIN_TEST_FULL === '1' ? 0 : 1);
  for (const [name, begin] of tried) {
    test(name, async () => {
      const directory = await begin();
      const document = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'demo.json');
      const deployed = await kubemin(['deploy', document, '--data-dir', directory]);
      expect(deployed).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^http:\/\/\S+\n$/) });
      expect(deployed.stderr).toContain('completed');
      const app = await eventually(() => readStatus('demo', directory), {
        until: (status) => status.components.every((component) => component.status === 'Running'),
      });
      expect(statuses(app)).toEqual(DEMO_RUNNING);
    });
  }
});

describe('with kubectl', async () => {
  const version = await kubectlVersion();
  test.skipIf(version === undefined)('kubectl shows the same as status (needs kubectl on PATH)', async () => {
    await home.up('--demo');
    const shown = await kubectl(home.at(), 'get', 'deploy,sts,po,svc', '-A', '--no-headers');
    expect(shown).toMatch(/deployment\.apps\/deploy-api-\S+ +(\d)\/\1 /);
    expect(shown).toMatch(/deployment\.apps\/deploy-web-\S+ +(\d)\/\1 /);
    expect(shown).toMatch(/statefulset\.apps\/store-store-\S+ +1\/1 /);
    expect(shown).toMatch(/pod\/store-store-\S+-0 +1\/1 +Running/);
    expect(shown).toMatch(/service\/svc-api-\S+ +ClusterIP +10\.96\./);
    const described = await kubectl(home.at(), 'describe', 'deploy', '-n', 'default');
    expect(described).toContain('ScalingReplicaSet');
  });
});
