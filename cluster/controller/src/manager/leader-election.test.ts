import { coordination, core } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ControllerContext, ControllerModule } from '../reconcile/controller.ts';
import { createReconcilerController } from '../reconcile/reconciler-controller.ts';
import { type ManagerProcess, ManagerProcesses } from '../test-support/manager-processes.ts';

let cluster: TestCluster;
let processes: ManagerProcesses;
let tests = 0;

beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());
beforeEach(async () => {
  tests += 1;
  const metadata = { name: `space-${tests}` };
  await cluster.client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata });
  processes = new ManagerProcesses(cluster.handler, `lease-${tests}`);
});
afterEach(() => processes.close());

const configMaps = () => cluster.client.resource(core.v1.configmaps, `space-${tests}`);
const create = (name: string) => configMaps().create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

type Work = (context: ControllerContext, key: string, signal: AbortSignal) => Promise<void>;

/** Notes in each ConfigMap who has seen it, and keeps what the framework lent it. */
class Witness implements ControllerModule {
  readonly name = 'witness';
  readonly contexts: ControllerContext[] = [];
  readonly seen: string[] = [];
  readonly #work: Work;

  constructor(work: Work = mark) {
    this.#work = work;
  }

  setup(context: ControllerContext) {
    this.contexts.push(context);
    const primary = context.informers.informer(core.v1.configmaps, { namespace: `space-${tests}` });
    const reconcile = async (key: string, signal: AbortSignal): Promise<undefined> => {
      this.seen.push(key);
      await this.#work(context, key, signal);
      return undefined;
    };
    return createReconcilerController({ context, primary, reconciler: { reconcile } });
  }
}

async function mark({ client, leadership: { identity, term } }: ControllerContext, key: string): Promise<void> {
  const name = key.slice(key.indexOf('/') + 1);
  const body = { data: { by: `${identity}/${term}` } };
  await client.resource(core.v1.configmaps, `space-${tests}`).patch(name, { type: 'merge', body });
}

const readMark = async (name: string) => (await configMaps().get(name)).data?.by;

/** The first leads, the second waits. */
async function two(first: ControllerModule, second: ControllerModule): Promise<[ManagerProcess, ManagerProcess]> {
  const one = processes.start('one', first);
  await processes.settle();
  const other = processes.start('two', second);
  await processes.advance(4_000);
  expect([one.manager.health().state, other.manager.health().state]).toEqual(['leading', 'standby']);
  return [one, other];
}

describe('KC-MGR-2 leader election', () => {
  test('one works, the other stands by, ready and without caches; health and metrics report which is which', async () => {
    const [a, b] = [new Witness(), new Witness()];
    await create('early');
    const [one, other] = await two(a, b);
    expect(await readMark('early')).toBe('one/0');
    expect([b.contexts, b.seen]).toEqual([[], []]);
    expect(one.manager.health()).toMatchObject({ ready: true, checks: [{ name: 'leader-election' }, {}, {}] });
    expect(other.manager.health()).toEqual({
      state: 'standby',
      ready: true,
      checks: [{ name: 'leader-election', ok: true, message: 'waiting; the leader is one' }],
    });
    const status = 'leader_election_master_status{name="lease-1"}';
    expect(one.manager.metrics.text()).toContain(`${status} 1\n`);
    expect(other.manager.metrics.text()).toContain(`${status} 0\n`);
  });

  test('a leader that stops releases the lease, and the next reconciles all keys', async () => {
    const [a, b] = [new Witness(), new Witness()];
    const [one, other] = await two(a, b);
    one.stop.abort();
    await processes.advance(3_000);
    expect(await one.running).toBeUndefined();
    expect(one.manager.health()).toMatchObject({ state: 'stopping', ready: false });
    await create('later');
    await processes.advance(500);
    expect(other.manager.health().state).toBe('leading');
    expect(await readMark('later')).toBe('two/1');
  });

  test('a process that was stopped past its lease reconciles nothing more, before any of its timers has fired', async () => {
    const [a, b] = [new Witness(), new Witness()];
    const [one, other] = await two(a, b);
    one.clock.stop();
    await processes.advance(20_000);
    expect(other.manager.health().state).toBe('leading');
    const before = a.seen.length;
    // Its watch still brings it the news, as sockets are read before timers fire after SIGCONT.
    await create('news');
    await processes.advance(500);
    expect(a.seen).toHaveLength(before);
    expect(await readMark('news')).toBe('two/1');
    const [context] = a.contexts;
    expect(() => context?.leadership.assertHeld()).toThrow(expect.objectContaining({ code: 'LEADERSHIP_LOST' }));
    one.clock.continue();
    await processes.advance(20_000);
    expect([one.manager.health().state, other.manager.health().state]).toEqual(['standby', 'leading']);
    expect(a.seen).toHaveLength(before);
  });

  test('work that is pending when the lease is lost cannot write any more, and does not count as failed', async () => {
    const gate = Promise.withResolvers<void>();
    let refused: unknown;
    const waiting = new Witness(async (context, key) => {
      await gate.promise;
      await mark(context, key).catch((error: unknown) => {
        refused = error;
        throw error;
      });
    });
    const [one, other] = await two(waiting, new Witness());
    await create('contested');
    await processes.advance(500);
    one.clock.stop();
    await processes.advance(20_000);
    expect(await readMark('contested')).toBe('two/1');
    gate.resolve();
    await processes.settle();
    expect(refused).toMatchObject({ code: 'LEADERSHIP_LOST' });
    one.clock.continue();
    await processes.advance(2_000);
    expect(await readMark('contested')).toBe('two/1');
    expect(one.manager.stats().witness).toMatchObject({ retries: 0, terminalErrors: 0 });
    expect(one.manager.health().state).toBe('standby');
    expect(other.manager.health().state).toBe('leading');
  });

  test('everything is set up again for each term, and the client of the old term stays fenced', async () => {
    const witness = new Witness();
    processes.start('one', witness);
    await processes.settle();
    const leases = cluster.client.resource(coordination.v1.leases, 'default');
    await leases.patch(`lease-${tests}`, { type: 'merge', body: { spec: { holderIdentity: 'other' } } });
    await processes.advance(60_000);
    expect(witness.contexts.map(({ leadership }) => [leadership.term, leadership.isHeld()])).toEqual([
      [0, false],
      [1, true],
    ]);
    await create('later');
    await processes.settle();
    expect(await readMark('later')).toBe('one/1');
    const [old] = witness.contexts;
    expect(old).toBeDefined();
    if (old !== undefined) await expect(mark(old, 'x/later')).rejects.toMatchObject({ code: 'LEADERSHIP_LOST' });
  });

  test('work that does not end when the lease is lost ends the manager, with its key', async () => {
    const hanging = new Witness(() => new Promise(() => undefined));
    const [one, other] = await two(hanging, new Witness());
    await create('stuck');
    await processes.advance(500);
    one.clock.stop();
    await processes.advance(20_000);
    one.clock.continue();
    await processes.advance(6_000);
    expect(await one.running).toMatchObject({
      code: 'LEADERSHIP_LOST_WITH_WORK',
      message: expect.stringContaining(`witness: space-${tests}/stuck`),
    });
    expect(one.manager.health().state).toBe('failed');
    expect(other.manager.health().state).toBe('leading');
  });

  test('a leader that stops while work does not end prevents others from starting before its process has ended', async () => {
    const hanging = new Witness(() => new Promise(() => undefined));
    const [one, other] = await two(hanging, new Witness());
    await create('stuck');
    await processes.advance(500);
    one.stop.abort();
    // Its grace, and longer than another needs to take a lease that was given away.
    await processes.advance(36_000);
    expect(await one.running).toBeUndefined();
    expect(other.manager.health().state).toBe('standby');
    await processes.advance(20_000);
    expect(other.manager.health().state).toBe('leading');
  });

  test('a module that cannot be set up ends the manager instead of a term after the other', async () => {
    const broken: ControllerModule = {
      name: 'broken',
      setup: () => {
        throw new Error('no idea how');
      },
    };
    const one = processes.start('one', broken);
    await processes.advance(3_000);
    expect(await one.running).toMatchObject({ code: 'CONTROLLER_SETUP_FAILED' });
  });
});
