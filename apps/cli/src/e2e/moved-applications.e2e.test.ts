import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPlatformClient, isTerminal, type PlatformClient } from '@kubemin/client';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { deliveredObjects } from '../test-support/delivered-objects.ts';
import { ApiConnection } from '../test-support/durability/api-connection.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'examples');

/** Between them every component type and trait that the cluster of our own brings to an end, in an order that works. */
const DELIVERED = [
  'hello.yaml',
  'demo.json',
  'static-site.yaml',
  'shop.yaml',
  'worker-queue.yaml',
  'canary.yaml',
  'blue-green.yaml',
  'shared-database/orders.yaml',
  'shared-database/invoices.yaml',
  'multi-mysql/template.yaml',
  'multi-mysql/stock.yaml',
  'multi-mysql/billing.yaml',
  'sidecar-logging.yaml',
  'rbac-operator.yaml',
  'ingress-tls.yaml',
  'gateway.yaml',
] as const;

const SEALED = ['--passphrase-file', 'passphrase.txt'];

let home: KubeminHome;
beforeAll(async () => {
  home = await KubeminHome.create();
  await writeFile(home.at('passphrase.txt'), 'correct horse battery\n');
  await writeFile(home.at('other.txt'), 'wrong horse battery\n');
});
afterAll(() => home.remove());

const run = (...args: readonly string[]) => runHere([...args, '--data-dir', home.at()], { cwd: home.path });

async function platform(): Promise<PlatformClient> {
  const { endpoints, adminToken } = dataDirectory(home.at());
  const url = (await readEndpoints(endpoints))?.platform ?? '';
  return createPlatformClient({ url, token: (await readAdminToken(adminToken)) ?? '' });
}

/** Runs the workflow of each application, one after the other: shared objects belong to who came first. */
async function deliver(client: PlatformClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { taskId } = await client.execWorkflow(id);
    const done = await eventually(() => client.taskStatus(taskId), {
      until: ({ status }) => isTerminal(status),
    });
    expect(done).toMatchObject({ status: 'completed' });
  }
}

const inCluster = async () => deliveredObjects(await ApiConnection.open(dataDirectory(home.at()).kubeconfig));

/** Every document as the platform renders it, with the ids of the applications it has. */
async function rendered(): Promise<Readonly<Record<string, string>>> {
  const objects: Record<string, string> = {};
  for (const file of DELIVERED) objects[file] = (await run('render', join(EXAMPLES, file), '-o', 'json')).stdout;
  return objects;
}

/** What the Secrets of the cluster hold, in clear and as it stands in them. */
function secretValues(objects: ReadonlyMap<string, string>): readonly string[] {
  const secrets = [...objects].filter(([key]) => key.includes('/secrets ')).map(([, text]) => JSON.parse(text));
  const encoded = secrets.flatMap(({ data }) => Object.values<string>(data ?? {}));
  return encoded.flatMap((value) => [value, Buffer.from(value, 'base64').toString('utf8')]);
}

test('every example, exported with --all and imported into a fresh platform, is delivered byte for byte the same', async () => {
  await home.up();
  const client = await platform();
  const ids: string[] = [];
  for (const file of DELIVERED) {
    const text = await readFile(join(EXAMPLES, file), 'utf8');
    const { id } = await client.saveApplication({ text, format: file.endsWith('json') ? 'json' : 'yaml' });
    await deliver(client, [id]);
    ids.push(id);
  }
  const before = { objects: await inCluster(), rendered: await rendered() };
  expect(before.objects.size).toBeGreaterThan(60);
  const kinds = new Set([...before.objects.keys()].map((key) => key.split(' ')[0]?.split('/').at(-1)));
  expect(kinds).toEqual(
    new Set([
      'configmaps',
      'secrets',
      'services',
      'serviceaccounts',
      'persistentvolumeclaims',
      'deployments',
      'statefulsets',
      'ingresses',
      'roles',
      'rolebindings',
      'clusterroles',
      'clusterrolebindings',
      'horizontalpodautoscalers',
    ]),
  );

  expect(await run('export', '--all', '-f', 'all.kubemin', ...SEALED)).toMatchObject({ exitCode: 0 });
  const bundle = await readFile(home.at('all.kubemin'), 'utf8');
  const secrets = secretValues(before.objects).filter((value) => value.length > 3);
  expect(secrets.length).toBeGreaterThan(10);
  const within = [...secrets, ...ids].flatMap((value) => [value, Buffer.from(value).toString('base64')]);
  expect(within.filter((value) => bundle.includes(value))).toEqual([]);

  await home.down();
  expect(await run('reset', '--yes')).toMatchObject({ exitCode: 0 });
  await home.up();
  expect(await run('import', 'all.kubemin', '--passphrase-file', 'other.txt')).toMatchObject({
    exitCode: 4,
    stdout: '',
    stderr: expect.stringMatching(
      /wrong passphrase for all\.kubemin; nothing was imported\n.*passphrase of the export\n$/,
    ),
  });
  expect((await inCluster()).size).toBe(0);
  expect(await run('import', 'all.kubemin', ...SEALED)).toMatchObject({ exitCode: 0 });
  expect(await rendered()).toEqual(before.rendered);
  await deliver(await platform(), ids);
  const after = await inCluster();
  expect([...after.keys()].toSorted()).toEqual([...before.objects.keys()].toSorted());
  for (const [key, text] of before.objects) expect(after.get(key), key).toBe(text);
});
