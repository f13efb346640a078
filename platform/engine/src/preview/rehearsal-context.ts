import { permittedUses } from '../guard/use-guard.ts';
import type { JobContext, WorkContext } from '../job-type.ts';
import { DEPLOY_OPERATION } from '../operation.ts';
import type { ObjectJob } from '../plan/plan.ts';
import type { RunDependencies } from '../run/run-dependencies.ts';
import type { ShareStore } from '../store/share-store.ts';
import type { RunRequest } from '../task.ts';

/** Stands where the id of the run will be; no id looks like it. */
export const NO_RUN = 'preview';

/** What jobs that are tried out have at hand; the client among the dependencies is the rehearsal's. */
export function rehearsalContext(
  dependencies: RunDependencies,
  { appId, operation = DEPLOY_OPERATION }: Pick<RunRequest, 'appId' | 'operation'>,
  signal: AbortSignal,
) {
  const { client, informers, fetcher, clock, logger, settings } = dependencies;
  const shares = rehearsedShares(dependencies.shares);
  const write: JobContext['write'] = (effect) => effect(signal);
  const permitted = permittedUses(operation, settings);
  const cluster = { client, informers, fetcher, shares };
  return { appId, firstRun: false, permitted, ...cluster, clock, logger, settings, signal, write };
}

/** A planned job as it would be stored when it runs. */
export function rehearsedJob({
  key,
  step,
  stepIndex,
  priority,
  component,
  type,
  rendered,
}: ObjectJob): JobContext['job'] {
  const { kind, metadata } = rendered.object;
  return {
    id: key,
    taskId: NO_RUN,
    step,
    stepIndex,
    bucket: priority,
    component,
    type,
    objectKind: kind,
    objectName: metadata.name ?? '',
    namespace: metadata.namespace ?? '',
    status: 'running',
    attempt: 1,
  };
}

/** Claims that are read and not stored: what has no claim, or an abandoned one, is reported as claimed by the caller. */
function rehearsedShares(shares: Pick<ShareStore, 'look' | 'isAbandoned' | 'applicationName'>): WorkContext['shares'] {
  return {
    claim: async (name, { appId }) => (await shares.look(name)) ?? { appId, settled: false },
    takeOver: async () => true,
    isAbandoned: (appId) => shares.isAbandoned(appId),
    applicationName: (appId) => shares.applicationName(appId),
  };
}
