import { interleave } from '../support/interleave.ts';
import { median } from '../support/statistics.ts';
import type { Scenario } from './bench.ts';

/** How fast a scheduler that starts over many waiting pods gives them to so many nodes. */
export function scheduling(nodes: number): Scenario {
  return async (bench) => {
    const size = bench.size(nodes);
    const pods = size.deployments * size.replicas;
    const [found = []] = await interleave(['scheduling-child'], bench.options.rounds, (script) =>
      bench.resultOf(script, { ...size }),
    );
    const of = (name: string) => median(found.map((values) => values[name] ?? Number.NaN));
    const on = `${pods.toLocaleString('en')} pods on ${size.nodes.toLocaleString('en')} nodes`;
    return [
      { name: `${on}: scheduled`, unit: 'pods/s', value: pods / of('seconds'), aim: '≥ 1,000' },
      { name: `${on}: CPU per pod scheduled`, unit: 'µs', value: of('cpuMicros'), aim: '≤ 1,000' },
      { name: `${on}: event loop delay p99, scheduling`, unit: 'ms', value: of('loopDelayP99Ms') },
    ];
  };
}
