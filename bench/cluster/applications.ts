import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Disposables } from '@kubemin/base';
import { bundle } from '../../scripts/bundle.ts';
import { StartedPlatform } from '../startup/started-platform.ts';
import { median, percentile } from '../support/statistics.ts';
import { type ApplicationCounts, applicationCounts, kubeHandler } from './applications-counts.ts';
import type { DocumentOf } from './applications-document.ts';
import { ApplicationLoad } from './applications-load.ts';
import type { ClusterBench, Scenario, Values } from './bench.ts';

const MIB = 2 ** 20;
const NODES = 50;
const COUNT = 1_000;
/** Runs at once; each spends most of its time waiting for pods. */
const AT_ONCE = 64;
/** The prefix of counts of requests. */
const REQUEST = 'request: ';
const ROOT = join(import.meta.dirname, '../..');

/**
 * Applications of three steps, two workloads and five traits, from the request to the end of the run: by way of a platform
 * and its embedded cluster as `kubemin up` starts them, in a process of its own.
 */
export const applications =
  (what: string, document: DocumentOf): Scenario =>
  async (bench) => {
    const { rounds, quick } = bench.options;
    const count = quick ? COUNT / 5 : COUNT;
    await mkdir(join(ROOT, 'dist'), { recursive: true });
    await using open = new Disposables();
    // Beside the checkout's packages: one of them is not in the bundle.
    const work = await mkdtemp(join(ROOT, 'dist', 'bench-'));
    open.add(() => rm(work, { recursive: true, force: true }));
    await bundle({ entry: 'apps/cli/src/main.ts', directory: work });
    const found: Values[] = [];
    for (let round = 0; round < rounds; round += 1)
      found.push(await measure(bench, { entry: join(work, 'kubemin.mjs'), document, count }));
    const of = (name: string) => median(found.map((values) => values[name] ?? Number.NaN));
    const on = `${count.toLocaleString('en')} ${what}, ${AT_ONCE} at once`;
    const requests = Object.entries(found[0] ?? {}).filter(([name]) => name.startsWith(REQUEST));
    const kinds = requests.sort(([, one], [, other]) => other - one);
    return [
      { name: `${on}: delivered`, unit: '/s', value: of('perSecond'), aim: '≥ 50' },
      { name: `${on}: CPU for each`, unit: 'ms', value: of('cpuMs'), aim: '≤ 20' },
      { name: `${on}: request to the end of the run, p50`, unit: 'ms', value: of('p50Ms') },
      { name: `${on}: request to the end of the run, p99`, unit: 'ms', value: of('p99Ms') },
      { name: `${on}: API reads for each`, unit: '', value: of('reads') },
      { name: `${on}: API writes for each`, unit: '', value: of('writes') },
      { name: `${on}: commits of the cluster for each`, unit: '', value: of('commits') },
      { name: `${on}: SQL statements for each`, unit: '', value: of('statements') },
      { name: `${on}: memory of the process`, unit: 'MiB', value: of('rssBytes') / MIB },
      ...kinds.map(([name, value]) => ({ name: `${on}: ${name.slice(REQUEST.length)}`, unit: 'for each', value })),
    ];
  };

interface Delivery {
  readonly entry: string;
  readonly document: DocumentOf;
  readonly count: number;
}

async function measure(bench: ClusterBench, { entry, document, count }: Delivery): Promise<Values> {
  const { directory: parent, profiles } = bench.options;
  await using open = new Disposables();
  const directory = await mkdtemp(join(parent, 'data-'));
  const words = ['--nodes', String(NODES), '--workflow-max-concurrent', String(AT_ONCE)];
  const flags = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const platform = await StartedPlatform.start({ open, entry, directory, demo: false, words, flags });
  const access = platform.access();
  const load = new ApplicationLoad(access, document);
  open.add(() => load.close());
  const counts = () => applicationCounts({ ...access, kube: kubeHandler(directory) });
  await load.deliver(count / 5, AT_ONCE);
  const [before, cpu] = [await counts(), platform.processorMs()];
  const { seconds, latencies } = await load.deliver(count, AT_ONCE);
  const cpuMs = (platform.processorMs() - cpu) / count;
  const after = await counts();
  const values = {
    perSecond: count / seconds,
    cpuMs,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    reads: (after.reads - before.reads) / count,
    writes: (after.writes - before.writes) / count,
    commits: (after.commits - before.commits) / count,
    statements: (after.statements - before.statements) / count,
    rssBytes: platform.residentBytes(),
    ...(profiles !== undefined && requestsBetween(before, after, count)),
  };
  await platform.stop();
  return values;
}

/** How often each kind of request was made for one application, those aside that hardly ever were. */
function requestsBetween(before: ApplicationCounts, after: ApplicationCounts, count: number): Values {
  const made = Object.entries(after.requests).map(
    ([kind, total]) => [`${REQUEST}${kind}`, (total - (before.requests[kind] ?? 0)) / count] as const,
  );
  return Object.fromEntries(made.filter(([, each]) => each >= 0.01));
}
