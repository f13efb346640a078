import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { queueMessages } from '../messages/index.ts';

/** The message of a queue: a task has work to do. The work itself is in the database. */
export interface TaskAnnouncement {
  readonly taskId: string;
  /** Keeps the announcements of one application in order where a queue has several partitions. */
  readonly appId: string;
}

/** As it travels. */
export function encodeAnnouncement(announcement: TaskAnnouncement): string {
  return JSON.stringify({ taskId: announcement.taskId, appId: announcement.appId });
}

/** Throws TerminalError QUEUE_MESSAGE_INVALID. Fields it does not know are left for newer versions. */
export function decodeAnnouncement(payload: string): TaskAnnouncement {
  const value = parse(payload);
  if (typeof value !== 'object' || value === null) throw invalid(queueMessages.notObject);
  const taskId = 'taskId' in value ? value.taskId : undefined;
  const appId = 'appId' in value ? value.appId : undefined;
  if (typeof taskId !== 'string' || taskId === '') throw invalid(queueMessages.noTask);
  if (typeof appId !== 'string' || appId === '') throw invalid(queueMessages.noApp);
  return { taskId, appId };
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch (cause) {
    throw invalid(queueMessages.notJson, cause);
  }
}

function invalid(problem: Message, cause?: unknown): TerminalError {
  return new TerminalError(queueMessages.messageInvalid({ problem }), { code: 'QUEUE_MESSAGE_INVALID', cause });
}
