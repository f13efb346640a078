import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@kubemin/base';
import { renderKubeconfig } from '@kubemin/kube';
import { isJsonObject, type KubeObject } from '@kubemin/kubeapi';
import { findProgram, startTestCluster, type TestCluster, temporaryDirectory } from '@kubemin/testing';
import { expect, it } from 'vitest';
import { anyVoyages, voyage, voyages } from '../test-support/voyages.ts';
import { installDefinitions } from './crd-install.ts';
import { crdYaml } from './definition.ts';

const OBJECT = voyage('first', {
  berth: 'north',
  departs: '2026-03-01T08:00:00Z',
  flags: { b: '1', a: '2' },
  log: { deep: [{ any: 'thing', nothing: null }, 1.5, -0, 'ü€😀'] },
  unknown: 'pruned',
});
const STATUS = { status: { phase: 'Sailing', miles: 3, unknown: 'pruned' } };

type Install = (cluster: TestCluster, directory: string) => Promise<void>;

const byClient: Install = async ({ client }) => {
  await installDefinitions(client, [voyages], { clock: systemClock, signal: new AbortController().signal });
};

const byKubectl: Install = async ({ address }, directory) => {
  const kubeconfig = join(directory, 'kubeconfig');
  await writeFile(kubeconfig, renderKubeconfig({ ...address, server: address?.server ?? '' }));
  const options = ['--kubeconfig', kubeconfig, '--cache-dir', join(directory, 'cache')];
  await kubectl([...options, 'apply', '-f', '-'], crdYaml([voyages]));
  await kubectl([...options, 'wait', '--for=condition=established', 'crd', '--all'], '');
};

async function kubectl(args: readonly string[], input: string): Promise<void> {
  const child = spawn('kubectl', args, { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(input);
  expect(await once(child, 'exit')).toEqual([0, null]);
}

/** The text of the object, without what no two servers have in common: JSON does not order keys, and kubectl sorts them. */
function normalised(object: KubeObject): string {
  const { uid, resourceVersion, creationTimestamp, managedFields, ...metadata } = object.metadata;
  expect([uid, resourceVersion, creationTimestamp, managedFields]).not.toContain(undefined);
  return JSON.stringify(sortedKeys({ ...object, metadata }));
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, sortedKeys(value[name])]));
}

async function stored(cluster: TestCluster): Promise<string> {
  const client = cluster.client.resource(anyVoyages, 'default');
  await client.create(OBJECT);
  await client.patch('first', { type: 'merge', body: STATUS }, { subresource: 'status' });
  return normalised(await client.get('first'));
}

it('KC-RES-3: an object is the same text wherever it is stored and however its definition was installed', async () => {
  const directory = await temporaryDirectory();
  const files = join(directory.path, 'objects');
  const texts: string[] = [];
  const visit = async (
    cluster: TestCluster,
    use: (cluster: TestCluster) => Promise<string>,
    install?: Install,
  ): Promise<void> => {
    try {
      await install?.(cluster, directory.path);
      texts.push(await use(cluster));
    } finally {
      await cluster.close();
    }
  };
  const read = async ({ client }: TestCluster): Promise<string> =>
    normalised(await client.resource(anyVoyages, 'default').get('first'));
  try {
    await visit(await startTestCluster({ controllers: false }), stored, byClient);
    await visit(await startTestCluster({ controllers: false, directory: files, transport: 'http' }), stored, byClient);
    await visit(await startTestCluster({ controllers: false, directory: files }), read);
    if (findProgram('kubectl') !== undefined) {
      await visit(await startTestCluster({ controllers: false, transport: 'http' }), stored, byKubectl);
    }
  } finally {
    await directory.remove();
  }
  expect(texts).toEqual(texts.map(() => texts[0]));
  const object: unknown = JSON.parse(texts[0] ?? '{}');
  expect(isJsonObject(object) && object.spec).toMatchObject({ ship: 'Argo', knots: 12, log: { deep: { length: 4 } } });
  expect(texts[0]).not.toContain('pruned');
});
