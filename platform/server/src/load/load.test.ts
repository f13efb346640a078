import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createPlatformClient, type PlatformClient } from '@kubemin/client';
import { SeededRandom } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform, TOKEN } from '../test-support/test-platform.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const CLIENTS = 200;
const DURATION_MS = FULL ? 60_000 : 5000;
/** What may live longer than the warm-up: caches that fill, code that is compiled. */
const MOST_GROWTH_BYTES = 48 * 1024 * 1024;

/** A client that works with an application of its own, and reads those of others. */
class Visitor {
  readonly #client: PlatformClient;
  readonly #name: string;
  #appId = '';
  #taskId = '';
  #turn = 0;

  constructor(client: PlatformClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  readonly #acts: readonly (() => Promise<unknown>)[] = [
    () => this.#client.getApplication(this.#appId),
    () => this.#client.getApplication(this.#appId),
    () => this.#client.listComponents(this.#appId),
    () => this.#client.taskStatus(this.#taskId),
    () => this.#client.taskStatus(this.#taskId),
    () => this.#client.listTasks(this.#appId, { limit: 5 }),
    () => this.#client.listRevisions(this.#appId),
    () => this.#client.listApplications({ name: this.#name }),
    () => this.#client.tryApplication(this.#document()),
    () => this.#save(),
    () => this.#exec(),
  ];

  async arrive(): Promise<void> {
    await this.#save();
    await this.#exec();
  }

  async act(choice: number): Promise<void> {
    await this.#acts[Math.floor(choice * this.#acts.length)]?.();
  }

  #document() {
    this.#turn += 1;
    return json({ name: this.#name, description: `turn ${this.#turn}`, component: [webservice('web')] });
  }

  async #save(): Promise<void> {
    this.#appId = (await this.#client.saveApplication(this.#document())).id;
  }

  async #exec(): Promise<void> {
    this.#taskId = (await this.#client.execWorkflow(this.#appId)).taskId;
  }
}

test('200 clients that read and write at once all get responses, and leave nothing in memory', async () => {
  const { url } = await startTestPlatform({ settings: { requests: { perSecond: 1e6, burst: 1e6 } } });
  const client = createPlatformClient({ url, token: TOKEN });
  const random = new SeededRandom(6);
  const visitors = Array.from({ length: CLIENTS }, (_, index) => new Visitor(client, `app-${index}`));
  await Promise.all(visitors.map((visitor) => visitor.arrive()));
  let responses = 0;
  const workUntil = async (deadline: number): Promise<void> => {
    await Promise.all(
      visitors.map(async (visitor) => {
        while (performance.now() < deadline) {
          await visitor.act(random.next());
          responses += 1;
        }
      }),
    );
  };
  await workUntil(performance.now() + DURATION_MS / 3);
  const before = liveBytes();
  await workUntil(performance.now() + DURATION_MS);
  expect(liveBytes() - before).toBeLessThan(MOST_GROWTH_BYTES);
  expect(responses).toBeGreaterThan(CLIENTS);
}, 600_000);

/** What lives after everything else was collected. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('this Node has no garbage collection function');
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
