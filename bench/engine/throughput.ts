import type { Finding } from '../support/finding.ts';
import { compare, median } from '../support/statistics.ts';
import { figures, type Rounds, type Scenario } from './bench.ts';
import { BULLMQ_ALWAYS, ENGINES, PEERS, PG_BOSS } from './contenders.ts';

const TASKS = 2000;
const WARM_UP = 1000;

/** Durable tasks that do nothing: how many a second, from submitting to the stored end, beside the peers. */
export const throughput: Scenario = async (bench) => {
  const { scale, concurrency } = bench.options;
  const effort = { tasks: scale(TASKS), warmUp: scale(WARM_UP), outstanding: 3 * concurrency };
  const results = await bench.race([...ENGINES, ...PEERS], effort);
  const of = (label: string): Rounds | undefined => results.find(({ contender }) => contender.label === label);
  const rates = results.map((result): Finding => {
    const name = `${result.contender.label}: tasks`;
    return { name, unit: '/s', value: median(figures(result, 'perSecond')) };
  });
  const compared = ENGINES.flatMap(({ label }) => {
    const [ours, always, boss] = [of(label), of(BULLMQ_ALWAYS.label), of(PG_BOSS.label)];
    if (ours === undefined || always === undefined || boss === undefined) return [];
    const against = (theirs: Rounds, aim: string): Finding => ({
      name: `${label}: tasks, against ${theirs.contender.label}`,
      unit: '/s',
      ...compare(figures(ours, 'perSecond'), figures(theirs, 'perSecond')),
      than: theirs.contender.label,
      aim,
    });
    return [against(always, '≥ 0.25×'), against(boss, '> 1×')];
  });
  const costs = results.flatMap((result): readonly Finding[] => {
    const { label } = result.contender;
    return [
      { name: `${label}: exec to done under this load, p50`, unit: 'ms', value: median(figures(result, 'p50Ms')) },
      { name: `${label}: exec to done under this load, p99`, unit: 'ms', value: median(figures(result, 'p99Ms')) },
      { name: `${label}: CPU of the process per task`, unit: 'µs', value: median(figures(result, 'cpuMicros')) },
      { name: `${label}: event-loop delay p99`, unit: 'ms', value: median(figures(result, 'loopDelayP99Ms')) },
    ];
  });
  return [...rates, ...compared, ...costs];
};
