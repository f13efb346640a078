import { interleave } from '../support/interleave.ts';
import { median } from '../support/statistics.ts';
import type { Scenario } from './bench.ts';

const OBJECTS = 10_000;

/** How fast a manager hands keys to a reconciler that does nothing, and how long keys wait beside a hot one. */
export const reconciles: Scenario = async (bench) => {
  const { rounds, scale } = bench.options;
  const objects = scale(OBJECTS);
  const access = await bench.serverWith(objects);
  const [found = []] = await interleave(['reconcile-child'], rounds, (script) =>
    bench.resultOf(script, { ...access, objects, passes: 10 }),
  );
  const [waits = []] = await interleave(['queue-child'], rounds, (script) =>
    bench.resultOf(script, { keys: 1_000, rounds: scale(20) }),
  );
  const of = (name: string) => median(found.map((values) => values[name] ?? Number.NaN));
  const waited = (name: string) => median(waits.map((values) => values[name] ?? Number.NaN));
  const label = objects.toLocaleString('en');
  return [
    { name: `no-op reconciles of ${label} objects`, unit: '/s', value: of('perSecond') },
    { name: 'CPU per no-op reconcile', unit: 'µs', value: of('cpuMicros') },
    { name: `start to ${label} reconciled`, unit: 'ms', value: of('firstMs') },
    { name: 'wait in the queue beside a hot key, p50', unit: 'ms', value: waited('p50Ms') },
    { name: 'wait in the queue beside a hot key, p99', unit: 'ms', value: waited('p99Ms') },
  ];
};
