import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { QueueHealth } from './queue-health.ts';
import type { QueueSettings } from './queue-settings.ts';
import type { TaskAnnouncement } from './task-announcement.ts';
import type { PoisonedMessage, Settlement, TaskQueue } from './task-queue.ts';
import { AnnouncementRecorder } from './test-support/announcement-recorder.ts';
import { kafkaBackend } from './test-support/kafka-backend.ts';
import { noopBackend } from './test-support/noop-backend.ts';
import { openTestQueue, type QueueServer, TEST_SETTINGS } from './test-support/queue-backend.ts';
import { redisBackend } from './test-support/redis-backend.ts';

const BACKENDS = [noopBackend, redisBackend, kafkaBackend];
const AN_HOUR = 3_600_000;

const announcements = (...taskIds: readonly string[]): readonly TaskAnnouncement[] =>
  taskIds.map((taskId) => ({ taskId, appId: 'app' }));
const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `task-${index}`);
const never = (): Promise<Settlement> => new Promise(() => undefined);

for (const backend of BACKENDS) {
  const skip = backend.missing === undefined ? '' : ` (skipped: ${backend.missing})`;
  describe.skipIf(backend.missing !== undefined)(`a task queue over ${backend.name}${skip}`, () => {
    let server: QueueServer;
    let channels = 0;
    let settings: QueueSettings;

    beforeAll(async () => {
      server = await backend.start();
    });

    afterAll(() => server?.close());

    /** A channel of the test's own. */
    function channel(overrides: Partial<QueueSettings> = {}): void {
      settings = { ...TEST_SETTINGS, channelPrefix: `conformance-${++channels}`, ...overrides };
    }

    interface InstanceOptions {
      readonly onHealth?: (health: QueueHealth) => void;
      readonly onPoisoned?: (message: PoisonedMessage) => void;
    }

    /** One more instance of the platform on the test's channel. */
    function instance(options: InstanceOptions = {}): TaskQueue {
      const queue = openTestQueue({ driver: server.driver(), settings, ...options });
      onTestFinished(() => queue.close());
      return queue;
    }

    async function publish(...taskIds: readonly string[]): Promise<void> {
      const publisher = instance();
      for (const announcement of announcements(...taskIds)) await publisher.publish(announcement);
    }

    /** Consumes with a recorder of its own. */
    function consume(recorder: AnnouncementRecorder, options: { concurrency?: number; queue?: TaskQueue } = {}) {
      const { queue = instance(), concurrency = 10 } = options;
      return queue.consume({ consumer: `consumer-${crypto.randomUUID()}`, concurrency, handle: recorder.handle });
    }

    const backlog = async (): Promise<number> => (await instance().stats()).backlog;
    const isEmpty = (): Promise<unknown> => eventually(backlog, { until: (left) => left === 0 });

    test('W-36: messages published before the first consumer are delivered', async () => {
      channel();
      await publish('early');
      const recorder = new AnnouncementRecorder();
      consume(recorder);
      await recorder.has(['early']);
    });

    test('every announcement is handled, and none again after it was settled, not even by others', async () => {
      channel();
      const [one, other] = [new AnnouncementRecorder(), new AnnouncementRecorder()];
      const first = consume(one);
      consume(other);
      const taskIds = numbered(60);
      await publish(...taskIds);
      await eventually(() => new Set([...one.taskIds, ...other.taskIds]).size, {
        until: (count) => count === taskIds.length,
      });
      await isEmpty();
      await first.stop();
      const later = new AnnouncementRecorder();
      consume(later);
      await publish('last');
      await eventually(() => [...other.taskIds, ...later.taskIds].includes('last'));
      expect(later.taskIds.filter((id) => id !== 'last')).toEqual([]);
    });

    test('what is not settled, or fails, is delivered again until it is settled', async () => {
      channel();
      await publish('shy', 'broken');
      const times = new Map<string, number>();
      const recorder = new AnnouncementRecorder(({ taskId }) => {
        const time = (times.get(taskId) ?? 0) + 1;
        times.set(taskId, time);
        if (time === 3) return 'done';
        if (taskId === 'broken') throw new Error('the database is away');
        return 'again';
      });
      const queue = instance();
      consume(recorder, { queue });
      await eventually(() => [...times.values()], { until: ([shy, broken]) => shy === 3 && broken === 3 });
      expect(queue.redeliveries).toBe(4);
      await isEmpty();
      expect(recorder.taskIds.toSorted()).toEqual(['broken', 'broken', 'broken', 'shy', 'shy', 'shy']);
    });

    test('W-09: the message of a consumer killed with -9 goes to exactly one of those left', async () => {
      channel();
      await publish('orphan');
      expect(await server.crashConsumer(settings)).toBe('orphan');
      const left = [new AnnouncementRecorder(), new AnnouncementRecorder(), new AnnouncementRecorder()];
      for (const recorder of left) consume(recorder);
      await isEmpty();
      expect(left.flatMap(({ taskIds }) => taskIds)).toEqual(['orphan']);
    });

    test('a slow consumer that lives is not robbed, however often others look', async () => {
      channel({ reclaimMinIdleMs: 1_200 });
      let finish: (settlement: Settlement) => void = () => undefined;
      const slow = new AnnouncementRecorder(() => new Promise<Settlement>((resolve) => (finish = resolve)));
      const eager = new AnnouncementRecorder();
      consume(slow);
      await publish('long');
      await slow.has(['long']);
      if (!instance().capabilities.redeliversOnJoin) consume(eager);
      const since = performance.now();
      await eventually(() => performance.now() - since > 3 * settings.reclaimMinIdleMs);
      expect(eager.taskIds).toEqual([]);
      finish('done');
      await isEmpty();
      expect(slow.taskIds).toEqual(['long']);
    });

    test('the announcements of one application arrive in the order of publication', async () => {
      channel();
      const taskIds = numbered(40);
      await publish(...taskIds);
      const recorder = new AnnouncementRecorder();
      consume(recorder, { concurrency: 1 });
      await recorder.has(taskIds);
      expect(recorder.taskIds).toEqual(taskIds);
    });

    test('no more is in work than there is room for, and the rest follows', async () => {
      channel();
      const taskIds = numbered(12);
      await publish(...taskIds);
      let inWork = 0;
      let most = 0;
      const recorder = new AnnouncementRecorder(async (): Promise<Settlement> => {
        most = Math.max(most, ++inWork);
        await new Promise((resolve) => setImmediate(resolve));
        inWork--;
        return 'done';
      });
      consume(recorder, { concurrency: 3 });
      await recorder.has(taskIds);
      expect(most).toBe(3);
    });

    test('what is nearly done leaves room for the next, and is not lost before it is settled', async () => {
      channel({ reclaimMinIdleMs: AN_HOUR });
      await publish('ending', 'next');
      const handled: string[] = [];
      const [both, consumer] = [Promise.withResolvers<void>(), `consumer-${crypto.randomUUID()}`];
      const consumption = instance().consume({
        consumer,
        concurrency: 1,
        handle: ({ taskId }, nearlyDone) => {
          if (handled.push(taskId) === 2) both.resolve();
          if (taskId === 'ending') nearlyDone();
          return never();
        },
      });
      await both.promise;
      expect(handled).toEqual(['ending', 'next']);
      await consumption.stop();
      const second = new AnnouncementRecorder();
      consume(second);
      await second.has(['ending', 'next']);
      await isEmpty();
    });

    test('who stops leaves what is in work to others at once, not after it has been idle', async () => {
      channel({ reclaimMinIdleMs: AN_HOUR });
      await publish('half-done');
      const first = new AnnouncementRecorder(never);
      const consumption = consume(first);
      await first.has(['half-done']);
      await consumption.stop();
      const second = new AnnouncementRecorder();
      consume(second);
      await second.has(['half-done']);
      await isEmpty();
    });

    test('work that ends out of order: what is still open when its consumer leaves is not lost', async () => {
      channel({ reclaimMinIdleMs: AN_HOUR });
      const taskIds = numbered(6);
      await publish(...taskIds);
      const first = new AnnouncementRecorder(({ taskId }) => (taskId === 'task-2' ? never() : 'done'));
      const consumption = consume(first);
      await first.has(taskIds);
      await consumption.stop();
      const second = new AnnouncementRecorder();
      consume(second);
      await second.has(['task-2']);
      await isEmpty();
      expect(second.taskIds).not.toContain('task-0');
    });

    test('messages that cannot be parsed are reported and dropped, and hold up nothing', async () => {
      channel();
      const poison = ['', 'not json', '[]', 'null', '{"taskId":7,"appId":"app"}', '{"taskId":"t"}', '{"appId":"a"}'];
      const context = { settings, clock: systemClock, random: systemRandom, logger: silentLogger };
      const raw = server.driver().open(context);
      onTestFinished(() => raw.close());
      for (const payload of poison) await raw.publish({ key: 'app', payload });
      await publish('good');
      const reported: PoisonedMessage[] = [];
      const recorder = new AnnouncementRecorder();
      consume(recorder, { queue: instance({ onPoisoned: (message) => reported.push(message) }) });
      await recorder.has(['good']);
      await isEmpty();
      expect(recorder.taskIds).toEqual(['good']);
      expect(reported.map(({ payload }) => payload)).toEqual(poison);
      expect(reported.every(({ error }) => 'code' in error && error.code === 'QUEUE_MESSAGE_INVALID')).toBe(true);
    });

    test('stats count what is not settled, and what of it is in work', async () => {
      channel();
      expect(await instance().stats()).toEqual({ length: 0, backlog: 0, pending: 0, oldestMs: 0 });
      await publish('a', 'b', 'c');
      expect(await instance().stats()).toMatchObject({ length: 3, backlog: 3, pending: 0 });
      const queue = instance();
      const recorder = new AnnouncementRecorder(({ taskId }) => (taskId === 'a' ? 'done' : never()));
      consume(recorder, { queue });
      await recorder.has(['a', 'b', 'c']);
      await eventually(() => queue.stats(), {
        until: ({ backlog, pending, oldestMs = 0 }) => backlog === 2 && pending === 2 && oldestMs > 0,
      });
      expect(queue.redeliveries).toBe(0);
    });

    test('a closed queue rejects calls', async () => {
      channel();
      const queue = openTestQueue({ driver: server.driver(), settings });
      await queue.close();
      await expect(queue.publish({ taskId: 't', appId: 'a' })).rejects.toMatchObject({ code: 'QUEUE_CLOSED' });
      await queue.close();
    });

    if (!backend.hasServer) return;

    describe('whose server goes away', () => {
      const outage = () => {
        if (server.outage === undefined) throw new Error(`${backend.name} has no server that could go away`);
        return server.outage;
      };

      test('a restart in the middle of work: it is reported, nothing is lost, and what is in work stays where it is', async () => {
        channel({ reclaimMinIdleMs: 20_000 });
        const health: QueueHealth[] = [];
        let finish: (settlement: Settlement) => void = () => undefined;
        const recorder = new AnnouncementRecorder(({ taskId }) =>
          taskId === 'before' ? new Promise<Settlement>((resolve) => (finish = resolve)) : 'done',
        );
        const queue = instance({ onHealth: (change) => health.push(change) });
        consume(recorder, { queue });
        await publish('before');
        await recorder.has(['before']);
        await outage().stop();
        await eventually(() => health.some(({ status }) => status === 'down'));
        await expect(queue.publish({ taskId: 'lost', appId: 'app' })).rejects.toMatchObject({
          code: 'QUEUE_UNAVAILABLE',
        });
        await outage().start();
        await eventually(() => publish('after').then(() => true));
        await recorder.has(['after']);
        finish('done');
        await isEmpty();
        expect(recorder.taskIds.filter((id) => id === 'before')).toEqual(['before']);
        expect(health.at(-1)).toEqual({ status: 'up' });
      });

      test('a restart without any data: consuming continues, and the old work ends undisturbed', async () => {
        channel();
        let finish: (settlement: Settlement) => void = () => undefined;
        const recorder = new AnnouncementRecorder(({ taskId }) =>
          taskId === 'before' ? new Promise<Settlement>((resolve) => (finish = resolve)) : 'done',
        );
        consume(recorder);
        await publish('before');
        await recorder.has(['before']);
        await outage().stop();
        await outage().erase();
        await outage().start();
        await eventually(() => publish('after').then(() => true));
        await recorder.has(['after']);
        finish('done');
        await publish('end');
        await recorder.has(['end']);
        await isEmpty();
      });

      test('away from the start: opening and consuming wait for it', async () => {
        channel();
        await outage().stop();
        const recorder = new AnnouncementRecorder();
        const queue = instance();
        consume(recorder, { queue });
        await eventually(() => queue.health.status === 'down');
        await outage().start();
        await eventually(() => publish('first').then(() => true));
        await recorder.has(['first']);
      });

      test('after as many failures as were allowed, consuming is given up and stays so', async () => {
        channel({ maxReadFailures: 3 });
        await outage().stop();
        const health: QueueHealth[] = [];
        const recorder = new AnnouncementRecorder();
        consume(recorder, { queue: instance({ onHealth: (change) => health.push(change) }) });
        await eventually(() => health.at(-1)?.status === 'given-up');
        expect(health.at(-1)).toMatchObject({ failures: 3, error: { code: 'QUEUE_UNAVAILABLE' } });
        await outage().start();
        await eventually(() => publish('too late').then(() => true));
        expect(recorder.taskIds).toEqual([]);
      });
    });
  });
}
