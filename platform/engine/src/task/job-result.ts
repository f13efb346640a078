import type { Message } from '@kubemin/base/message';
import type { JsonObject } from '@kubemin/kubeapi';
import type { MessageOrText } from './texts.ts';

/** What the part of a job that writes has done, or would do. */
export interface JobEffect {
  readonly message: MessageOrText;
  /** The object belongs to another owner, or holds data: it is not changed to match the document. */
  readonly left?: boolean;
}

/** What a job that ended well leaves. */
export interface JobResult {
  /** When there was nothing to do for it: it ends `skipped`, which is as good. */
  readonly skipped?: boolean;
  /** What was done. */
  readonly message?: MessageOrText;
  /** What outputs of the step are picked from. Only those are stored; a function is called where there are any. */
  readonly values?: JsonObject | (() => JsonObject);
}

/** A result that was checked, with its values. */
export type PlainResult = Omit<JobResult, 'values' | 'message'> & {
  readonly message?: Message;
  readonly values?: JsonObject;
};
