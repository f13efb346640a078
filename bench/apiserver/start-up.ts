import { compare } from '../support/statistics.ts';
import type { Bench, Scenario } from './bench.ts';

/** From nothing to the first response over TLS, on an empty directory with its certificates already made. */
export const startUp: Scenario = async (bench) => {
  const scripts = ['server-child', 'bare-child'] as const;
  const [ours = [], theirs = []] = await bench.interleave(scripts, async (script) =>
    timeToReady(bench, script, await bench.directory()),
  );
  return [{ name: 'start to ready (bundle)', unit: 'ms', ...compare(ours, theirs), aim: '≪ 1000 ms' }];
};

/** How long until /readyz responds. */
export async function timeToReady(
  bench: Bench,
  script: 'server-child' | 'bare-child',
  directory: string,
): Promise<number> {
  const started = performance.now();
  const subject = await bench.serve(script, directory);
  const [connection] = await subject.connect(1);
  await connection?.send({ method: 'GET', path: '/readyz' });
  const elapsed = performance.now() - started;
  await subject.child.stop();
  return elapsed;
}
