import type { Finding } from '../support/finding.ts';
import { median } from '../support/statistics.ts';
import { figures, type Scenario } from './bench.ts';
import { ENGINES } from './contenders.ts';

const RUNS = 400;
const WARM_UP = 200;
const STEPS = 10;

/** From one step's return to the next step's begin, with the end of one and the start of the other stored in between. */
export const handOff: Scenario = async (bench) => {
  const { scale, concurrency } = bench.options;
  const effort = { tasks: scale(RUNS), warmUp: scale(WARM_UP), steps: STEPS, outstanding: concurrency };
  const results = await bench.race(ENGINES, effort);
  return results.flatMap((result): readonly Finding[] => {
    const { label } = result.contender;
    const p99 = median(figures(result, 'handOffP99Ms'));
    const name = `${label}: hand-off between steps, ${concurrency} runs at once`;
    return [
      { name: `${name}, p50`, unit: 'ms', value: median(figures(result, 'handOffP50Ms')) },
      { name: `${name}, p99`, unit: 'ms', value: p99, aim: '≤ 20' },
      { name: `${label}: steps`, unit: '/s', value: median(figures(result, 'perSecond')) * STEPS },
    ];
  });
};
