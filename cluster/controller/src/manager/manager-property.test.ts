import { silentLogger, systemRandom } from '@kubemin/base';
import { createKubeClient, type KubeClient } from '@kubemin/kube';
import { ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ControllerModule } from '../reconcile/controller.ts';
import { createReconcilerController } from '../reconcile/reconciler-controller.ts';
import { enqueueMappedKeys } from '../reconcile/source.ts';
import { CONFIG_MAPS, createNamespace } from '../test-support/config-maps.ts';
import { FaultyTransport } from '../test-support/faulty-transport.ts';
import { createManager } from './manager.ts';

const RUNS = process.env.KUBEMIN_TEST_FULL === '1' ? 500 : 60;

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

/** What became of a run: whatever it finds wrong while it goes. */
class Watchman {
  readonly inWork = new Set<string>();
  readonly faults: string[] = [];
  /** How many of the next reconciles fail, and when: before or after their write. */
  failures: ('before' | 'after')[] = [];
}

/** Keeps for each `in-x` an `out-x` with the same word in capitals. */
function copying(watchman: Watchman): ControllerModule {
  return {
    name: 'copying',
    setup(context) {
      const maps = context.informers.informer(CONFIG_MAPS);
      const copy = async (key: string): Promise<void> => {
        const [namespace = '', name] = key.split('/');
        const [source, target] = [maps.get(`${namespace}/in-${name}`), maps.get(`${namespace}/out-${name}`)];
        const client = context.client.resource(CONFIG_MAPS, namespace);
        const data = { word: source?.data?.word?.toUpperCase() ?? '' };
        const fresh = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `out-${name}` }, data } as const;
        if (source === undefined) {
          if (target !== undefined) await client.delete(`out-${name}`);
        } else if (target === undefined) await client.create(fresh);
        else if (target.data?.word !== data.word) await client.update({ ...target, data });
      };
      const reconcile = async (key: string): Promise<undefined> => {
        if (watchman.inWork.has(key)) watchman.faults.push(`two workers on ${key}`);
        watchman.inWork.add(key);
        try {
          const failure = watchman.failures.shift();
          if (failure === 'before') throw new Error('failed before');
          await copy(key);
          if (failure === 'after') throw new Error('failed after');
        } finally {
          watchman.inWork.delete(key);
        }
      };
      const keys = enqueueMappedKeys(maps, ({ key }) => [key.replace(/\/(in|out)-/, '/')]);
      return createReconcilerController({ context, sources: [keys], reconciler: { reconcile }, workers: 2 });
    },
  };
}

/** A manager that is restarted from time to time, like a process. */
class Restarted {
  readonly #client: KubeClient;
  readonly #clock: ManualClock;
  readonly #module: ControllerModule;
  readonly #namespace: string;
  #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(parts: { client: KubeClient; clock: ManualClock; module: ControllerModule; namespace: string }) {
    this.#client = parts.client;
    this.#clock = parts.clock;
    this.#module = parts.module;
    this.#namespace = parts.namespace;
  }

  start(): void {
    this.#stop = new AbortController();
    const common = { client: this.#client, clock: this.#clock, random: systemRandom, logger: silentLogger };
    const manager = createManager({ ...common, namespace: this.#namespace }).with(this.#module);
    this.#running = manager.run(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}

const name = fc.constantFrom('a', 'b', 'c');
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('put' as const), name, word: fc.constantFrom('x', 'y', 'z') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('spoil' as const), name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), when: fc.constantFrom('before', 'after') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refuse' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(3, 50, 2_000) }) },
);

test('whatever happens to objects, reconciles, watches and processes, the copies come to fit, one worker to a key', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      runs += 1;
      const namespace = await createNamespace(cluster, `run-${runs}`);
      const maps = cluster.client.resource(CONFIG_MAPS, namespace);
      const clock = new ManualClock();
      const line = new FaultyTransport(cluster.handler, clock);
      const watchman = new Watchman();
      const client = createKubeClient(line.handler);
      const manager = new Restarted({ client, clock, module: copying(watchman), namespace });
      manager.start();
      const apply = (map: string, word: string) =>
        maps.patch(
          map,
          {
            type: 'apply',
            body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: map }, data: { word } },
            force: true,
          },
          { fieldManager: 'test' },
        );
      const expected = new Map<string, string>();
      for (const now of steps) {
        if (now.do === 'put') {
          await apply(`in-${now.name}`, now.word);
          expected.set(`out-${now.name}`, now.word.toUpperCase());
        }
        if (now.do === 'remove' && expected.delete(`out-${now.name}`)) await maps.delete(`in-${now.name}`);
        if (now.do === 'spoil') await apply(`out-${now.name}`, 'spoilt');
        if (now.do === 'fail') watchman.failures.push(now.when === 'before' ? 'before' : 'after');
        if (now.do === 'refuse') line.refuseWrites(1);
        if (now.do === 'lose') line.loseResponses(1);
        if (now.do === 'cut') line.cutWatches();
        if (now.do === 'restart') {
          await manager.stop();
          expect(watchman.inWork.size).toBe(0);
          manager.start();
        }
        if (now.do === 'pass') await line.pass(now.ms);
      }
      line.restore();
      watchman.failures = [];
      await line.pass(60_000, 10_000);
      const { items } = await maps.list();
      const outs = items.filter(({ metadata }) => metadata.name?.startsWith('out-'));
      expect(new Map(outs.map(({ metadata, data }) => [metadata.name, data?.word]))).toEqual(expected);
      expect(watchman.faults).toEqual([]);
      await manager.stop();
    }),
    { numRuns: RUNS },
  );
});
