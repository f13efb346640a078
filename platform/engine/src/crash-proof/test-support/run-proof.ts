import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { builtinRenderRegistry, createRenderer } from '@kubemin/render';
import { openDatabase, type SqlDatabase } from '@kubemin/sql';
import { SeededRandom, startTestCluster, temporaryDirectory } from '@kubemin/testing';
import { createEngine, type Engine } from '../../engine.ts';
import { EventLog } from '../../store/event-log.ts';
import type { EngineTables } from '../../task/tables.ts';
import { Canceller } from './canceller.ts';
import type { WorkerOptions } from './engine-worker.ts';
import { Fleet } from './fleet.ts';
import { killInstances, killMidWrite } from './kill-instances.ts';
import { planRun } from './planned-run.ts';
import type { Proof, ProvenRun } from './proof.ts';
import { RunTracker } from './run-tracker.ts';
import { WriteRecorder } from './write-recorder.ts';

/** What happens in a proof. */
export interface ProofOptions extends Pick<WorkerOptions, 'databaseUrl' | 'queue' | 'settings'> {
  readonly seed: number;
  readonly runs: number;
  readonly applications: number;
  readonly instances: number;
  readonly eventsPerKill: number;
  /** The database URL of the process that submits and observes. @default that of the instances */
  readonly observerUrl?: string;
  /** What befalls the servers on the way, each when so many runs have ended. */
  readonly incidents?: readonly Incident[];
}

/** Something that goes wrong beside the instances. */
export interface Incident {
  readonly afterRuns: number;
  run(): Promise<void>;
}

/** A proof in which no run ends within this time is over. */
const PATIENCE_MS = 120_000;
/** More are submitted when some of these have ended: enough to keep all instances busy, and a few waiting. */
const OPEN_RUNS = 30;
const READ_ALL = 100_000;

/** Executes runs on an engine whose instances are killed, and returns all that was stored and written. */
export async function runProof(options: ProofOptions): Promise<Proof> {
  const open = new Disposables();
  const began = systemClock.monotonic();
  try {
    const random = new SeededRandom(options.seed);
    const cache = await temporaryDirectory();
    open.add(() => cache.remove());
    const recorder = new WriteRecorder(new SeededRandom(random.below(2 ** 32)));
    const cluster = await startTestCluster({ transport: 'http', controllers: false, around: recorder.around });
    open.add(() => cluster.close());
    const database = await openDatabase(options.observerUrl ?? options.databaseUrl);
    open.add(() => database.close());
    const engine = await createEngine({
      database,
      client: cluster.client,
      renderer: createRenderer(builtinRenderRegistry),
      clock: systemClock,
      random: systemRandom,
      logger: silentLogger,
      executorId: 'observer',
    });
    const tables = await database.withTables<EngineTables>('observer', []);
    const { databaseUrl, settings, queue, eventsPerKill } = options;
    const fleet = new Fleet(options.instances, random, {
      databaseUrl,
      settings,
      cluster: cluster.address,
      cacheDirectory: cache.path,
      ...(queue !== undefined && { queue }),
    });
    open.add(() => fleet.close());
    await fleet.ready;
    const book = new RunTracker(tables);
    const over = new AbortController();
    const canceller = new Canceller({ engine, fleet, book, random: new SeededRandom(random.below(2 ** 32)) });
    recorder.onArrival = async ({ by, run }) => {
      await canceller.midWrite(run);
      if (!over.signal.aborted) void killMidWrite(fleet, random, by);
    };
    const busy = [
      killInstances(fleet, {
        book,
        random: new SeededRandom(random.below(2 ** 32)),
        signal: over.signal,
        eventsPerKill,
      }),
      canceller.run(over.signal),
      ...(options.incidents ?? []).map((incident) => runIncidents(incident, book, over.signal)),
    ];
    await submitAll(engine, options, book);
    await book.allEnded(PATIENCE_MS);
    over.abort();
    await Promise.all(busy);
    await fleet.close();
    const runs = await readRuns(tables, book, canceller);
    const seconds = Math.round((systemClock.monotonic() - began) / 1_000);
    const { kills, exitedUnexpectedly } = fleet;
    return { runs, writes: recorder.writes, kills, exitedUnexpectedly, seconds };
  } finally {
    await open.dispose();
  }
}

async function submitAll(engine: Engine, { seed, runs, applications }: ProofOptions, book: RunTracker): Promise<void> {
  const random = new SeededRandom(seed + 1);
  for (let index = 0; index < runs; index++) {
    while (index - book.ended >= OPEN_RUNS) await systemClock.sleep(10);
    const appId = `app-${random.below(applications)}`;
    const planned = planRun(random, `run-${index}`, appId);
    const { document } = planned;
    const request = { appId, appName: appId, namespace: document.namespace, revision: index, document };
    book.add(planned, (await engine.submit({ ...request, componentIds: {} })).id);
    await systemClock.sleep(random.below(30));
  }
}

async function runIncidents(incident: Incident, book: RunTracker, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && book.ended < incident.afterRuns) await systemClock.sleep(20, signal);
  if (!signal.aborted) await incident.run();
}

async function readRuns(
  tables: SqlDatabase<EngineTables>,
  book: RunTracker,
  canceller: Canceller,
): Promise<readonly ProvenRun[]> {
  const log = new EventLog(tables);
  const runs: ProvenRun[] = [];
  for (const [taskId, planned] of book.planned) {
    runs.push({ planned, taskId, cancel: canceller.outcome(taskId), events: await log.read(taskId, 0, READ_ALL) });
  }
  return runs;
}
