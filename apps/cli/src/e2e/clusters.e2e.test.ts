import { writeFile } from 'node:fs/promises';
import { renderKubeconfig } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { startTestCluster } from '@kubemin/testing';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

const run = (...args: readonly string[]) => kubemin([...args, '--data-dir', home.at()]);

test('another cluster is added, checked and delivered to, and is not forgotten while it is needed', async () => {
  const staging = await startTestCluster({ nodes: 1, transport: 'http' });
  onTestFinished(() => staging.close());
  if (staging.address === undefined) throw new Error('the cluster listens nowhere');
  const kubeconfig = home.at('staging.yaml');
  await writeFile(kubeconfig, renderKubeconfig(staging.address));
  await home.up();
  expect(await run('cluster', 'add', 'staging', '--kubeconfig', kubeconfig)).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(`cluster staging registered: ${staging.address.server}`),
  });
  expect((await run('cluster', 'check', 'staging')).stderr).toContain('the cluster responds: Kubernetes v1.');
  expect((await run('cluster', 'ls')).stdout).toMatch(/default .*\nstaging +(up|unknown)/);

  const shop = {
    name: 'shop',
    component: [{ name: 'web', type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } }],
  };
  await writeFile(home.at('staging.json'), JSON.stringify({ ...shop, cluster: 'staging' }));
  expect(await run('deploy', home.at('staging.json'))).toMatchObject({ exitCode: 0 });
  const { items } = await staging.client.resource(core.v1.pods, 'default').list();
  expect(items).toHaveLength(1);
  // The platform reads its pods there; with the kubeconfig that is named, they are read directly.
  for (const named of [[], ['--kubeconfig', kubeconfig]]) {
    expect(await run('logs', 'shop', ...named)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('container web of pod default/'),
    });
  }
  expect(await run('cluster', 'rm', 'staging')).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('1 application in cluster "staging"'),
  });
});
