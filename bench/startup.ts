// npm run bench:startup [-- --quick]: what one start of KubeMin costs, on the bundle: `up` until its API is ready and until the demo
// runs, what it takes while nothing happens, and `--help` against Node itself.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Disposables } from '@kubemin/base';
import { bundle } from '../scripts/bundle.ts';
import { type Loaded, loadedSources, ownSources } from '../scripts/loaded-sources.ts';
import { StartedPlatform, type StartTimes } from './startup/started-platform.ts';
import type { Finding } from './support/finding.ts';
import { interleave } from './support/interleave.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';
import { median } from './support/statistics.ts';

const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const ROUNDS = flags.quick ? 3 : 7;
const COMMAND_ROUNDS = flags.quick ? 7 : 21;
const IDLE_MS = flags.quick ? 3_000 : 10_000;
const SETTLE_MS = flags.quick ? 2_000 : 10_000;
const MIB = 1_048_576;
const ROOT = join(import.meta.dirname, '..');

await runToEnd(async (open) => {
  // Beside the checkout's packages: one of them is not in the bundle.
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  const work = await mkdtemp(join(ROOT, 'dist', 'bench-'));
  open.add(() => rm(work, { recursive: true, force: true }));
  await bundle({ entry: 'apps/cli/src/main.ts', directory: work });
  const entry = join(work, 'kubemin.mjs');

  const [node = [], help = [], version = []] = await commandTimes(
    [
      ['-e', '0'],
      [entry, '--help'],
      [entry, 'version', '--client'],
    ],
    COMMAND_ROUNDS,
  );
  const cold: StartTimes[] = [];
  const warm: StartTimes[] = [];
  const demo: StartTimes[] = [];
  const again: StartTimes[] = [];
  const idle: { readonly resident: number; readonly share: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const empty = join(work, `empty-${round}`);
    for (const [times, directory, withDemo] of [
      [cold, empty, false],
      [warm, empty, false],
      [demo, join(work, `demo-${round}`), true],
      [again, join(work, `demo-${round}`), true],
    ] as const) {
      const platform = await StartedPlatform.start({ open, entry, directory, demo: withDemo });
      times.push(platform.times);
      if (times === again) idle.push(await whileIdle(platform));
      await platform.stop();
    }
  }
  const helpSources = await loadedSources({ entry, args: ['--help'] });
  const deploySources = await loadedByDeploy(open, entry, join(work, 'deploy'));
  const bare = median(node);
  const against = (value: number) => ({ value, base: bare, than: 'node -e 0', ratio: value / bare });
  const times = (name: string, starts: readonly StartTimes[], key: keyof StartTimes, aim?: string): Finding => ({
    name,
    unit: 'ms',
    ...against(median(starts.map((start) => start[key]))),
    ...(aim !== undefined && { aim }),
  });
  const findings: readonly Finding[] = [
    { name: '--help', unit: 'ms', ...against(median(help)), aim: '≤ bare + 60 ms' },
    { name: 'version --client', unit: 'ms', ...against(median(version)), aim: '≤ bare + 60 ms' },
    { name: 'sources loaded by --help', unit: 'files', value: ownSources(helpSources).length },
    { name: 'sources loaded by deploy', unit: 'files', value: ownSources(deploySources).length, aim: '≤ 450 files' },
    times('API ready, first start', cold, 'ready', '≤ 1000 ms'),
    times('  processor time', cold, 'processor'),
    times('API ready, later start', warm, 'ready', '≤ 1000 ms'),
    times('  processor time, later start', warm, 'processor'),
    times('demo Running, first start', demo, 'summary', '≤ 3000 ms'),
    times('demo Running, later start', again, 'summary', '≤ 3000 ms'),
    { name: 'memory while idle', unit: 'MiB', value: median(idle.map(({ resident }) => resident)), aim: '≤ 150 MiB' },
    { name: 'processor while idle', unit: '%', value: median(idle.map(({ share }) => share)), aim: '≤ 1 %' },
  ];
  process.stdout.write(`${findingsTable(findings)}\n\n${findingsLine({ bench: 'startup' }, findings)}\n`);
}, 900_000);

/** What one deployment loads of the bundle. */
async function loadedByDeploy(open: Disposables, entry: string, directory: string): Promise<Loaded> {
  const platform = await StartedPlatform.start({ open, entry, directory, demo: false });
  const { url, token } = platform.access();
  const env = { KUBEMIN_URL: url, KUBEMIN_TOKEN: token };
  const loaded = await loadedSources({ entry, args: ['deploy', join(ROOT, 'examples', 'hello.yaml'), '--yes'], env });
  await platform.stop();
  return loaded;
}

/** With the demo running, after what a start leaves behind has settled. */
async function whileIdle(platform: StartedPlatform) {
  await pause(SETTLE_MS);
  const before = platform.processorMs();
  await pause(IDLE_MS);
  const share = ((platform.processorMs() - before) / IDLE_MS) * 100;
  return { resident: platform.residentBytes() / MIB, share };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** How long each of some command lines of Node takes from start to end, round by round, in milliseconds. */
function commandTimes(lines: readonly (readonly string[])[], rounds: number): Promise<readonly (readonly number[])[]> {
  return interleave(lines, rounds, async (args) => {
    const began = performance.now();
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { stdio: 'ignore' });
    await once(child, 'close');
    return performance.now() - began;
  });
}
