import { systemClock } from '@kubemin/base';
import { findMissingContainerd } from '../../cluster/node/src/test-support/containerd-bench.ts';
import { addHostImage, HOST_IMAGE } from '../../cluster/node/src/test-support/private-node.ts';
import type { Finding } from '../support/finding.ts';
import { interleave } from '../support/interleave.ts';
import { compare, median, percentile } from '../support/statistics.ts';
import { findProgram, type Part } from './bench.ts';
import { BenchNode, isPodProgram } from './bench-node.ts';
import { CtrRuns } from './ctr-runs.ts';
import type { Values } from './namespace-child.ts';
import { processMemory, processorMs, type RunningProcess } from './processes.ts';

const MIB = 1_048_576;
/** In one round: what processes have started counts in steps of 10 ms. */
const PODS_PER_ROUND = 5;
/** Until what follows the start and the end of pods is over. */
const SETTLE_MS = 10_000;
const THAN = 'ctr run';

/** What pods of a private containerd cost, beside containers that its own client starts there, and what an agent with many of them costs. */
export const containerd: Part = async (bench) => {
  const { quick } = bench;
  const missing = await findMissingContainerd();
  const ctr = await findProgram('ctr');
  if (missing !== undefined || ctr === undefined) {
    return { findings: [], skipped: [`containerd: ${missing ?? 'ctr is not installed'}`] };
  }
  let image = '';
  const node = await BenchNode.start(
    {
      runtime: 'containerd',
      addImages: async (store) => {
        await addHostImage(store);
        image = (await store.get(HOST_IMAGE)).id;
      },
      traces: ['state/io.containerd.runtime.v2.task/k8s.io'],
      parts: { containerd: isContainerd },
    },
    bench,
  );
  // The first pod brings the image to containerd.
  for (let count = 0; count < 3; count += 1) await node.runOne();
  const runs = await CtrRuns.open({ node, ctr, image });
  for (let count = 0; count < 3; count += 1) await runs.runOne();
  const [ours = [], theirs = []] = await interleave([node, runs], quick ? 5 : 15, measureRound);
  const series = (rounds: typeof ours, key: string) => rounds.map((values) => meanOf(values, key));
  const compared = (key: string) => ({ ...compare(series(ours, key), series(theirs, key)), than: THAN });
  const value = (key: string): number => median(series(ours, key));
  const wall = (share: number) => {
    const [own = Number.NaN, base = Number.NaN] = [ours, theirs].map((rounds) =>
      percentile(
        rounds.flat().map((values) => values.wall ?? Number.NaN),
        share,
      ),
    );
    return { value: own, base, ratio: own / base, than: THAN };
  };
  const findings: readonly Finding[] = [
    { name: 'pod start, containerd, p50', unit: 'ms', ...wall(0.5) },
    { name: 'pod start, containerd, p99', unit: 'ms', ...wall(0.99) },
    { name: 'CPU per pod, containerd', unit: 'ms', ...compared('cpu'), aim: '≤ 1.3×' },
    { name: '  beside the same without the agent', unit: 'ms', ...compareRuntime(ours) },
    { name: '  of that the agent, containerd', unit: 'ms', value: value('agent') },
    { name: '  containerd with plug-ins', unit: 'ms', value: value('containerd') },
    { name: '  and the API server, containerd', unit: 'ms', value: value('server') },
    { name: 'CPU of its removal, containerd', unit: 'ms', ...compared('removal') },
    ...(await measureMany(node, quick ? { count: 20, idleMs: 10_000 } : { count: 100, idleMs: 30_000 })),
  ];
  return { findings, skipped: [] };
};

/** Some one after the other. */
async function measureRound(side: { runOne(): Promise<Values> }): Promise<readonly Values[]> {
  const values: Values[] = [];
  for (let count = 0; count < PODS_PER_ROUND; count += 1) values.push(await side.runOne());
  return values;
}

function meanOf(values: readonly Values[], key: string): number {
  return values.reduce((sum, one) => sum + (one[key] ?? Number.NaN), 0) / values.length;
}

/** What pods take until they are Ready, beside what the runtime takes of that. */
function compareRuntime(rounds: readonly (readonly Values[])[]) {
  const all = rounds.map((values) => meanOf(values, 'cpu'));
  const runtime = rounds.map((values) => meanOf(values, 'cpu') - meanOf(values, 'agent'));
  return { ...compare(all, runtime), than: 'runtime' };
}

/** Many pods that do nothing: the memory of each, and what the node does meanwhile. */
async function measureMany(
  node: BenchNode,
  { count, idleMs }: { readonly count: number; readonly idleMs: number },
): Promise<readonly Finding[]> {
  const groups = () => {
    const { agent, others } = node.processes();
    const server = others.filter(isContainerd);
    const rest = others.filter((process) => !isContainerd(process) && !isPodProgram(process));
    return { agent, server, rest };
  };
  const memory = () => {
    const { agent, server, rest } = groups();
    const [agentBytes, serverBytes, restBytes] = [agent, server, rest].map((each) => processMemory(each).shareBytes);
    return { agent: agentBytes ?? Number.NaN, server: serverBytes ?? Number.NaN, rest: restBytes ?? Number.NaN };
  };
  const processor = () => {
    const { agent, server } = groups();
    return { agent: processorMs(agent), server: processorMs(server) };
  };
  // What earlier pods have left in memory goes when the agent has nothing to do.
  await systemClock.sleep(SETTLE_MS);
  const empty = memory();
  const began = performance.now();
  const { names, readyAt } = await node.startPods(count);
  const seconds = (readyAt - began) / 1000;
  await systemClock.sleep(SETTLE_MS);
  const [before, from] = [processor(), performance.now()];
  await systemClock.sleep(idleMs);
  const [after, lasted] = [processor(), performance.now() - from];
  const full = memory();
  await node.removePods(names);
  const kib = (key: keyof typeof full): number => (full[key] - empty[key]) / count / 1024;
  const percent = (key: keyof typeof after): number => ((after[key] - before[key]) / lasted) * 100;
  return [
    { name: `pods per second, ${count} at once, containerd`, unit: '/s', value: count / seconds },
    { name: `agent while ${count} pods idle, containerd`, unit: '%', value: percent('agent'), aim: '≤ 3 %' },
    { name: '  and containerd itself', unit: '%', value: percent('server') },
    { name: 'memory per pod of the agent, containerd', unit: 'KiB', value: kib('agent') },
    { name: '  of containerd itself', unit: 'KiB', value: kib('server') },
    { name: '  of shims and pause programs', unit: 'KiB', value: kib('rest') },
    { name: `  agent with ${count} pods, containerd`, unit: 'MiB', value: full.agent / MIB },
  ];
}

function isContainerd({ command: [program = ''] }: RunningProcess): boolean {
  return program.endsWith('/containerd');
}
