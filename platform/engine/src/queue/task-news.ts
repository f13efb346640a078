import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { queueMessages } from '../messages/queue.ts';

/** The news a queue carries: that a task has work to do. What the work is stands in the database. */
export interface TaskNews {
  readonly taskId: string;
  /** Keeps the news of one application in order where a queue has several lanes. */
  readonly appId: string;
}

/** As it travels. */
export function encodeTaskNews(news: TaskNews): string {
  return JSON.stringify({ taskId: news.taskId, appId: news.appId });
}

/** Throws TerminalError QUEUE_MESSAGE_INVALID. Fields it does not know are left for newer versions. */
export function decodeTaskNews(payload: string): TaskNews {
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
