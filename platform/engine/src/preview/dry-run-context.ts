import type { RunDependencies } from '../run/index.ts';
import {
  DEPLOY_OPERATION,
  type JobContext,
  type ObjectJob,
  permittedUses,
  type RunRequest,
  type ShareStore,
  type WorkContext,
} from '../task/index.ts';

/** Stands where the id of the run will be; no id looks like it. */
export const NO_RUN = 'preview';

/** The context of dry runs; the client of the dependencies sends dry runs only. */
export function dryRunContext(
  dependencies: RunDependencies,
  { appId, operation = DEPLOY_OPERATION }: Pick<RunRequest, 'appId' | 'operation'>,
  signal: AbortSignal,
) {
  const { client, informers, fetcher, programs, clock, logger, settings, tenancy } = dependencies;
  const shares = readOnlyShares(dependencies.shares);
  const write: JobContext['write'] = (effect) => effect(signal);
  const permitted = permittedUses(operation, settings);
  const cluster = { client, informers, fetcher, programs, shares };
  return { appId, firstRun: false, permitted, tenancy, ...cluster, clock, logger, settings, signal, write };
}

/** A planned job as it would be stored when it runs. */
export function toDryRunJob({
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
function readOnlyShares(shares: Pick<ShareStore, 'find' | 'isAbandoned' | 'applicationName'>): WorkContext['shares'] {
  return {
    claim: async (name, { appId }) => (await shares.find(name)) ?? { appId, settled: false },
    takeOver: async () => true,
    isAbandoned: (appId) => shares.isAbandoned(appId),
    applicationName: (appId) => shares.applicationName(appId),
  };
}
