import { clearVault, systemRandom } from '@kubemin/base';
import type { SqlDatabase } from '@kubemin/sql';
import { ManualClock } from '@kubemin/testing';
import { JobTypeRegistry } from '../plan/job-type-registry.ts';
import { planWorkflow } from '../plan/planner.ts';
import { StepTypeRegistry } from '../plan/step-type-registry.ts';
import { CancelRequests } from '../store/cancel-requests.ts';
import { EventLog } from '../store/event-log.ts';
import { JobStore } from '../store/job-store.ts';
import { ENGINE_MIGRATIONS } from '../store/migrations.ts';
import { TaskStore } from '../store/task-store.ts';
import { allJobs } from '../task/plan.ts';
import type { EngineTables } from '../task/tables.ts';
import { makeDocument } from './documents.ts';
import { noteJobTypes, noteRenderer } from './notes.ts';

const document = makeDocument(['c1', 'd1', 'd2']);

/** A run of three components that wants its application named. */
export const THREE_JOBS = { appName: 'app', namespace: 'default', revision: 1, document, componentIds: {} };

/** The jobs of that run. */
export const plannedThree = () =>
  allJobs(
    planWorkflow({
      document,
      rendered: noteRenderer.render(document, { appId: 'app' }),
      jobTypes: new JobTypeRegistry(noteJobTypes(() => undefined)),
      stepTypes: new StepTypeRegistry([]),
    }),
  );

/** The engine's stores on a database, without an engine. */
export async function openStores(opened: SqlDatabase, clock = new ManualClock()) {
  const database = await opened.withTables<EngineTables>('engine', ENGINE_MIGRATIONS);
  const options = { database, vault: clearVault, clock, changed: () => undefined };
  return {
    database,
    options,
    tasks: new TaskStore(options, systemRandom),
    jobs: new JobStore(options),
    log: new EventLog(database),
    requests: new CancelRequests(database),
  };
}
