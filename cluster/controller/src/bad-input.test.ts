import { createKubeClient } from '@kubemin/kube';
import { type ApiHandler, forbidden } from '@kubemin/kubeapi';
import { apiextensions } from '@kubemin/kubeapi/resources';
import { eventually, ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Manager } from './manager/manager.ts';
import type { ControllerModule } from './reconcile/controller.ts';
import { createReconcilerController } from './reconcile/reconciler-controller.ts';
import { defineCustomResource } from './resource/custom-resource.ts';
import { configMapController, createConfigMap, withRunningManager } from './test-support/config-maps.ts';
import { MemoryLogger } from './test-support/memory-logger.ts';

const things = defineCustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Thing',
  scope: 'Namespaced',
  description: 'Something to watch.',
  controllerType: 'generic',
  spec: z.object({ size: z.int().default(1) }),
});

let cluster: TestCluster;
let clock: ManualClock;
let logger: MemoryLogger;
beforeEach(async () => {
  cluster = await startTestCluster({ controllers: false });
  clock = new ManualClock();
  logger = new MemoryLogger();
});
afterEach(() => cluster.close());

const definitions = () => cluster.client.resource(apiextensions.v1.customresourcedefinitions);
const name = things.definition.metadata.name ?? '';

async function createThing(thing: string): Promise<void> {
  const metadata = { name: thing, namespace: 'default' };
  const object = { apiVersion: 'example.com/v1', kind: 'Thing', metadata, spec: { size: 2 } };
  // The definition may have been made a moment ago.
  await eventually(() => cluster.client.resource(things, 'default').create(object));
}

function keeper(seen: string[]): ControllerModule {
  return {
    name: 'keeper',
    for: things,
    setup(context) {
      const primary = context.informers.informer(things);
      const reconcile = async (key: string): Promise<undefined> => {
        if (primary.get(key) !== undefined) seen.push(key);
      };
      return createReconcilerController({ context, primary, reconciler: { reconcile } });
    },
  };
}

function noting(seen: string[]): ControllerModule {
  return configMapController('healthy', async (key) => {
    seen.push(key);
    return undefined;
  });
}

/** Lets time pass until it is so. */
const waitFor = (so: () => unknown) =>
  eventually(async () => {
    await clock.advance(1_000);
    return so();
  });

const failing = (manager: Manager) => manager.health().checks.filter(({ ok }) => !ok);

describe('controllers that misbehave', () => {
  test('one that throws and one that never returns leave a healthy one alone', async () => {
    const healthy: string[] = [];
    let thrown = 0;
    const modules = [
      configMapController('throwing', async () => {
        thrown += 1;
        throw undefined;
      }),
      configMapController('hanging', () => new Promise(() => undefined), { workers: 1 }),
      noting(healthy),
    ];
    for (const map of ['a', 'b', 'c']) await createConfigMap(cluster, 'default', map);
    await withRunningManager(cluster, { modules, logger, clock, stopGraceMs: 1_000 }, async (manager) => {
      await manager.ready;
      await clock.advance(60_000);
      expect(healthy.toSorted()).toEqual(['default/a', 'default/b', 'default/c']);
      expect(thrown).toBeGreaterThan(10);
      await createConfigMap(cluster, 'default', 'late');
      await waitFor(() => healthy.includes('default/late'));
      expect(manager.health().ready).toBe(true);
    });
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ level: 'error', fields: { stuck: ['hanging: default/a'] } }),
    );
  });
});

describe('custom resources that come and go', () => {
  test('a definition that is missing at the start costs only the controller that needs it, until it comes', async () => {
    const [kept, healthy]: [string[], string[]] = [[], []];
    await createConfigMap(cluster, 'default', 'a');
    const modules = [keeper(kept), noting(healthy)];
    await withRunningManager(cluster, { modules, logger, clock, syncTimeoutMs: 30_000 }, async (manager) => {
      await clock.advance(10_000);
      expect(failing(manager)).toMatchObject([
        { name: 'cache-sync/keeper', message: expect.stringContaining('things.example.com is not served') },
      ]);
      expect(healthy).toEqual([]);
      await clock.advance(21_000);
      expect(healthy).toEqual(['default/a']);
      expect(manager.health().ready).toBe(false);
      expect(logger.lines.filter(({ level }) => level === 'error')).toMatchObject([
        { fields: { controller: 'keeper', reason: expect.stringContaining('kubemin crd install') } },
      ]);
      await definitions().create(things.definition);
      await createThing('first');
      await waitFor(() => kept.length > 0);
      await manager.ready;
      expect(manager.health()).toMatchObject({ state: 'leading', ready: true });
    });
  });

  test('a definition that is deleted while watched shows in the health, and all is well when it comes back', async () => {
    const [kept, healthy]: [string[], string[]] = [[], []];
    await definitions().create(things.definition);
    await createThing('before');
    await withRunningManager(cluster, { modules: [keeper(kept), noting(healthy)], clock, logger }, async (manager) => {
      await manager.ready;
      await waitFor(() => kept.includes('default/before'));
      await definitions().delete(name);
      await waitFor(() => !manager.health().ready);
      expect(failing(manager)).toEqual([
        {
          name: 'watch/things.example.com',
          ok: false,
          message: expect.stringContaining('things.example.com is not served by the API server (404)'),
        },
      ]);
      await createConfigMap(cluster, 'default', 'meanwhile');
      await waitFor(() => healthy.includes('default/meanwhile'));
      await eventually(async () => (await definitions().find(name)) === undefined);
      await definitions().create(things.definition);
      await createThing('after');
      await waitFor(() => kept.includes('default/after'));
      await waitFor(() => manager.health().ready);
    });
  });

  test('a resource that may not be watched is named, with what to grant', async () => {
    const refusing: ApiHandler = async (request) => {
      if (request.path.endsWith('/things')) throw forbidden('not for you');
      return cluster.handler(request);
    };
    const client = createKubeClient(refusing);
    await withRunningManager(cluster, { client, modules: [keeper([])], clock, logger }, async (manager) => {
      await clock.advance(1_000);
      expect(failing(manager)).toMatchObject([
        {
          message:
            'things.example.com may not be listed and watched (403): grant list and watch on it to this identity',
        },
      ]);
    });
  });
});
