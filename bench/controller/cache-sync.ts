import { interleave } from '../support/interleave.ts';
import { compare } from '../support/statistics.ts';
import type { Scenario, Values } from './bench.ts';

const OBJECTS = 50_000;
const THAN = 'client-node';

/** What it takes to have 50,000 objects in a cache, beside the informer of Kubernetes' own client. */
export const cacheSync: Scenario = async (bench) => {
  const objects = bench.options.scale(OBJECTS);
  const access = await bench.serverWith(objects);
  const children = ['kubemin-sync-child', 'client-node-sync-child'];
  const [ours = [], theirs = []] = await interleave(children, bench.options.rounds, (script) =>
    bench.resultOf(script, { ...access, objects }),
  );
  const of = (name: string) => (rounds: readonly Values[]) => rounds.map((values) => values[name] ?? Number.NaN);
  const beside = (name: string) => ({ ...compare(of(name)(ours), of(name)(theirs)), than: THAN });
  const label = objects.toLocaleString('en');
  return [
    { name: `sync of ${label} objects`, unit: 'ms', ...beside('syncMs') },
    { name: `CPU of the sync of ${label} objects`, unit: 'ms', ...beside('cpuMs') },
    { name: 'live memory per cached object (1 KB of JSON)', unit: 'B', ...beside('bytesPerObject') },
  ];
};
