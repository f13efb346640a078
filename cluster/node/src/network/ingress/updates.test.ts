import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { systemRandom } from '@kubemin/base';
import { eventually, SeededRandom } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EndpointAt, IngressFixture, ingressTo, sliceAt } from './test-support/ingress-fixture.ts';

let fixture: IngressFixture;

beforeEach(() => {
  fixture = new IngressFixture();
});

afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** Clients that send requests without pause, each on one kept connection. */
class Load {
  readonly failures: string[] = [];
  count = 0;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #clients: Promise<void>[];
  #seen = new Map<string, number>();
  #isStopped = false;

  constructor(port: number, clients: number) {
    this.#port = port;
    this.#clients = Array.from({ length: clients }, () => this.#run());
  }

  /** Waits for this many more requests; returns the responses since the last call. */
  async next(count: number): Promise<ReadonlyMap<string, number>> {
    this.#seen = new Map();
    const target = this.count + count;
    await eventually(() => this.count >= target);
    return this.#seen;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#clients);
    this.#agent.destroy();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        const body = await this.#send();
        this.#seen.set(body, (this.#seen.get(body) ?? 0) + 1);
      } catch (error) {
        this.failures.push(String(error));
      }
      this.count += 1;
    }
  }

  async #send(): Promise<string> {
    const request = httpRequest({
      port: this.#port,
      host: '127.0.0.1',
      agent: this.#agent,
      headers: { host: 'shop.test' },
    });
    request.end();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
    });
    let text = '';
    for await (const chunk of response) text += String(chunk);
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text}`);
    return text;
  }
}

const version = (name: string) => fixture.serve((_request, response) => setImmediate(() => response.end(name)));

async function stop({ server }: EndpointAt & { server: { close(): unknown } }): Promise<void> {
  // As a pod that got SIGTERM: no new connections, kept ones are closed when they are unused.
  server.close();
}

test('no request fails while backends are replaced one after the other', async () => {
  let current: readonly Awaited<ReturnType<typeof version>>[] = [
    await version('v1'),
    await version('v1'),
    await version('v1'),
  ];
  fixture.addService('web', ...current);
  fixture.ingresses.put(ingressTo({}));
  const { port } = await fixture.start();
  const load = new Load(port, 8);
  for (const name of ['v2', 'v3']) {
    const fresh: Awaited<ReturnType<typeof version>>[] = [];
    for (const old of current) {
      await load.next(100);
      const replacement = await version(name);
      fresh.push(replacement);
      fixture.slices.put(sliceAt('web', replacement));
      fixture.slices.put(sliceAt('web', { ...old, isTerminating: true }));
      await stop(old);
      await load.next(50);
      fixture.slices.remove(sliceAt('web', old));
    }
    current = fresh;
    expect([...(await load.next(100)).keys()]).toEqual([name]);
  }
  await load.stop();
  expect(load.failures).toEqual([]);
});

test('no request fails when a backend stops before the table knows', async () => {
  const [first, second] = [await version('v1'), await version('v1')];
  fixture.addService('web', first, second);
  fixture.ingresses.put(ingressTo({}));
  const { port } = await fixture.start();
  const load = new Load(port, 8);
  await load.next(100);
  await stop(first);
  await load.next(300);
  fixture.slices.remove(sliceAt('web', first));
  await load.next(100);
  await load.stop();
  expect(load.failures).toEqual([]);
});

test('weights of a canary move without a failed request, and requests follow the weights', async () => {
  fixture.addService('stable', await version('stable'), await version('stable'));
  fixture.addService('next', await version('next'));
  const canary = (weight: number) =>
    ingressTo({ name: 'canary', service: 'next', annotations: { canary: 'true', 'canary-weight': String(weight) } });
  fixture.ingresses.put(ingressTo({ service: 'stable' }));
  fixture.ingresses.put(canary(0));
  const seeded = new SeededRandom(11);
  const { port } = await fixture.start({ random: { ...systemRandom, next: () => seeded.next() } });
  const load = new Load(port, 4);
  for (const weight of [0, 10, 50, 100]) {
    fixture.ingresses.put(canary(weight));
    // Requests that were under way at the change are not counted.
    await load.next(8);
    const seen = await load.next(800);
    const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
    expect(Math.abs((seen.get('next') ?? 0) / total - weight / 100)).toBeLessThan(0.05);
  }
  await load.stop();
  expect(load.failures).toEqual([]);
});

test('a blue-green switch is one moment: no failed request, and none for the old version after it', async () => {
  const [blue, green] = [await version('blue'), await version('green')];
  fixture.addService('web', blue);
  fixture.ingresses.put(ingressTo({}));
  const { port } = await fixture.start();
  const load = new Load(port, 8);
  expect([...(await load.next(100)).keys()]).toEqual(['blue']);
  fixture.slices.put(sliceAt('web', green));
  fixture.slices.remove(sliceAt('web', blue));
  await load.next(16);
  expect([...(await load.next(100)).keys()]).toEqual(['green']);
  fixture.slices.put(sliceAt('web', blue));
  fixture.slices.remove(sliceAt('web', green));
  await load.next(16);
  expect([...(await load.next(100)).keys()]).toEqual(['blue']);
  await load.stop();
  expect(load.failures).toEqual([]);
});

test('a request under way finishes on the endpoint it began with', async () => {
  let release: () => void = () => undefined;
  const slow = await fixture.serve((_request, response) => {
    response.write('first ');
    release = () => response.end('last');
  });
  fixture.addService('web', slow);
  fixture.ingresses.put(ingressTo({}));
  const { port, controller } = await fixture.start();
  const connection = await fixture.connect(port);
  connection.socket.write('GET / HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n');
  await connection.until('first ');
  fixture.slices.put(sliceAt('web', { ...slow, isTerminating: true }));
  await eventually(() => controller.table.endpointKeys.size === 0);
  fixture.ingresses.remove(ingressTo({}));
  release();
  await connection.until('last');
});
