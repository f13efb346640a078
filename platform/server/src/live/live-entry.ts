import { liveEventSchema } from '@kubemin/client';
import type { JournalEvent } from '@kubemin/engine';
import { runEventView } from '../api/index.ts';
import type { Change } from './change-log.ts';

/** An event, encoded once for all its receivers. */
export interface LiveEntry {
  readonly position: number;
  readonly appId: string;
  /** Undefined where it is no longer known. */
  readonly project: string | undefined;
  /** The run it belongs to; undefined for what happens to components and applications. */
  readonly taskId?: string;
  /** The name of the event on the wire. */
  readonly name: string;
  readonly data: string;
}

/** A transition of a run. */
export function runEntry({ position, appId, event }: JournalEvent, project: string | undefined): LiveEntry {
  const data = JSON.stringify(liveEventSchema.parse(runEventView(event)));
  return { position, appId, project, taskId: event.taskId, name: event.kind, data };
}

/** A change of an application or component. */
export function changeEntry({ position, appId, project, event }: Change): LiveEntry {
  const parsed = liveEventSchema.parse(JSON.parse(event));
  const run = parsed.kind === 'callback' ? { taskId: parsed.taskId } : {};
  return { position, appId, project, ...run, name: parsed.kind, data: JSON.stringify(parsed) };
}
