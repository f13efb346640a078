import { silentLogger, systemClock, systemRandom, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { ResourceType } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControllerModule } from '../reconcile/controller.ts';
import type { Reconciler } from '../reconcile/reconciler.ts';
import { createReconcilerController } from '../reconcile/reconciler-controller.ts';
import { enqueueChangedObjects } from '../reconcile/source.ts';
import { createManager, type Manager } from './manager.ts';
import { ControllerRegistry } from './registry.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

const CONFIG_MAPS: ResourceType<ConfigMap> = core.v1.configmaps;
const configMaps = () => cluster.client.resource(CONFIG_MAPS, 'default');

function configMap(name: string, data: Record<string, string> = {}): ConfigMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data };
}

function newManager(): Manager {
  const { client } = cluster;
  return createManager({ client, clock: systemClock, random: systemRandom, logger: silentLogger });
}

/** A controller as a user of this library would write it: it keeps an upper-case copy of each ConfigMap. */
const shouting: ControllerModule = {
  name: 'shouting',
  setup(context) {
    const maps = context.informers.informer(CONFIG_MAPS);
    const reconciler: Reconciler = {
      async reconcile(key) {
        const map = maps.get(key);
        const { name = '', namespace } = map?.metadata ?? {};
        if (map === undefined || !name.startsWith('quiet-')) return undefined;
        const data = Object.fromEntries(Object.entries(map.data ?? {}).map(([k, v]) => [k, v.toUpperCase()]));
        const copies = context.client.resource(CONFIG_MAPS, namespace);
        const copy = await copies.find(`loud-${name}`);
        if (copy === undefined) await copies.create(configMap(`loud-${name}`, data));
        else await copies.update({ ...copy, data });
        context.events.record(map, { type: 'Normal', reason: 'Shouted', message: 'the copy is up to date' });
        return undefined;
      },
    };
    return createReconcilerController({ context, reconciler, sources: [enqueueChangedObjects(maps)] });
  },
};

/** Runs the modules for the time of `body`. */
async function running(modules: readonly ControllerModule[], body: (manager: Manager) => Promise<void>): Promise<void> {
  const manager = newManager().with(...modules);
  const stop = new AbortController();
  const run = manager.run(stop.signal);
  try {
    await manager.ready;
    await body(manager);
  } finally {
    stop.abort();
    await run;
  }
}

function counting(name: string, reconcile: (key: string, attempt: number) => Promise<undefined>) {
  const attempts = new Map<string, number>();
  const module: ControllerModule = {
    name,
    setup(context) {
      const maps = context.informers.informer(CONFIG_MAPS);
      const reconciler: Reconciler = {
        async reconcile(key) {
          const attempt = (attempts.get(key) ?? 0) + 1;
          attempts.set(key, attempt);
          return reconcile(key, attempt);
        },
      };
      return createReconcilerController({ context, reconciler, sources: [enqueueChangedObjects(maps)] });
    },
  };
  return { module, attempts };
}

test('a controller from outside is added through the public exports alone and follows changes', async () => {
  await configMaps().create(configMap('quiet-before', { word: 'early' }));
  await running([shouting], async () => {
    await configMaps().create(configMap('quiet-after', { word: 'late' }));
    await eventually(async () => (await configMaps().find('loud-quiet-before'))?.data?.word === 'EARLY');
    await eventually(async () => (await configMaps().find('loud-quiet-after'))?.data?.word === 'LATE');
    await configMaps().patch('quiet-after', { type: 'merge', body: { data: { word: 'later' } } });
    await eventually(async () => (await configMaps().get('loud-quiet-after')).data?.word === 'LATER');
  });
});

test('equal events are counted in one object that names its source', async () => {
  const { items } = await cluster.client.resource(core.v1.events, 'default').list();
  const events = items.filter(({ involvedObject }) => involvedObject.name === 'quiet-after');
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ reason: 'Shouted', type: 'Normal', source: { component: 'shouting' } });
  expect(events[0]?.count).toBeGreaterThanOrEqual(2);
});

describe('failures', () => {
  test('are tried again, while terminal ones wait for a change; others are not disturbed', async () => {
    await configMaps().create(configMap('flaky'));
    await configMaps().create(configMap('hopeless'));
    const { module, attempts } = counting('failing', async (key, attempt) => {
      if (key.endsWith('flaky') && attempt < 4) throw new Error('not yet');
      if (key.endsWith('hopeless')) throw new TerminalError(verbatim('never'), { code: 'NEVER' });
      return undefined;
    });
    await running([module, shouting], async (manager) => {
      await eventually(() => attempts.get('default/flaky') === 4);
      expect(attempts.get('default/hopeless')).toBe(1);
      await configMaps().patch('hopeless', { type: 'merge', body: { data: { try: 'again' } } });
      await eventually(() => attempts.get('default/hopeless') === 2);
      expect(manager.stats().failing).toMatchObject({ retries: 3, terminalErrors: 2 });
      expect(manager.stats().shouting?.retries).toBe(0);
    });
  });

  test('a controller that ends unexpectedly is restarted, and the others continue', async () => {
    let starts = 0;
    const brittle: ControllerModule = {
      name: 'brittle',
      setup: () => ({
        async run(signal) {
          starts += 1;
          if (starts === 1) throw new Error('broken');
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        },
      }),
    };
    await running([brittle, shouting], async () => {
      await configMaps().create(configMap('quiet-beside', { word: 'still' }));
      await eventually(async () => (await configMaps().find('loud-quiet-beside'))?.data?.word === 'STILL');
      await eventually(() => starts === 2);
    });
  });

  test('of the set-up end the manager with the name of the culprit, and nothing has run', async () => {
    const { module, attempts } = counting('innocent', async () => undefined);
    const bad: ControllerModule = {
      name: 'bad',
      setup() {
        throw new Error('no such resource');
      },
    };
    const manager = newManager().with(module, bad);
    const message = 'controller "bad" could not be set up: no such resource';
    await expect(manager.run(new AbortController().signal)).rejects.toThrow(message);
    await expect(manager.ready).rejects.toThrow(message);
    expect(attempts.size).toBe(0);
  });
});

test('a set-up that never ends does not keep the manager from stopping', async () => {
  const { client } = cluster;
  const tools = { client, clock: systemClock, random: systemRandom, logger: silentLogger };
  const entered = Promise.withResolvers<void>();
  const endless: ControllerModule = {
    name: 'endless',
    setup: () => {
      entered.resolve();
      return new Promise(() => undefined);
    },
  };
  const manager = createManager({ ...tools, stopGraceMs: 10 }).with(endless);
  const stop = new AbortController();
  const run = manager.run(stop.signal);
  await entered.promise;
  expect(manager.health()).toMatchObject({ ready: false, checks: [{ name: 'set-up', ok: false }] });
  stop.abort();
  await run;
  await expect(manager.ready).rejects.toThrow('ended before it was ready');
});

describe('registration', () => {
  test('refuses a name that is taken, and controllers after the start', async () => {
    expect(() => newManager().with(shouting, { ...shouting })).toThrow('"shouting" is already registered');
    await running([], async (manager) => {
      expect(() => manager.with(shouting)).toThrow('the manager is already running');
    });
  });

  test('a registry adds its controllers in order, and a manager lists the selected ones', async () => {
    const [first, second] = [counting('first', async () => undefined), counting('second', async () => undefined)];
    const registry = new ControllerRegistry().register(second.module, first.module);
    const { client } = cluster;
    const tools = { client, clock: systemClock, random: systemRandom, logger: silentLogger };
    const manager = createManager({ ...tools, enabled: ['first', 'second'] });
    registry.addToManager(manager);
    expect(manager.modules()).toEqual([]);
    await manager.setup();
    expect(manager.modules()).toEqual([second.module, first.module]);
    expect(() => manager.with(shouting)).toThrow(expect.objectContaining({ code: 'MANAGER_RUNNING' }));
  });

  test('an invalid controller is reported before anything runs', async () => {
    const { client } = cluster;
    const tools = { client, clock: systemClock, random: systemRandom, logger: silentLogger };
    const invalid: ControllerModule = {
      ...shouting,
      name: 'invalid',
      validate: () => {
        throw new TerminalError(verbatim('phase B leads nowhere'), { code: 'PHASE_MACHINE_INVALID' });
      },
    };
    await expect(createManager(tools).with(invalid).setup()).rejects.toMatchObject({
      code: 'CONTROLLER_SETUP_FAILED',
      message: 'controller "invalid" could not be set up: phase B leads nowhere',
      cause: { code: 'PHASE_MACHINE_INVALID' },
    });
    const unlisted = createManager({ ...tools, enabled: ['shouting'] }).with(invalid, shouting);
    await unlisted.setup();
  });

  test('runs nothing before run, and nothing when stopped at once', async () => {
    const { module, attempts } = counting('eager', async () => undefined);
    const manager = newManager().with(module);
    const stop = new AbortController();
    stop.abort();
    await manager.run(stop.signal);
    await expect(manager.ready).rejects.toThrow('ended before it was ready');
    expect(attempts.size).toBe(0);
  });
});

test('stopping waits for the work in flight', async () => {
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  let finished = false;
  const { module } = counting('slow', async () => {
    entered.resolve();
    await gate.promise;
    finished = true;
    return undefined;
  });
  const manager = newManager().with(module);
  const stop = new AbortController();
  const run = manager.run(stop.signal);
  await entered.promise;
  stop.abort();
  gate.resolve();
  await run;
  expect(finished).toBe(true);
});
