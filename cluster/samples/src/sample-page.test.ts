import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ResourceSet } from '@kubemin/controller';
import type { KubeObject } from '@kubemin/kubeapi';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { redisMigrationMachine } from './redis-migration/redis-migration-machine.ts';
import { sampleResources } from './sample-registry.ts';
import { serve } from './test-support/served-samples.ts';

const PAGE = join(import.meta.dirname, '../../../docs/sample-controllers.md');
let page: string;
let cluster: TestCluster;
beforeAll(async () => {
  page = await readFile(PAGE, 'utf8');
  cluster = await startTestCluster({ controllers: false });
  await serve(cluster.client, sampleResources);
});
afterAll(() => cluster.close());

const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block);

function isObject(value: unknown): value is KubeObject {
  return typeof value === 'object' && value !== null && 'kind' in value && 'metadata' in value;
}

async function expectAccepted(value: unknown): Promise<void> {
  if (!isObject(value)) throw new Error(`${JSON.stringify(value)} is no object`);
  const resource = ResourceSet.of(...sampleResources).find(value.kind);
  if (resource === undefined) throw new Error(`${value.kind} is not among the samples`);
  const objects = cluster.client.resource(resource, 'default');
  await expect(objects.create(value, { dryRun: true, fieldValidation: 'Strict' })).resolves.toMatchObject({
    kind: value.kind,
  });
}

test('the objects on the page are accepted to the last field', async () => {
  const objects = blocks('yaml');
  expect(objects).toHaveLength(2);
  for (const object of objects) await expectAccepted(parse(object));
});

test('the objects that the declarations offer to begin with are accepted to the last field', async () => {
  for (const { declaration, kind } of sampleResources) {
    expect(declaration.samples, kind).not.toEqual([]);
    for (const sample of declaration.samples ?? []) await expectAccepted(sample);
  }
});

test('the diagram on the page is the machine', () => {
  expect(blocks('mermaid')).toEqual([redisMigrationMachine({}).toMermaid()]);
});
