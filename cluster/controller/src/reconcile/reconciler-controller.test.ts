import { silentLogger, systemClock, systemRandom, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { eventually, ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createManager } from '../manager/manager.ts';
import {
  CONFIG_MAPS,
  configMapController,
  createConfigMap,
  createNamespace,
  withRunningManager,
} from '../test-support/config-maps.ts';
import { MemoryLogger } from '../test-support/memory-logger.ts';
import type { ControllerModule } from './controller.ts';
import { createReconcilerController } from './reconciler-controller.ts';
import type { Source } from './source.ts';

let cluster: TestCluster;
let namespace: string;
let tests = 0;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());
beforeEach(async () => {
  tests += 1;
  namespace = await createNamespace(cluster, `space-${tests}`);
});

const create = (name: string, space = namespace) => createConfigMap(cluster, space, name);
const maps = () => cluster.client.resource(CONFIG_MAPS, namespace);

describe('KC-MGR-2 reconciling', () => {
  test('no more keys are in work at once than there are workers, and never one key twice', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await create(name);
    const inWork = new Set<string>();
    const done: string[] = [];
    let most = 0;
    const module = configMapController('busy', async (key) => {
      expect(inWork.has(key)).toBe(false);
      inWork.add(key);
      most = Math.max(most, inWork.size);
      await new Promise((resolve) => setImmediate(resolve));
      inWork.delete(key);
      done.push(key);
      return undefined;
    });
    await withRunningManager(cluster, { modules: [module], namespace, concurrency: 3 }, async () => {
      await eventually(() => done.length === 6);
      expect(most).toBe(3);
    });
  });

  test('a returned failure has growing delays, but none longer than requeueAfterMs', async () => {
    await create('a');
    const clock = new ManualClock();
    const times: number[] = [];
    const module = configMapController('bounded', async () => {
      times.push(clock.monotonic());
      return { requeueAfterMs: 50, failure: new Error('not yet') };
    });
    await withRunningManager(cluster, { modules: [module], namespace, clock }, async ({ ready, metrics }) => {
      await ready;
      await clock.advance(1_000);
      const found = pauses(times);
      expect(found.length).toBeGreaterThan(20);
      expect(found[0]).toBeLessThanOrEqual(5);
      expect(Math.max(...found)).toBe(50);
      expect(metrics.text()).toMatch(/workqueue_retries_total\{name="bounded"\} [1-9]/);
    });
  });

  test('requeueAfterMs brings a key back, and a failure after growing delays; a success ends the row', async () => {
    await create('a');
    const clock = new ManualClock();
    const times: number[] = [];
    const module = configMapController('coming-back', async () => {
      times.push(clock.monotonic());
      if (times.length <= 5) throw new Error('not yet');
      return times.length === 6 ? { requeueAfterMs: 60_000 } : undefined;
    });
    await withRunningManager(cluster, { modules: [module], namespace, clock }, async ({ ready }) => {
      await ready;
      await clock.advance(1_000);
      expect(times).toHaveLength(6);
      for (const [index, pause] of pauses(times).entries()) {
        expect(pause).toBeGreaterThanOrEqual((5 * 2 ** index) / 2);
        expect(pause).toBeLessThanOrEqual(5 * 2 ** index);
      }
      await clock.advance(58_000);
      expect(times).toHaveLength(6);
      await clock.advance(2_000);
      expect(times).toHaveLength(7);
      await clock.advance(3_600_000);
      expect(times).toHaveLength(7);
    });
  });

  test('a key that is handed to a worker at the moment of the stop is not begun', async () => {
    const begun: string[] = [];
    let hand = (_key: string): void => undefined;
    const reconcile = async (key: string): Promise<undefined> => void begun.push(key);
    const module: ControllerModule = {
      name: 'handed',
      setup: (context) => {
        const source: Source = (enqueue) => {
          hand = enqueue;
          return () => undefined;
        };
        return createReconcilerController({ context, sources: [source], reconciler: { reconcile } });
      },
    };
    const stop = new AbortController();
    const common = { client: cluster.client, clock: systemClock, random: systemRandom, logger: silentLogger };
    const manager = createManager(common).with(module);
    const run = manager.run(stop.signal);
    await manager.ready;
    hand('early');
    await eventually(() => begun.length === 1);
    hand('late');
    stop.abort();
    await run;
    expect(begun).toEqual(['early']);
  });

  test('work that hangs is aborted, then its worker is replaced; the key stays with it until it returns', async () => {
    await create('hanging');
    const clock = new ManualClock();
    const logger = new MemoryLogger();
    const hanging = Promise.withResolvers<undefined>();
    const seen: string[] = [];
    let reason: unknown;
    const work = async (key: string, signal: AbortSignal): Promise<undefined> => {
      seen.push(key);
      if (!key.endsWith('/hanging') || reason !== undefined) return undefined;
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return hanging.promise;
    };
    const module = configMapController('patient', work, { workers: 1, timeoutMs: 60_000 });
    await withRunningManager(cluster, { modules: [module], namespace, clock, logger }, async (manager) => {
      await manager.ready;
      await clock.advance(0);
      await create('other');
      await maps().patch('hanging', { type: 'merge', body: { data: { touched: 'yes' } } });
      await clock.advance(59_000);
      expect([seen, reason]).toEqual([[`${namespace}/hanging`], undefined]);
      await clock.advance(2_000);
      expect(reason).toMatchObject({ code: 'RECONCILE_TIMEOUT' });
      expect(manager.metrics.text()).toContain('kubemin_controller_stuck_reconciles{controller="patient"} 0\n');
      await clock.advance(5_000);
      expect(seen).toEqual([`${namespace}/hanging`, `${namespace}/other`]);
      expect(manager.metrics.text()).toContain('kubemin_controller_stuck_reconciles{controller="patient"} 1\n');
      expect(logger.lines.filter(({ level }) => level === 'error')).toMatchObject([
        { fields: { controller: 'patient', key: `${namespace}/hanging` } },
      ]);
      hanging.resolve(undefined);
      await clock.advance(0);
      expect(seen).toEqual([`${namespace}/hanging`, `${namespace}/other`, `${namespace}/hanging`]);
      const text = manager.metrics.text();
      expect(text).toContain('kubemin_controller_stuck_reconciles{controller="patient"} 0\n');
      expect(text).toContain('controller_runtime_max_concurrent_reconciles{controller="patient"} 1\n');
    });
  });

  test('work that ends at the abort is retried by the same worker', async () => {
    await create('slow');
    const clock = new ManualClock();
    let attempts = 0;
    const work = async (_key: string, signal: AbortSignal): Promise<undefined> => {
      attempts += 1;
      if (attempts > 1) return undefined;
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const module = configMapController('slow', work, { workers: 1, timeoutMs: 60_000 });
    await withRunningManager(cluster, { modules: [module], namespace, clock }, async (manager) => {
      await manager.ready;
      await clock.advance(61_000);
      expect(attempts).toBe(2);
      expect(manager.stats().slow).toMatchObject({ retries: 1, terminalErrors: 0 });
    });
  });

  test('work that never ends is named when the manager stops without it', async () => {
    await create('endless');
    const logger = new MemoryLogger();
    const entered = Promise.withResolvers<void>();
    const module = configMapController('endless', () => {
      entered.resolve();
      return new Promise(() => undefined);
    });
    await withRunningManager(cluster, { modules: [module], namespace, logger, stopGraceMs: 10 }, () => entered.promise);
    expect(logger.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { stuck: [`endless: ${namespace}/endless`] } },
    ]);
  });

  test('metrics of queues and reconciles have the names that dashboards use', async () => {
    for (const name of ['good', 'bad', 'hopeless', 'again']) await create(name);
    const module = configMapController('counted', async (key) => {
      if (key.endsWith('/bad')) throw new Error('no');
      if (key.endsWith('/hopeless')) throw new TerminalError(verbatim('never'), { code: 'NEVER' });
      return key.endsWith('/again') ? { requeueAfterMs: 3_600_000 } : undefined;
    });
    const clock = new ManualClock();
    await withRunningManager(cluster, { modules: [module], namespace, clock }, async (manager) => {
      await manager.ready;
      await clock.advance(0);
      const text = manager.metrics.text();
      for (const line of [
        'workqueue_depth{name="counted"} 0',
        'workqueue_adds_total{name="counted"} 4',
        'workqueue_retries_total{name="counted"} 1',
        'workqueue_queue_duration_seconds_count{name="counted"} 4',
        'workqueue_work_duration_seconds_count{name="counted"} 4',
        'workqueue_longest_running_processor_seconds{name="counted"} 0',
        'controller_runtime_reconcile_total{controller="counted",result="success"} 1',
        'controller_runtime_reconcile_total{controller="counted",result="requeue_after"} 1',
        'controller_runtime_reconcile_total{controller="counted",result="error"} 2',
        'controller_runtime_reconcile_errors_total{controller="counted"} 2',
        'controller_runtime_terminal_reconcile_errors_total{controller="counted"} 1',
        'controller_runtime_reconcile_time_seconds_count{controller="counted"} 4',
        'controller_runtime_active_workers{controller="counted"} 0',
        'kubemin_controller_cached_objects{resource="configmaps"} 4',
      ]) {
        expect(text).toContain(`${line}\n`);
      }
    });
  });
});

describe('KC-MGR-2 scope', () => {
  test('a manager of one namespace hears of no other', async () => {
    const other = await createNamespace(cluster, `${namespace}-other`);
    await create('mine');
    await create('theirs', other);
    const seen: string[] = [];
    const module = configMapController('narrow', async (key) => {
      seen.push(key);
      return undefined;
    });
    await withRunningManager(cluster, { modules: [module], namespace }, async ({ ready }) => {
      await ready;
      await create('theirs-too', other);
      await create('mine-too');
      await eventually(() => seen.length === 2);
      expect(seen).toEqual([`${namespace}/mine`, `${namespace}/mine-too`]);
    });
  });

  test('filters and labels choose the objects; a label that changes hands them over', async () => {
    for (const name of ['web-1', 'web-2', 'db-1']) await create(name);
    const label = (id: string | null) => ({ metadata: { labels: { 'should-be-reconciled-by': id } } });
    await maps().patch('web-2', { type: 'merge', body: label('blue') });
    const seen: string[] = [];
    const module = configMapController('choosing', async (key) => {
      seen.push(key);
      return undefined;
    });
    const options = { modules: [module], namespace, filters: { configmaps: `${namespace}/web-*` } };
    await withRunningManager(cluster, options, async ({ ready }) => {
      await ready;
      await eventually(() => seen.length > 0);
      expect(seen).toEqual([`${namespace}/web-1`]);
      await maps().patch('web-2', { type: 'merge', body: label(null) });
      await eventually(() => seen.length === 2);
      expect(seen).toEqual([`${namespace}/web-1`, `${namespace}/web-2`]);
    });
  });

  test('an object that returns to the scope starts without failures', async () => {
    await create('a');
    const label = (id: string | null) => ({ metadata: { labels: { 'should-be-reconciled-by': id } } });
    const clock = new ManualClock();
    const times: number[] = [];
    let known: () => string | undefined = () => undefined;
    const module = configMapController('failing', async (key, _signal, { informers }) => {
      known = () => informers.informer(CONFIG_MAPS).get(key)?.metadata.labels?.['should-be-reconciled-by'];
      times.push(clock.monotonic());
      throw new Error('not yet');
    });
    await withRunningManager(cluster, { modules: [module], namespace, clock }, async ({ ready }) => {
      await ready;
      await clock.advance(10_000);
      await maps().patch('a', { type: 'merge', body: label('blue') });
      await eventually(() => known() === 'blue');
      const before = times.length;
      await clock.advance(20_000);
      expect(times).toHaveLength(before);
      await maps().patch('a', { type: 'merge', body: label(null) });
      await eventually(() => times.length > before);
      await clock.advance(1_000);
      expect(times.length).toBeGreaterThan(before + 6);
    });
  });

  test('an object that asks to be left alone is left alone until then', async () => {
    const clock = new ManualClock();
    await create('later');
    const annotations = { 'no-reconciling-before': String(clock.now() / 1000 + 90) };
    await maps().patch('later', { type: 'merge', body: { metadata: { annotations } } });
    const times: number[] = [];
    const began = clock.now();
    const module = configMapController('waiting', async () => {
      times.push(clock.now() - began);
      return undefined;
    });
    await withRunningManager(cluster, { modules: [module], namespace, clock }, async ({ ready }) => {
      await ready;
      await clock.advance(89_000);
      expect(times).toEqual([]);
      await clock.advance(60_000);
      expect(times).toEqual([90_000]);
    });
  });

  test('everything is looked at again after each resync period', async () => {
    const clock = new ManualClock();
    for (const name of ['a', 'b']) await create(name);
    let reconciles = 0;
    const module = configMapController('again', async () => {
      reconciles += 1;
      return undefined;
    });
    await withRunningManager(cluster, { modules: [module], namespace, clock, resyncMs: 300_000 }, async ({ ready }) => {
      await ready;
      await clock.advance(299_000);
      expect(reconciles).toBe(2);
      await clock.advance(31_000);
      expect(reconciles).toBe(4);
      await clock.advance(330_000);
      expect(reconciles).toBe(6);
    });
  });
});

function pauses(times: readonly number[]): readonly number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}
