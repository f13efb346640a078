import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeHostImage } from '../../cluster/node/src/test-support/host-image.ts';
import { addHostImage } from '../../cluster/node/src/test-support/private-node.ts';
import type { Finding } from '../support/finding.ts';
import { interleave } from '../support/interleave.ts';
import { percentile } from '../support/statistics.ts';
import { findProgram, type Part } from './bench.ts';
import { BenchNode, COMMAND, isPodProgram } from './bench-node.ts';
import { NamespaceChild, type Values } from './namespace-child.ts';
import { processMemory } from './processes.ts';

const MIB = 1_048_576;

type Form = 'shell' | 'crun';

interface FormNode {
  readonly form: Form;
  readonly node: BenchNode;
}

/** How long pods take from their creation to Ready, one at a time and many at once, beside a container of crun alone. */
export const pods: Part = async (bench) => {
  const { quick, open } = bench;
  const crun = await findProgram('crun');
  const nodes: FormNode[] = [];
  for (const form of crun === undefined ? (['shell'] as const) : (['shell', 'crun'] as const)) {
    const node = await BenchNode.start({ form, addImages: addHostImage, traces: ['sandboxes'] }, bench);
    nodes.push({ form, node });
  }
  const sides: { readonly name: string; measure(): Promise<Values> }[] = nodes.map(({ form, node }) => ({
    name: form,
    measure: () => node.runOne(),
  }));
  if (crun !== undefined) {
    const directory = await mkdtemp(join(tmpdir(), 'kubemin-bench-'));
    open.add(() => rm(directory, { recursive: true, force: true }));
    const root = join(directory, 'root');
    for (const name of ['proc', 'dev']) await mkdir(join(root, name), { recursive: true });
    await makeHostImage(root);
    const child = new NamespaceChild('crun-child.ts', { directory, root, crun, command: COMMAND });
    open.add(() => child.stop());
    sides.push({ name: 'crun run', measure: () => child.ask('run') });
  }
  for (const side of sides) for (let count = 0; count < 3; count += 1) await side.measure();
  const results = await interleave(sides, quick ? 15 : 60, (side) => side.measure());
  const series = (name: string, key: string): readonly number[] => {
    const index = sides.findIndex((side) => side.name === name);
    return (results[index] ?? []).map((values) => values[key] ?? Number.NaN);
  };
  const findings: Finding[] = [];
  for (const { form } of nodes) {
    const against = (value: number, base: number) =>
      form === 'crun' ? { value, base, ratio: value / base, than: 'crun run' } : { value };
    const wall = (share: number) =>
      against(percentile(series(form, 'wall'), share), percentile(series('crun run', 'wall'), share));
    const cpu = against(mean(series(form, 'cpu')), mean(series('crun run', 'cpu')));
    findings.push(
      { name: `pod start, ${form}, p50`, unit: 'ms', ...wall(0.5), aim: '≤ 80 ms' },
      { name: `pod start, ${form}, p99`, unit: 'ms', ...wall(0.99) },
      { name: `CPU per pod, ${form}`, unit: 'ms', ...cpu, ...(form === 'crun' && { aim: '≤ 60 ms' }) },
      { name: `  of that the agent, ${form}`, unit: 'ms', value: mean(series(form, 'agent')) },
      { name: `  and the API server, ${form}`, unit: 'ms', value: mean(series(form, 'server')) },
      { name: `CPU of its removal, ${form}`, unit: 'ms', value: mean(series(form, 'removal')) },
    );
  }
  for (const node of nodes) findings.push(...(await runMany(node, quick ? 20 : 50)));
  return { findings, skipped: crun === undefined ? ['pods with crun, and crun run: crun is not installed'] : [] };
};

/** Many pods at once: how fast they become Ready, and what stays in memory for each. */
async function runMany({ form, node }: FormNode, count: number): Promise<readonly Finding[]> {
  const measure = () => {
    const { agent, others } = node.processes();
    const beside = others.filter((process) => !isPodProgram(process));
    return { agent: processMemory(agent).shareBytes, beside: processMemory(beside).shareBytes };
  };
  const before = measure();
  const began = performance.now();
  const { names, readyAt } = await node.startPods(count);
  const seconds = (readyAt - began) / 1000;
  const after = measure();
  await node.removePods(names);
  const kib = (key: 'beside' | 'agent') => (after[key] - before[key]) / count / 1024;
  return [
    { name: `pods per second, ${count} at once, ${form}`, unit: '/s', value: count / seconds },
    { name: `memory per pod beside its program, ${form}`, unit: 'KiB', value: kib('beside') },
    { name: `  of the agent, ${form}`, unit: 'KiB', value: kib('agent') },
    { name: `  agent with ${count} pods, ${form}`, unit: 'MiB', value: after.agent / MIB },
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
