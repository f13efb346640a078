import type { Message } from '@kubemin/base/message';

/** What keeps an object from being ready, as one stable word. */
export type Trouble =
  | 'ImagePullFailed'
  | 'CrashLoop'
  | 'ContainerMisconfigured'
  | 'Unschedulable'
  | 'ReplicaFailure'
  | 'ProgressDeadlineExceeded'
  | 'VolumeLost'
  | 'JobFailed'
  | 'Deleted';

/** What an object's state means for the job that delivers it. */
export type Readiness =
  | { readonly state: 'ready'; readonly message: Message }
  | { readonly state: 'waiting'; readonly message: Message; readonly trouble?: Trouble }
  | { readonly state: 'failed'; readonly message: Message; readonly trouble: Trouble };

/** Nothing left to wait for. */
export const ready = (message: Message): Readiness => ({ state: 'ready', message });
/** Not yet, and it may still come. */
export const waiting = (message: Message, trouble?: Trouble): Readiness => ({
  state: 'waiting',
  message,
  ...(trouble !== undefined && { trouble }),
});
/** Waiting longer will not help. */
export const failed = (trouble: Trouble, message: Message): Readiness => ({ state: 'failed', message, trouble });
