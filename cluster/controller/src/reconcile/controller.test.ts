import { core } from '@kubemin/kubeapi/resources';
import { eventually, ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configMapController, createConfigMap, withRunningManager } from '../test-support/config-maps.ts';
import { MemoryLogger } from '../test-support/memory-logger.ts';
import type { AfterSyncHook } from './controller.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
  await createConfigMap(cluster, 'default', 'present');
});
afterAll(() => cluster.close());

const idle = async (): Promise<undefined> => undefined;

describe('KC-MGR-1 hooks after the cache sync', () => {
  test('run once each, in the order of registration, when the caches of all are filled', async () => {
    const seen: string[] = [];
    const hook = (name: string, blocking: boolean): AfterSyncHook => ({
      blocking,
      run: async ({ informers }) => {
        seen.push(`${name} sees ${informers.informer(core.v1.configmaps).get('default/present')?.metadata.name}`);
      },
    });
    const modules = [
      configMapController('first', idle, { afterCacheSync: hook('first', false) }),
      configMapController('second', idle, { afterCacheSync: hook('second', true) }),
      configMapController('third', idle, { afterCacheSync: hook('third', false) }),
    ];
    await withRunningManager(cluster, { modules }, async ({ ready }) => {
      await ready;
      expect(seen).toEqual(['first sees present', 'second sees present', 'third sees present']);
    });
    expect(seen).toHaveLength(3);
  });

  test('one that fails keeps the manager from being ready, and is tried again with growing delays', async () => {
    const clock = new ManualClock();
    const logger = new MemoryLogger();
    const attempts: number[] = [];
    const failing: AfterSyncHook = {
      run: async () => {
        attempts.push(clock.monotonic());
        if (attempts.length < 4) throw new Error('the other side is not up');
      },
    };
    const modules = [
      configMapController('failing', idle, { afterCacheSync: failing }),
      configMapController('healthy', idle),
    ];
    await withRunningManager(cluster, { modules, clock, logger }, async (manager) => {
      let isReady = false;
      void manager.ready.then(() => {
        isReady = true;
      });
      await eventually(() => attempts.length === 1);
      await clock.advance(0);
      const { ready, checks } = manager.health();
      expect(ready).toBe(false);
      expect(checks.filter(({ ok }) => !ok)).toEqual([
        { name: 'after-sync/failing', ok: false, message: 'the other side is not up' },
      ]);
      expect(manager.metrics.text()).toContain('kubemin_controller_hook_failures_total{controller="failing"} 1\n');
      await clock.advance(3_400);
      expect([attempts.length, isReady]).toEqual([3, false]);
      await clock.advance(10_000);
      await manager.ready;
      expect(manager.health().ready).toBe(true);
      const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
      for (const [index, pause] of pauses.entries()) {
        expect(pause).toBeGreaterThanOrEqual(500 * 2 ** index);
        expect(pause).toBeLessThanOrEqual(1000 * 2 ** index);
      }
      await clock.advance(600_000);
      expect(attempts).toHaveLength(4);
    });
  });

  test('one that blocks holds the workers of its own controller, and no others', async () => {
    const gate = Promise.withResolvers<void>();
    const worked: string[] = [];
    const noting = (name: string) => async (): Promise<undefined> => {
      worked.push(name);
    };
    const blocking: AfterSyncHook = { blocking: true, run: () => gate.promise };
    const modules = [
      configMapController('held', noting('held'), { afterCacheSync: blocking }),
      configMapController('open', noting('open'), {
        afterCacheSync: { run: () => Promise.reject(new Error('later')) },
      }),
    ];
    await withRunningManager(cluster, { modules }, async () => {
      await eventually(() => worked.includes('open'));
      expect(worked).not.toContain('held');
      gate.resolve();
      await eventually(() => worked.includes('held'));
    });
  });

  test('one that is still failing does not keep the manager from stopping', async () => {
    const failing: AfterSyncHook = { blocking: true, run: () => Promise.reject(new Error('never')) };
    const logger = new MemoryLogger();
    await withRunningManager(
      cluster,
      { modules: [configMapController('failing', idle, { afterCacheSync: failing })], logger },
      () => eventually(() => logger.at('error').length > 0).then(() => undefined),
    );
  });

  test('one that never returns is named when the manager stops without it', async () => {
    const logger = new MemoryLogger();
    const entered = Promise.withResolvers<void>();
    const endless: AfterSyncHook = {
      run: () => {
        entered.resolve();
        return new Promise(() => undefined);
      },
    };
    const modules = [configMapController('endless', idle, { afterCacheSync: endless })];
    await withRunningManager(cluster, { modules, logger, stopGraceMs: 10 }, () => entered.promise);
    expect(logger.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { stuck: ['endless: the hook after the cache sync'] } },
    ]);
  });
});
