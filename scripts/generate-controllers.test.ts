import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { ControllerRegistry, createManager, installDefinitions } from '@kubemin/controller';
import { readAppConfig } from '@kubemin/controller/app';
import { createKubeClient, renderKubeconfig } from '@kubemin/kube';
import { core, rbac } from '@kubemin/kubeapi/resources';
import type { ClusterRole } from '@kubemin/kubeapi/types/rbac.v1';
import { ats, registerSamples, sampleResources } from '@kubemin/samples';
import { eventually, findProgram, startTestCluster, temporaryDirectory } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import {
  apiExtArguments,
  apiExtTls,
  clusterRole,
  hubArguments,
  leaderBinding,
  leaderRole,
  NAME,
  NAMESPACE,
  namespace,
  roleBinding,
} from './controllers/hub-objects.ts';
import { CONTROLLERS, controllerFiles } from './generate-controllers.ts';

const signal = new AbortController().signal;

test('KC-HUB-3: deploy/controllers is exactly what the declarations give', async () => {
  const files = await readdir(CONTROLLERS, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  const committed = await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const));
  const generated = [...controllerFiles()].map(([path, text]) => [join(CONTROLLERS, path), text] as const);
  expect(
    Object.fromEntries(committed),
    "deploy/controllers is stale: run 'npm run generate' and commit the result",
  ).toEqual(Object.fromEntries(generated));
});

test('the samples are objects that the server takes', async () => {
  const cluster = await startTestCluster({ controllers: false });
  await installDefinitions(cluster.client, sampleResources, { clock: systemClock, signal });
  for (const resource of sampleResources) {
    const samples = resource.declaration.samples ?? [];
    expect(samples.length).toBeGreaterThan(0);
    for (const body of samples) {
      const { metadata } = { metadata: { name: '' }, ...body };
      const options = { fieldManager: 'test', fieldValidation: 'Strict', dryRun: true } as const;
      await cluster.client.resource(resource, 'default').patch(metadata.name, { type: 'apply', body }, options);
    }
  }
  await cluster.close();
});

function configFor(args: readonly string[]) {
  const flags = args.slice(1).map((word) => word.replace(/^--/, '').split('=', 2));
  return readAppConfig({ flags: new Map(flags.map(([name = '', value = 'true']) => [name, value])), env: {} });
}

test('the extension API is served beyond the pod with TLS only', () => {
  expect(configFor(apiExtArguments)).toMatchObject({
    kind: 'config',
    config: {
      apiext: {
        address: { host: '0.0.0.0' },
        tls: { certFile: `${apiExtTls.mountPath}/tls.crt`, keyFile: `${apiExtTls.mountPath}/tls.key` },
      },
    },
  });
  const overlay = controllerFiles().get('apiext/kustomization.yaml');
  expect(overlay).toContain(`secretName: ${apiExtTls.secretName}`);
  expect(overlay).toContain(`mountPath: ${apiExtTls.mountPath}`);
});

test('the hub understands what it is started with', () => {
  expect(configFor(hubArguments(['--enabled-controllers=ats', '--apiserver-enabled']))).toMatchObject({
    kind: 'config',
    config: { enabled: ['ats'], leaderElection: { namespace: NAMESPACE }, health: { host: '0.0.0.0' } },
  });
});

test('KC-HUB-3: the rights in the manifest are enough for the controllers to do their work', async () => {
  const cluster = await startTestCluster({ controllers: false });
  await installDefinitions(cluster.client, sampleResources, { clock: systemClock, signal });
  const role: ClusterRole = { ...clusterRole, apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
  await cluster.client.resource(rbac.v1.clusterroles).create(role);
  const bindings = cluster.client.resource(rbac.v1.clusterrolebindings);
  await bindings.patch(NAME, { type: 'apply', body: roleBinding(NAME) }, { fieldManager: 'test' });
  const options = { fieldManager: 'test' };
  await cluster.client.resource(core.v1.namespaces).patch(NAMESPACE, { type: 'apply', body: namespace }, options);
  await cluster.client.resource(rbac.v1.roles, NAMESPACE).patch(NAME, { type: 'apply', body: leaderRole }, options);
  const local = cluster.client.resource(rbac.v1.rolebindings, NAMESPACE);
  await local.patch(NAME, { type: 'apply', body: leaderBinding }, options);
  const username = `system:serviceaccount:${NAMESPACE}:${NAME}`;
  const client = createKubeClient(cluster.as({ username, groups: ['system:authenticated'] }));
  const registry = new ControllerRegistry();
  registerSamples(registry);
  const stop = new AbortController();
  const leaderElection = { namespace: NAMESPACE, name: NAME, identity: 'one' };
  const manager = createManager({
    client,
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
    leaderElection,
  });
  const running = manager.with(...registry).run(stop.signal);
  const objects = cluster.client.resource(ats, 'default');
  for (const body of ats.declaration.samples ?? []) {
    await objects.patch('at-sample', { type: 'apply', body }, { fieldManager: 'test' });
  }
  await eventually(() => objects.get('at-sample'), { until: ({ status }) => status?.phase === 'RUNNING' });
  expect(await cluster.client.resource(core.v1.pods, 'default').find('at-sample-pod')).toBeDefined();
  const events = cluster.client.resource(core.v1.events, 'default');
  await eventually(() => events.list(), { until: ({ items }) => items.length > 0 });
  stop.abort();
  await running;
  await cluster.close();
});

describe.runIf(findProgram('kubectl') !== undefined)('KC-HUB-3: kubectl', () => {
  const kubectl = (...args: readonly string[]) => spawnSync('kubectl', args, { encoding: 'utf8' });
  const directories = ['hub', 'apiext', ...sampleResources.map(({ plural }) => `single/${plural}`)];

  test.each(directories)('builds %s', (directory) => {
    const { status, stdout, stderr } = kubectl('kustomize', join(CONTROLLERS, directory));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('kind: Deployment');
  });

  test('distinguishes the pods of single controllers', () => {
    const selectors = sampleResources.map(({ plural }) => {
      const { stdout } = kubectl('kustomize', join(CONTROLLERS, 'single', plural));
      return /matchLabels:\n([\s\S]*?)\n {2}template:/.exec(stdout)?.[1];
    });
    expect(new Set(selectors).size).toBe(sampleResources.length);
  });

  test('applies everything to a server, and finds nothing to change the second time', async () => {
    const directory = await temporaryDirectory();
    const cluster = await startTestCluster({ controllers: false, transport: 'http' });
    const kubeconfig = join(directory.path, 'kubeconfig');
    await writeFile(kubeconfig, renderKubeconfig({ ...cluster.address, server: cluster.address?.server ?? '' }));
    const options = ['--kubeconfig', kubeconfig, '--cache-dir', directory.path];
    const applied = async (...what: readonly string[]): Promise<string> => {
      const args = [...options, 'apply', ...what];
      return (await promisify(execFile)('kubectl', args, { encoding: 'utf8' })).stdout;
    };
    expect(await applied('-k', join(CONTROLLERS, 'hub'))).toContain(`deployment.apps/${NAME} created`);
    expect(await applied('-k', join(CONTROLLERS, 'hub'))).not.toMatch(/ (created|configured)$/m);
    expect(await applied('-f', join(CONTROLLERS, 'samples'))).toContain('at.demo.wukong.com/at-sample created');
    await cluster.close();
    await directory.remove();
  });
});
