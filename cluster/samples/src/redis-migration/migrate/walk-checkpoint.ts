import { FIRST_CURSOR } from '../../redis/redis-page.ts';

/** How far a walk over the keys of a database has got. */
export interface WalkCheckpoint {
  /** The run of the server that the cursor belongs to: another one hashes keys in another way. */
  readonly runId: string;
  readonly cursor: string;
  /** Keys met so far. */
  readonly keys: number;
}

/** Where to go on, and whether that is from the start again although the walk had begun. */
export interface WalkStart extends WalkCheckpoint {
  readonly restarted: boolean;
}

/** Reads what was stored; a cursor of another run of the server means nothing to this one. */
export function resumeWalk(stored: string | undefined, runId: string): WalkStart {
  const [, run, cursor, keys] = /^([^:]*):(\d+):(\d+)$/.exec(stored ?? '') ?? [];
  if (cursor !== undefined && run === runId) return { runId, cursor, keys: Number(keys), restarted: false };
  return { runId, cursor: FIRST_CURSOR, keys: 0, restarted: stored !== undefined };
}

/** What to store. */
export function formatCheckpoint({ runId, cursor, keys }: WalkCheckpoint): string {
  return `${runId}:${cursor}:${keys}`;
}

/** Keys met so far by the walks whose checkpoints these are. */
export function countKeys(stored: readonly (string | undefined)[]): number {
  return stored.reduce((sum, checkpoint) => sum + Number(checkpoint?.split(':').at(-1) ?? 0), 0);
}
