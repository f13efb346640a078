// Started by the benchmark: one subject in a process of its own, which submits work, does it and measures.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sendToParent } from '../support/child-side.ts';
import { percentile } from '../support/statistics.ts';
import { Completions } from './completions.ts';
import { driveLoad } from './load.ts';
import { StatementCount } from './statement-count.ts';
import type { OpenSubject } from './subject.ts';
import type { MeasureSettings, SubjectName } from './subject-settings.ts';

const DELAY_RESOLUTION_MS = 1;

/** Loaded when it is their turn: none of them pays for the others' memory. */
const SUBJECTS: Readonly<Record<SubjectName, () => Promise<OpenSubject>>> = {
  engine: async () => (await import('./subjects/engine.ts')).openEngine,
  bullmq: async () => (await import('./subjects/bullmq.ts')).openBullmq,
  'graphile-worker': async () => (await import('./subjects/graphile-worker.ts')).openGraphileWorker,
  'pg-boss': async () => (await import('./subjects/pg-boss.ts')).openPgBoss,
};

process.on('disconnect', () => process.exit(0));
const settings: MeasureSettings = JSON.parse(process.argv[2] ?? '{}');
const { warmUp, tasks, outstanding, memoryAt = [] } = settings;
const completions = new Completions();
const handOffs: number[] = [];
const statements = new StatementCount();
const open = await SUBJECTS[settings.subject]();
const subject = await open(settings, {
  done: (id) => completions.done(id),
  handedOff: (ms) => handOffs.push(ms),
  ...(settings.countStatements === true && { statement: (sql: string) => statements.add(sql) }),
});
const drive = (from: number, count: number) =>
  driveLoad({ subject, completions, from, tasks: count, outstanding: Math.min(outstanding, count) });

await drive(0, warmUp);
handOffs.length = 0;
statements.reset();
const memory: Record<string, number> = {};
let from = warmUp;
for (const count of memoryAt) {
  await drive(from, count - from);
  from = count;
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  Object.assign(memory, { [`live@${count}`]: heapUsed + external, [`rss@${count}`]: rss });
}
const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
delay.enable();
const cpu = process.cpuUsage();
const { seconds, latencies } = await drive(from, tasks);
const { user, system } = process.cpuUsage(cpu);
delay.disable();
sendToParent({
  kind: 'result',
  values: {
    perSecond: tasks / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    handOffP50Ms: percentile(handOffs, 0.5),
    handOffP99Ms: percentile(handOffs, 0.99),
    cpuMicros: (user + system) / tasks,
    loopDelayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - DELAY_RESOLUTION_MS),
    statements: statements.all / tasks,
    transactions: statements.transactions / tasks,
    commits: statements.commits / tasks,
    ...memory,
  },
});
await subject.close();
process.disconnect();
