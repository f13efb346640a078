import type { BenchChild } from './bench-child.ts';
import type { H2Request } from './h2-connection.ts';
import { percentile } from './statistics.ts';

/** Sends a request and resolves at its successful response. */
export interface Sender<R> {
  send(request: R): Promise<unknown>;
}

/** What is sent, by whom and to whom. */
export interface Load<R = H2Request> {
  readonly child: BenchChild;
  /** Each has one request in flight. */
  readonly connections: readonly Sender<R>[];
  readonly requests: readonly R[];
}

/** What a load came to. */
export interface LoadResult {
  readonly perSecond: number;
  /** Of the server, per request. */
  readonly cpuMicros: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly loopDelayP99Ms: number;
}

/** Sends the requests as fast as the server responds, and measures what that costs it. */
export async function driveLoad<R>({ child, connections, requests }: Load<R>): Promise<LoadResult> {
  const latencies: number[] = [];
  let next = 0;
  const work = async (connection: Sender<R>): Promise<void> => {
    for (let request = requests[next]; request !== undefined; request = requests[next]) {
      next += 1;
      const sent = performance.now();
      await connection.send(request);
      latencies.push(performance.now() - sent);
    }
  };
  const before = await child.ask('reset');
  const started = performance.now();
  await Promise.all(connections.map(work));
  const seconds = (performance.now() - started) / 1000;
  const after = await child.ask('usage');
  return {
    perSecond: requests.length / seconds,
    cpuMicros: (after.cpuMicros - before.cpuMicros) / requests.length,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    loopDelayP99Ms: after.loopDelayP99Ms,
  };
}
