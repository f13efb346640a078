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

/** What an object's state means for the job that delivers it, in words a user can act on. */
export type Readiness =
  | { readonly state: 'ready'; readonly message: string }
  | { readonly state: 'waiting'; readonly message: string; readonly trouble?: Trouble }
  | { readonly state: 'failed'; readonly message: string; readonly trouble: Trouble };

/** What is waited for before anything can be said about the object itself. */
export const UNNOTICED = 'waiting for the cluster to notice the change';

/** Nothing left to wait for. */
export const ready = (message: string): Readiness => ({ state: 'ready', message });
/** Not yet, and it may still come. */
export const waiting = (message: string, trouble?: Trouble): Readiness => ({
  state: 'waiting',
  message,
  ...(trouble !== undefined && { trouble }),
});
/** Waiting longer will not help. */
export const failed = (trouble: Trouble, message: string): Readiness => ({ state: 'failed', message, trouble });
