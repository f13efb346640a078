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
