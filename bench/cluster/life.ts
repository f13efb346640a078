import type { Finding } from '../support/finding.ts';
import { interleave } from '../support/interleave.ts';
import { median } from '../support/statistics.ts';
import type { Scenario } from './bench.ts';

const MIB = 2 ** 20;
const IDLE_MS = 60_000;

/** From Deployments to running pods, then nothing to do, then everything deleted: on so many nodes. */
export function life(nodes: number): Scenario {
  return async (bench) => {
    const { quick, rounds } = bench.options;
    const size = bench.size(nodes);
    const pods = size.deployments * size.replicas;
    const settings = { ...size, idleMs: quick ? IDLE_MS / 5 : IDLE_MS };
    const [found = []] = await interleave(['life-child'], rounds, (script) => bench.runChild(script, settings));
    const of = (name: string) => median(found.map((values) => values[name] ?? Number.NaN));
    const on = `${pods.toLocaleString('en')} pods on ${size.nodes.toLocaleString('en')} nodes`;
    const findings: readonly Finding[] = [
      { name: `${on}: node registered and ready`, unit: 'µs CPU', value: of('registerMicros') },
      { name: `${on}: apply to Running`, unit: 's', value: of('startSeconds') },
      { name: `${on}: started`, unit: 'pods/s', value: pods / of('startSeconds'), aim: '≥ 500' },
      { name: `${on}: CPU per pod started`, unit: 'µs', value: of('startMicros'), aim: '≤ 2,000' },
      { name: `${on}: writes per pod started`, unit: '', value: of('startWrites') },
      { name: `${on}: event loop delay p99, starting`, unit: 'ms', value: of('startDelayMs') },
      { name: `${on}: memory of the process`, unit: 'MiB', value: of('rssBytes') / MIB },
      { name: `${on}: live heap`, unit: 'MiB', value: of('liveBytes') / MIB },
      { name: `${on}: CPU while idle`, unit: '% of a core', value: of('idleShare'), aim: nodes > 1000 ? '' : '≤ 10' },
      { name: `${on}: writes while idle`, unit: '/s', value: of('idleWrites') },
      { name: `${on}: delete to gone`, unit: 's', value: of('deletionSeconds') },
      { name: `${on}: deleted`, unit: 'pods/s', value: pods / of('deletionSeconds') },
      { name: `${on}: CPU per pod deleted`, unit: 'µs', value: of('deletionMicros') },
      { name: `${on}: writes per pod deleted`, unit: '', value: of('deletionWrites') },
      { name: `${on}: event loop delay p99, deleting`, unit: 'ms', value: of('deletionDelayMs') },
      { name: `${on}: lists after the start`, unit: '', value: of('lists'), aim: '0' },
      { name: `${on}: events dropped`, unit: '', value: of('droppedEvents') },
    ];
    return bench.options.profiles === undefined ? findings : [...findings, ...requests(on, found[0] ?? {})];
  };
}

/** Requests to the API server in each phase, to find out what costs. */
function requests(on: string, values: Readonly<Record<string, number>>): readonly Finding[] {
  return Object.entries(values)
    .filter(([name]) => name.includes(' '))
    .map(([name, value]) => ({ name: `${on}: ${name}`, unit: 'requests', value }));
}
