/** What an object's state means for the job that delivers it, in words a user can act on. */
export type Readiness =
  | { readonly state: 'ready'; readonly message: string }
  | { readonly state: 'waiting'; readonly message: string }
  | { readonly state: 'failed'; readonly message: string };

/** Shorthands. */
export const ready = (message: string): Readiness => ({ state: 'ready', message });
export const waiting = (message: string): Readiness => ({ state: 'waiting', message });
export const failed = (message: string): Readiness => ({ state: 'failed', message });
