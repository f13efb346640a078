import { silentLogger } from '@kubemin/base';
import { ManualClock } from '@kubemin/testing';
import { createTestSqlite, describeDatabases, type TestDatabase } from '@kubemin/testing/vitest';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { LeaderRow } from '../store/leader-row.ts';
import { ENGINE_MIGRATIONS } from '../store/migrations.ts';
import { DEFAULT_ENGINE_SETTINGS, type EngineSettings } from '../task/settings.ts';
import type { EngineTables } from '../task/tables.ts';
import { Leadership } from './leadership.ts';

/** One instance that takes part, with the notifications it got. */
async function participant(place: TestDatabase, clock: ManualClock, settings: Partial<EngineSettings> = {}) {
  const opened = await place.open();
  const row = new LeaderRow(await opened.withTables<EngineTables>('engine', ENGINE_MIGRATIONS));
  const notifications: string[] = [];
  const pending = new Set<Promise<unknown>>();
  const tracked = <T>(operation: Promise<T>): Promise<T> => {
    pending.add(operation);
    return operation;
  };
  const leadership: Leadership = new Leadership({
    row: {
      take: (options) => tracked(row.take(options)),
      renew: (leader, expiresAt) => tracked(row.renew(leader, expiresAt)),
      giveUp: (leader) => tracked(row.giveUp(leader)),
    },
    executorId: crypto.randomUUID(),
    clock,
    logger: silentLogger,
    settings: { ...DEFAULT_ENGINE_SETTINGS, ...settings },
    changed: () => notifications.push(leadership.leader === undefined ? 'follows' : 'leads'),
    lost: () => notifications.push('lost'),
  });
  onTestFinished(() => leadership.stop());
  const settled = async (): Promise<void> => {
    await Promise.allSettled(pending);
    pending.clear();
  };
  return { leadership, row, notifications, settled, cut: () => opened.close() };
}

type Participant = Awaited<ReturnType<typeof participant>>;

/** Advances the clock no faster than the database responds; returns by how much. */
async function pass(options: {
  readonly crew: readonly Participant[];
  readonly clock: ManualClock;
  readonly ms: number;
  readonly until: () => boolean;
}): Promise<number> {
  const { crew, clock, ms, until } = options;
  const start = clock.now();
  while (clock.now() - start < ms && !until()) {
    await clock.advance(100);
    for (const { settled } of crew) await settled();
    await clock.advance(0);
  }
  return clock.now() - start;
}

describeDatabases('the election of a leader', (dialect) => {
  test('of instances that start together one leads, and it keeps leading', async () => {
    const place = await dialect.create();
    const clock = new ManualClock();
    const crew = await Promise.all([1, 2, 3].map(() => participant(place, clock)));
    await Promise.all(crew.map(({ leadership }) => leadership.start()));
    const leaders = () => crew.filter(({ leadership }) => leadership.leader !== undefined);
    expect(leaders()).toHaveLength(1);
    const [first] = leaders();
    await pass({ crew, clock, ms: 30_000, until: () => leaders().length !== 1 });
    expect(leaders()).toEqual([first]);
    expect(first?.leadership.leader?.term).toBe(1);
  });

  test('a leader that stops is followed within a second, one that dies when its lease is over', async () => {
    const place = await dialect.create();
    const clock = new ManualClock();
    const [polite, rude, last] = [
      await participant(place, clock),
      await participant(place, clock),
      await participant(place, clock),
    ];
    const crew = [polite, rude, last];
    await polite.leadership.start();
    await rude.leadership.start();
    await polite.leadership.stop();
    const after = await pass({ crew, clock, ms: 60_000, until: () => rude.leadership.leader !== undefined });
    expect(after).toBeLessThanOrEqual(1_000);
    expect(polite.notifications).toEqual(['leads']);

    await last.leadership.start();
    await rude.cut();
    await pass({ crew, clock, ms: 14_000, until: () => last.leadership.leader !== undefined });
    expect(last.leadership.leader).toBeUndefined();
    expect(rude.notifications).toEqual(['leads', 'follows', 'lost']);
    await pass({ crew, clock, ms: 4_000, until: () => last.leadership.leader !== undefined });
    expect(last.leadership.leader?.term).toBe(3);
  });

  test('a leader that cannot reach the database ceases to lead before another can begin', async () => {
    const place = await dialect.create();
    const clock = new ManualClock();
    const [leader, follower] = [await participant(place, clock), await participant(place, clock)];
    const crew = [leader, follower];
    await leader.leadership.start();
    await follower.leadership.start();
    await leader.cut();
    await pass({ crew, clock, ms: 60_000, until: () => leader.leadership.leader === undefined });
    expect(follower.leadership.leader).toBeUndefined();
    await pass({ crew, clock, ms: 60_000, until: () => follower.leadership.leader !== undefined });
    expect(follower.leadership.leader?.term).toBe(2);
  });

  test('a process that knows it is alone leads at once, whatever is in the row', async () => {
    const place = await dialect.create();
    const clock = new ManualClock();
    const before = await participant(place, clock);
    await before.leadership.start();
    const alone = await participant(place, clock, { takeOver: 'all' });
    await alone.leadership.start();
    expect(alone.leadership.leader?.term).toBe(2);
    await pass({ crew: [before, alone], clock, ms: 5_000, until: () => before.leadership.leader === undefined });
    expect(before.notifications).toEqual(['leads', 'follows', 'lost']);
  });

  test('whatever the order of attempts, renewals and resignations: terms only grow, and none has two holders', async () => {
    const place = await dialect.create();
    const rows = await Promise.all([1, 2, 3].map(async () => (await participant(place, new ManualClock())).row));
    const attempt = fc.record({
      who: fc.nat(2),
      what: fc.constantFrom('take' as const, 'take' as const, 'renew' as const, 'giveUp' as const),
      // Clocks of different machines do not agree.
      wait: fc.nat(6_000),
      skew: fc.integer({ min: -20_000, max: 20_000 }),
    });
    const holders = new Map<number, string>();
    let newest = 0;
    let now = 0;
    const play = async (rounds: readonly (readonly { who: number; what: string; wait: number; skew: number }[])[]) => {
      const terms = new Map<number, number>();
      for (const round of rounds) {
        const before = newest;
        const took = await Promise.all(
          round.map(async ({ who, what, wait, skew }) => {
            now += wait;
            const row = rows[who];
            const holder = `holder-${who}`;
            const leader = { holder, term: terms.get(who) ?? 0 };
            const stamp = now + skew;
            if (what === 'renew') await row?.renew(leader, stamp + 15_000);
            if (what === 'giveUp') await row?.giveUp(leader);
            if (what !== 'take') return;
            const term = await row?.take({ holder, now: stamp, expiresAt: stamp + 15_000 });
            if (term === undefined) return;
            terms.set(who, term);
            return { term, holder };
          }),
        );
        for (const taken of took) {
          if (taken === undefined) continue;
          expect(taken.term).toBeGreaterThan(before);
          expect(holders.has(taken.term)).toBe(false);
          holders.set(taken.term, taken.holder);
          newest = Math.max(newest, taken.term);
        }
        for (const [who, term] of terms) {
          // Only the newest term can be renewed: a former leader learns that it leads no more.
          const renewed = await rows[who]?.renew({ holder: `holder-${who}`, term }, now);
          if (term < newest) expect(renewed).toBe(false);
        }
      }
    };
    const rounds = fc.array(fc.array(attempt, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
    await fc.assert(fc.asyncProperty(rounds, play), { numRuns: 25 });
    expect(newest).toBeGreaterThan(10);
  });
});

test('a lost response does not keep an instance from leading', async () => {
  const place = await createTestSqlite();
  const { row } = await participant(place, new ManualClock());
  const ask = { holder: 'one', now: 0, expiresAt: 15_000 };
  expect(await row.take(ask)).toBe(1);
  expect(await row.take(ask)).toBe(2);
  expect(await row.take({ ...ask, holder: 'two' })).toBeUndefined();
});
