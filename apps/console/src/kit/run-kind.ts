import type { TaskKind } from '@kubemin/client';
import { runsMessages } from '../messages/index.ts';

/** What a run does, in words. */
export const runKinds: Readonly<Record<TaskKind, (typeof runsMessages)['deploy']>> = {
  deploy: runsMessages.deploy,
  scale: runsMessages.scale,
  restart: runsMessages.restart,
  delete: runsMessages.delete,
  undo: runsMessages.undo,
};
