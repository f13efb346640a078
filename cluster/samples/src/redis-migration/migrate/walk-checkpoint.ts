import { FIRST_CURSOR } from '../../redis/redis-page.ts';

/** The progress of a walk over the keys of a database. */
export interface WalkCheckpoint {
  /** The run id of the server that the cursor belongs to: another run orders keys differently. */
  readonly runId: string;
  readonly cursor: string;
  /** Keys visited so far. */
  readonly keys: number;
}

/** Where to continue, and whether a started walk begins again. */
export interface WalkStart extends WalkCheckpoint {
  readonly restarted: boolean;
}

/** Parses a stored checkpoint; a cursor of another run of the server is not valid. */
export function resumeWalk(stored: string | undefined, runId: string): WalkStart {
  const [, run, cursor, keys] = /^([^:]*):(\d+):(\d+)$/.exec(stored ?? '') ?? [];
  if (cursor !== undefined && run === runId) return { runId, cursor, keys: Number(keys), restarted: false };
  return { runId, cursor: FIRST_CURSOR, keys: 0, restarted: stored !== undefined };
}

/** Formats a checkpoint for `resumeWalk`. */
export function formatCheckpoint({ runId, cursor, keys }: WalkCheckpoint): string {
  return `${runId}:${cursor}:${keys}`;
}

/** The number of keys visited according to checkpoints. */
export function countKeys(stored: readonly (string | undefined)[]): number {
  return stored.reduce((sum, checkpoint) => sum + Number(checkpoint?.split(':').at(-1) ?? 0), 0);
}
