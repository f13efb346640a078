import type { TaskKind } from '@kubemin/client';
import { appMessages } from '../../messages/index.ts';

/** What runs do, in a word. */
export const RUN_KINDS: Readonly<Record<TaskKind, typeof appMessages.kindDeploy>> = {
  deploy: appMessages.kindDeploy,
  scale: appMessages.kindScale,
  restart: appMessages.kindRestart,
  delete: appMessages.kindDelete,
  undo: appMessages.kindUndo,
};
