// Uses every queue driver and database that needs a server, where there is none, and prints how each fails.
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { kafkaQueueDriver, openTaskQueue, redisQueueDriver } from '@kubemin/engine';
import { openDatabase } from '@kubemin/sql';

const NOBODY = { host: '127.0.0.1', port: 1 };
const drivers = [redisQueueDriver(NOBODY), kafkaQueueDriver({ brokers: [`${NOBODY.host}:${NOBODY.port}`] })];
for (const driver of drivers) {
  const queue = openTaskQueue({ driver, clock: systemClock, random: systemRandom, logger: silentLogger });
  const outcome = await queue.publish({ taskId: 'task', appId: 'app' }).then(
    () => 'published',
    (error: unknown) => String(error),
  );
  process.stdout.write(`${driver.name}: ${outcome}\n`);
  await queue.close();
}
for (const kind of ['postgres', 'mysql']) {
  const outcome = await openDatabase(`${kind}://user:password@${NOBODY.host}:${NOBODY.port}/database`).then(
    () => 'opened',
    (error: unknown) => String(error),
  );
  process.stdout.write(`${kind}: ${outcome}\n`);
}
