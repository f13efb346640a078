import { median } from '../support/statistics.ts';
import type { Scenario } from './bench.ts';

const LEASE_MS = 2_000;

/** How long nobody works after a leader has died: until another has the lease, full caches and its first key. */
export const takeOver: Scenario = async (bench) => {
  const access = await bench.serverWith(1);
  const gaps: number[] = [];
  let leader = bench.start('leader-child', { ...access, identity: 'candidate-0', leaseDurationMs: LEASE_MS });
  await leader.result();
  for (let round = 1; round <= bench.options.rounds; round += 1) {
    const identity = `candidate-${round}`;
    const next = bench.start('leader-child', { ...access, identity, leaseDurationMs: LEASE_MS });
    await bench.settled();
    await leader.stop();
    const died = performance.now();
    await next.result();
    gaps.push(performance.now() - died);
    leader = next;
  }
  return [{ name: `take-over from a dead leader (lease of ${LEASE_MS / 1000} s)`, unit: 'ms', value: median(gaps) }];
};
