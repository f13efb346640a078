import { type Storage, StorageDrivers } from '@kubemin/apiserver';
import { clearVault, Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createPlatformClient, isTerminal } from '@kubemin/client';
import { type ControllerModule, createReconcilerController, enqueueChangedObjects } from '@kubemin/controller';
import { builtinJobTypes, createEngine, type JobType, objectJob } from '@kubemin/engine';
import { splitKey } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import {
  builtinRegistry,
  createModel,
  defineComponentType,
  defineTrait,
  extendRegistry,
  type PropertiesData,
  type TraitData,
} from '@kubemin/model';
import {
  builtinRenderRegistry,
  type ComponentRenderer,
  createRenderer,
  generatedName,
  type TraitRenderer,
} from '@kubemin/render';
import { createClusterRegistry, createPlatformServer } from '@kubemin/server';
import { openSqlite } from '@kubemin/sql';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { eventually } from './eventually.ts';
import { startTestCluster } from './test-cluster.ts';

// What a third party writes, with nothing but what the packages export: one entry for every registry, then all of
// them at work in one delivery.

const greeting = defineComponentType({
  summary: 'A text for all readers.',
  properties: z.object({ text: z.string() }),
  image: 'none',
});
const quota = defineTrait({
  summary: 'How many pods the namespace may hold.',
  schema: z.object({ pods: z.number().int().min(0) }),
});
const registry = extendRegistry(builtinRegistry, { componentTypes: { greeting }, traits: { quota } });
type Acme = typeof registry;

const greetingRenderer: ComponentRenderer<PropertiesData<Acme>['greeting']> = {
  render: ({ component, namespace }) => {
    const metadata = { name: component.name, namespace };
    const object = {
      apiVersion: 'v1',
      kind: 'PodTemplate',
      metadata,
      template: {
        metadata: { annotations: component.properties },
        spec: { containers: [{ name: 'reader', image: 'reader:1' }] },
      },
    };
    return [{ object }];
  },
};
const quotaRenderer: TraitRenderer<TraitData<Acme>['quota']> = {
  process: ({ data, component, namespace, appId }) => {
    const metadata = { name: generatedName({ prefix: 'quota', name: component.name, appId }), namespace };
    const object = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods: String(data.pods) } } };
    return { objects: [{ object }] };
  },
};

const jobTypes: readonly JobType[] = [
  ...builtinJobTypes,
  objectJob({ name: 'greeting_deploy', kind: 'PodTemplate', priority: 0 }),
  objectJob({ name: 'quota_deploy', kind: 'ResourceQuota', priority: 1 }),
];

/** Writes into each quota's status what it allows. */
const quotaEcho: ControllerModule = {
  name: 'quota-echo',
  setup: (context) => {
    const { client, informers } = context;
    const quotas = informers.informer(core.v1.resourcequotas);
    return createReconcilerController({
      context,
      sources: [enqueueChangedObjects(quotas)],
      reconciler: {
        reconcile: async (key) => {
          const seen = quotas.get(key);
          if (seen === undefined || seen.status?.hard !== undefined) return;
          const { namespace, name } = splitKey(key);
          const status = { hard: seen.spec?.hard ?? {} };
          await client
            .resource(core.v1.resourcequotas, namespace)
            .patch(name, { type: 'merge', body: { status } }, { subresource: 'status' });
        },
      },
    });
  },
};

const open = new Disposables();
afterEach(() => open.dispose());

async function countingStorage(): Promise<{ readonly storage: Storage; readonly writes: () => number }> {
  let writes = 0;
  const drivers = StorageDrivers.builtin();
  drivers.register({
    name: 'counting',
    open: async (options) => {
      const inner = await drivers.open('memory', options);
      return {
        revision: () => inner.revision(),
        compactedRevision: () => inner.compactedRevision(),
        get: (key) => inner.get(key),
        list: (prefix, listOptions) => inner.list(prefix, listOptions),
        put: (key, value, expected) => {
          writes += 1;
          return inner.put(key, value, expected);
        },
        delete: (key, expected) => inner.delete(key, expected),
        watch: (watchOptions) => inner.watch(watchOptions),
        compact: (revision) => inner.compact(revision),
        close: () => inner.close(),
      };
    },
  });
  return { storage: await drivers.open('counting', {}), writes: () => writes };
}

test('a component type, a trait, a job type, a controller and a storage driver from outside deliver together', async () => {
  const { storage, writes } = await countingStorage();
  const cluster = await startTestCluster({ storage, extraControllers: [quotaEcho] });
  open.add(() => cluster.close());
  const common = { clock: systemClock, random: systemRandom, logger: silentLogger, client: cluster.client };
  const database = openSqlite({ path: ':memory:' });
  open.add(() => database.close());
  const renderer = createRenderer<Acme>({
    model: registry,
    componentTypes: { ...builtinRenderRegistry.componentTypes, greeting: greetingRenderer },
    traits: { ...builtinRenderRegistry.traits, quota: quotaRenderer },
  });
  const clusters = await createClusterRegistry({ database, vault: clearVault, clock: systemClock });
  open.add(() => clusters.close());
  const engine = await createEngine({ ...common, database, clusters, renderer, jobTypes, executorId: 'acme' });
  await engine.start();
  open.add(() => engine.stop());
  const tokens = [{ token: 'secret', user: 'acme' }];
  const server = await createPlatformServer({
    ...common,
    database,
    vault: clearVault,
    clusters,
    engine,
    model: createModel(registry),
    tokens,
  });
  open.add(() => server.close());
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });

  const platform = createPlatformClient({ url, token: 'secret' });
  const text = JSON.stringify({
    name: 'acme',
    component: [
      { name: 'hello', type: 'greeting', properties: { text: 'good morning' } },
      { name: 'web', type: 'webservice', image: 'nginx:1.29', traits: { quota: { pods: 7 } } },
    ],
  });
  const app = await platform.saveApplication({ text, format: 'json' });
  const { taskId } = await platform.execWorkflow(app.id);
  const run = await eventually(() => platform.taskStatus(taskId), { until: ({ status }) => isTerminal(status) });
  expect(run.status).toBe('completed');
  expect(run.jobs.map((job) => job.type)).toEqual(
    expect.arrayContaining(['greeting_deploy', 'quota_deploy', 'deploy']),
  );
  const quotas = cluster.client.resource(core.v1.resourcequotas, 'default');
  const stored = await eventually(() => quotas.list(), { until: ({ items }) => items[0]?.status?.hard !== undefined });
  expect(stored.items).toMatchObject([{ spec: { hard: { pods: '7' } }, status: { hard: { pods: '7' } } }]);
  const templates = await cluster.client.resource(core.v1.podtemplates, 'default').list();
  expect(templates.items).toMatchObject([{ template: { metadata: { annotations: { text: 'good morning' } } } }]);
  expect(writes()).toBeGreaterThan(0);
});
