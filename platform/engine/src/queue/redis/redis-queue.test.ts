import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { eventually, missingService, startRedis, startTcpProxy, type TestService } from '@kubemin/testing';
import { createClient, type RedisClientType } from '@redis/client';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { QueueChannel, QueueSubscription } from '../queue-driver.ts';
import { AnnouncementRecorder } from '../test-support/announcement-recorder.ts';
import { openTestQueue, TEST_SETTINGS } from '../test-support/queue-backend.ts';
import { redisQueueDriver } from './redis-channel.ts';
import type { RedisQueueSettings } from './redis-settings.ts';

const missing = missingService('redis');
const STREAM = 'kubemin.workflow.dispatch';
const GROUP = 'workflow-workers';

describe.skipIf(missing !== undefined)(`the redis queue${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let service: TestService;
  let redis: RedisClientType;

  beforeAll(async () => {
    service = await startRedis();
    redis = createClient({ url: service.url });
    await redis.connect();
  });

  afterEach(() => redis.flushAll());

  afterAll(async () => {
    redis?.destroy();
    await service?.close();
  });

  function open(overrides: Partial<RedisQueueSettings> = {}): QueueChannel {
    const settings = { host: service.host, port: service.port, ...overrides };
    const context = { settings: TEST_SETTINGS, clock: systemClock, random: systemRandom, logger: silentLogger };
    const channel = redisQueueDriver(settings).open(context);
    onTestFinished(() => channel.close());
    return channel;
  }

  const { signal } = new AbortController();
  const read = (subscription: QueueSubscription, count: number) => subscription.read({ count, blockMs: 10, signal });
  const publish = async (channel: QueueChannel, count: number): Promise<void> => {
    for (let index = 0; index < count; index++) await channel.publish({ key: 'app', payload: String(index) });
  };

  test('any number of commands goes over one connection, and one more for looks that wait', async () => {
    const received = async () => Number(/total_connections_received:(\d+)/.exec(await redis.info('stats'))?.[1]);
    const before = await received();
    const channel = open();
    const subscription = channel.subscribe('one');
    await publish(channel, 20);
    for (let left = 20; left > 0; left -= 1) {
      const [message] = await read(subscription, 1);
      await subscription.acknowledge([message?.id ?? '']);
    }
    expect((await received()) - before).toBe(2);
  });

  test('W-36: a full stream drops what is settled, never what is in work or was not delivered', async () => {
    const channel = open({ maxLength: 100 });
    const subscription = channel.subscribe('one');
    await publish(channel, 300);
    expect(await redis.xLen(STREAM)).toBe(300);

    const delivered = await read(subscription, 250);
    const [first, ...others] = delivered.map(({ id }) => id);
    await subscription.acknowledge(others);
    await publish(channel, 100);
    expect(await redis.xLen(STREAM)).toBe(400);

    await subscription.acknowledge([first ?? '']);
    await publish(channel, 100);
    // Redis drops whole nodes of 100 entries.
    expect(await redis.xLen(STREAM)).toBeLessThanOrEqual(350);
    const rest = await read(subscription, 1_000);
    expect(rest.map(({ payload }) => payload)).toHaveLength(250);
  });

  test('trimming minds the groups of others', async () => {
    await redis.xGroupCreate(STREAM, 'auditors', '0', { MKSTREAM: true });
    const channel = open({ maxLength: 100 });
    const subscription = channel.subscribe('one');
    await publish(channel, 300);
    await subscription.acknowledge((await read(subscription, 300)).map(({ id }) => id));
    await publish(channel, 50);
    expect(await redis.xLen(STREAM)).toBe(350);
  });

  test('a stream without a limit keeps everything', async () => {
    const channel = open({ maxLength: 0 });
    const subscription = channel.subscribe('one');
    await publish(channel, 150);
    await subscription.acknowledge((await read(subscription, 150)).map(({ id }) => id));
    await publish(channel, 150);
    expect(await redis.xLen(STREAM)).toBe(300);
  });

  test('W-36: a group that exists is used as it is (BUSYGROUP is no error)', async () => {
    const [one, other] = [open(), open()];
    await publish(one, 2);
    const both = await Promise.all([read(one.subscribe('one'), 1), read(other.subscribe('other'), 1)]);
    expect(
      both
        .flat()
        .map(({ payload }) => payload)
        .toSorted(),
    ).toEqual(['0', '1']);
  });

  test('who was robbed while it could not speak neither takes the message back nor gives it away', async () => {
    const channel = open();
    const [frozen, heir] = [channel.subscribe('frozen'), channel.subscribe('heir')];
    await publish(channel, 1);
    const [message] = await read(frozen, 1);
    const ids = [message?.id ?? ''];
    expect(await heir.reclaim({ count: 10, minIdleMs: 0 })).toEqual([message]);
    await frozen.extend(ids);
    await frozen.release(ids);
    await frozen.close();
    expect(await redis.xPendingRange(STREAM, GROUP, '-', '+', 10)).toMatchObject([{ id: ids[0], consumer: 'heir' }]);
    expect(await heir.reclaim({ count: 10, minIdleMs: 60_000 })).toEqual([]);
  });

  test('who leaves with messages in its name leaves them to others, and its name goes once they are gone', async () => {
    const channel = open();
    const [leaver, heir] = [channel.subscribe('leaver'), channel.subscribe('heir')];
    await publish(channel, 3);
    await read(leaver, 3);
    await leaver.close();
    expect(await heir.reclaim({ count: 2, minIdleMs: 3_600_000 })).toHaveLength(2);
    expect(await heir.reclaim({ count: 2, minIdleMs: 3_600_000 })).toHaveLength(1);
    await heir.close();
    const again = channel.subscribe('idler');
    await read(again, 1);
    await again.close();
    const names = (await redis.xInfoConsumers(STREAM, GROUP)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['heir', 'leaver']);
  });

  test('an entry that others wrote without our field is poison like any other', async () => {
    const reported: string[] = [];
    await redis.xAdd(STREAM, '*', { foreign: 'field' });
    const driver = redisQueueDriver({ host: service.host, port: service.port });
    const queue = openTestQueue({ driver, settings: TEST_SETTINGS, onPoisoned: ({ id }) => reported.push(id) });
    onTestFinished(() => queue.close());
    queue.consume({ consumer: 'one', concurrency: 1, handle: new AnnouncementRecorder().handle });
    await eventually(() => reported.length === 1);
    await eventually(async () => (await queue.stats()).backlog === 0);
  });

  test('a key of another type, and a wrong password, are refused with a message that names what to change', async () => {
    await redis.set(STREAM, 'text');
    await expect(publish(open(), 1)).rejects.toMatchObject({
      code: 'QUEUE_REFUSED',
      message: expect.stringContaining('another channel prefix'),
    });
    const strict = open({ username: 'nobody', password: 'wrong' });
    await expect(publish(strict, 1)).rejects.toMatchObject({
      code: 'QUEUE_REFUSED',
      message: expect.stringMatching(new RegExp(`${service.port} rejects the request: wrong user name`)),
    });
  });

  test('a Redis that accepts commands and never responds counts as unavailable', async () => {
    const channel = open({ commandTimeoutMs: 200 });
    await publish(channel, 1);
    await redis.clientPause(30_000, 'WRITE');
    try {
      await expect(channel.publish({ key: 'app', payload: 'x' })).rejects.toMatchObject({
        code: 'QUEUE_UNAVAILABLE',
        message: expect.stringContaining('no response within 200 ms'),
      });
    } finally {
      await redis.clientUnpause();
    }
  });

  test('a cut line fails what is under way, and the next call finds a new one', async () => {
    const proxy = await startTcpProxy({ host: service.host, port: service.port });
    onTestFinished(() => proxy.close());
    const channel = open({ port: proxy.port });
    const subscription = channel.subscribe('one');
    await publish(channel, 1);
    proxy.cut();
    await expect(publish(channel, 1)).rejects.toMatchObject({ code: 'QUEUE_UNAVAILABLE' });
    proxy.restore();
    await eventually(() => publish(channel, 1).then(() => true));
    expect((await read(subscription, 10)).length).toBeGreaterThanOrEqual(2);
  });
});
