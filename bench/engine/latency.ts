import type { Finding } from '../support/finding.ts';
import { median } from '../support/statistics.ts';
import { figures, type Scenario } from './bench.ts';
import { ENGINES, PEERS } from './contenders.ts';

const TASKS = 1000;
const WARM_UP = 500;

/** From exec to done when there is nothing else to do: one task after the other. */
export const latency: Scenario = async (bench) => {
  const { scale } = bench.options;
  const effort = { tasks: scale(TASKS), warmUp: scale(WARM_UP), outstanding: 1 };
  const results = await bench.race([...ENGINES, ...PEERS], effort);
  return results.flatMap((result): readonly Finding[] => {
    const { label } = result.contender;
    return [
      { name: `${label}: exec to done alone, p50`, unit: 'ms', value: median(figures(result, 'p50Ms')) },
      { name: `${label}: exec to done alone, p99`, unit: 'ms', value: median(figures(result, 'p99Ms')) },
    ];
  });
};
