// Consumes until it is killed: prints the task of every message it gets, and never ends its work on it.
// Argument: the options of crash-consumer-process.ts as JSON.
import { kafkaQueueDriver } from '../kafka/kafka-channel.ts';
import { redisQueueDriver } from '../redis/redis-channel.ts';
import { openTestQueue } from './queue-backend.ts';

const { driver, server, settings } = JSON.parse(process.argv[2] ?? '');
const open = driver === 'redis' ? redisQueueDriver : kafkaQueueDriver;
openTestQueue({ driver: open(server), settings }).consume({
  consumer: `crashing-${process.pid}`,
  concurrency: 1,
  handle: (announcement) => {
    process.stdout.write(`${announcement.taskId}\n`);
    return new Promise(() => undefined);
  },
});
// Waiting for messages may be all there is to do; stay until killed.
setInterval(() => undefined, 60_000);
