import type { RunSource, TaskKind } from '@kubemin/client';
import { runsMessages } from '../messages/index.ts';

/** What a run does, in words. */
export const runKinds: Readonly<Record<TaskKind, (typeof runsMessages)['deploy']>> = {
  deploy: runsMessages.deploy,
  scale: runsMessages.scale,
  restart: runsMessages.restart,
  delete: runsMessages.delete,
  undo: runsMessages.undo,
};

/** By what a run was asked for, in words. */
export const runSources: Readonly<Record<RunSource, (typeof runsMessages)['deploy']>> = {
  web: runsMessages.web,
  cli: runsMessages.cli,
  api: runsMessages.api,
};

/**
 * What people call a worker: the name that its operator chose with `--id`, or the beginning of its id. The rest is random and
 * another one after each start.
 */
export function workerName(id: string): string {
  const chosen = id.slice(0, Math.max(0, id.lastIndexOf('-')));
  return chosen === '' ? id.slice(0, 8) : chosen;
}
