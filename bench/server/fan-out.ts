import { createPlatformClient } from '@kubemin/client';
import { EventFollower } from '../support/event-follower.ts';
import type { Finding } from '../support/finding.ts';
import { median } from '../support/statistics.ts';
import type { Stock } from './endpoints.ts';
import type { Subject } from './subject.ts';

/** How many events are sent to how many followers. */
export interface FanOutOptions {
  readonly rounds: number;
  readonly followers: number;
  /** Events in a round; each of them is a run that is stored. */
  readonly events: number;
  readonly server: Subject;
  readonly stock: Stock;
  readonly token: string;
}

/** What storing runs costs, and how long it takes until all followers have the events. */
interface Delivery {
  readonly cpuMicros: number;
  readonly seconds: number;
}

/** What it costs to send every event to every follower, compared with the same events without followers. */
export async function fanOutCosts(options: FanOutOptions): Promise<readonly Finding[]> {
  const { rounds, followers: count, events } = options;
  const costs: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await deliverEvents(options, []);
    const followers = await Promise.all(Array.from({ length: count }, () => openFollower(options)));
    const delivered = await deliverEvents(options, followers);
    for (const follower of followers) follower.close();
    costs.push((delivered.cpuMicros - alone.cpuMicros) / (events * count));
    rates.push((events * count) / delivered.seconds);
  }
  const name = `fan-out to ${count} followers`;
  return [
    { name: `${name}: events delivered`, unit: '/s', value: median(rates) },
    { name: `${name}: CPU per event and follower`, unit: 'µs', value: median(costs) },
  ];
}

async function openFollower({ server: { port }, token }: FanOutOptions): Promise<EventFollower> {
  const follower = new EventFollower({ port, token, path: '/api/v1/events?topics=runs' });
  // The stream begins with an event of its own.
  await follower.until(1);
  return follower;
}

async function deliverEvents(
  { server, stock, token, events }: FanOutOptions,
  to: readonly EventFollower[],
): Promise<Delivery> {
  const api = createPlatformClient({ url: `http://127.0.0.1:${server.port}`, token });
  const before = await server.child.ask('usage');
  const started = performance.now();
  const delivered = to.map((follower) => follower.until(1 + events));
  let left = events;
  const work = async (): Promise<void> => {
    for (; left > 0; left -= 1) await api.execWorkflow(stock.appId);
  };
  await Promise.all(Array.from({ length: Math.min(8, events) }, work));
  await Promise.all(delivered);
  const seconds = (performance.now() - started) / 1000;
  const { cpuMicros } = await server.child.ask('usage');
  return { cpuMicros: cpuMicros - before.cpuMicros, seconds };
}
