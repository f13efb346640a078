import { eventually, type KafkaService, missingService, startKafka } from '@kubemin/testing';
import { Admin } from '@platformatic/kafka';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Settlement, TaskQueue } from '../task-queue.ts';
import { AnnouncementRecorder } from '../test-support/announcement-recorder.ts';
import { openTestQueue, TEST_SETTINGS } from '../test-support/queue-backend.ts';
import { kafkaQueueDriver } from './kafka-channel.ts';

const missing = missingService('kafka');

describe.skipIf(missing !== undefined)(`the kafka queue${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let service: KafkaService;

  beforeAll(async () => {
    service = await startKafka();
  });

  afterAll(() => service?.close());

  function open(channelPrefix: string, port = service.port): TaskQueue {
    const brokers = [`${service.host}:${port}`];
    const times = { sessionTimeoutMs: 3_000, heartbeatIntervalMs: 300, rebalanceTimeoutMs: 5_000 };
    const queue = openTestQueue({
      driver: kafkaQueueDriver({ brokers, partitions: 5, ...times }),
      settings: { ...TEST_SETTINGS, channelPrefix },
    });
    onTestFinished(() => queue.close());
    return queue;
  }

  test('a topic that is missing is made, with the partitions that were asked for', async () => {
    await open('made').publish({ taskId: 't', appId: 'a' });
    const admin = new Admin({ clientId: 'test', bootstrapBrokers: [`${service.host}:${service.port}`] });
    onTestFinished(() => admin.close());
    const { topics } = await admin.metadata({ topics: ['made.workflow.dispatch'] });
    expect(topics.get('made.workflow.dispatch')?.partitionsCount).toBe(5);
  });

  test('members that come and go while work is open: nothing is lost, and everything is settled in the end', async () => {
    const publisher = open('rebalance');
    const apps = Array.from({ length: 10 }, (_, index) => `app-${index}`);
    const publish = async (name: string): Promise<readonly string[]> => {
      const taskIds = apps.map((appId) => `${name}-${appId}`);
      for (const [index, taskId] of taskIds.entries()) {
        await publisher.publish({ taskId, appId: apps[index] ?? '' });
      }
      return taskIds;
    };
    const finish: (() => void)[] = [];
    const slow = new AnnouncementRecorder(
      () => new Promise<Settlement>((resolve) => void finish.push(() => resolve('done'))),
    );
    const [quick, other] = [new AnnouncementRecorder(), new AnnouncementRecorder()];
    const first = await publish('first');
    open('rebalance').consume({ consumer: 'slow', concurrency: 100, handle: slow.handle });
    await slow.has(first);
    const guest = open('rebalance');
    guest.consume({ consumer: 'quick', concurrency: 100, handle: quick.handle });
    await eventually(() => quick.taskIds.length > 0);
    const second = await publish('second');
    await eventually(() => second.every((id) => [...slow.taskIds, ...quick.taskIds].includes(id)), {});
    await guest.close();
    open('rebalance').consume({ consumer: 'other', concurrency: 100, handle: other.handle });
    const third = await publish('third');
    await eventually(
      () => {
        for (const done of finish.splice(0)) done();
        const seen = new Set([...slow.taskIds, ...quick.taskIds, ...other.taskIds]);
        return [...first, ...second, ...third].filter((id) => !seen.has(id));
      },
      { until: (unseen) => unseen.length === 0 },
    );
    await eventually(
      () => {
        for (const done of finish.splice(0)) done();
        return publisher.stats();
      },
      { until: ({ backlog }) => backlog === 0 },
    );
  });

  test('a broker that is not there: the error names it', async () => {
    await expect(open('nowhere', 1).publish({ taskId: 't', appId: 'a' })).rejects.toMatchObject({
      code: 'QUEUE_UNAVAILABLE',
      message: expect.stringContaining('127.0.0.1:1'),
    });
  });
});
