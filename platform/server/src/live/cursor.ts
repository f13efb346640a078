import { ApiError } from '../api/index.ts';
import { requestMessages } from '../messages/index.ts';

/** How far a client has received events: of runs, and of changes. Both only grow. */
export interface Cursor {
  readonly runs: number;
  readonly changes: number;
}

/** The id of the last event that a client has received. */
export function cursorText({ runs, changes }: Cursor): string {
  return `${runs}.${changes}`;
}

/** The cursor a client comes back with; undefined for one that was not here before. */
export function readCursor(lastEventId: string | undefined): Cursor | undefined {
  if (lastEventId === undefined || lastEventId === '') return undefined;
  const [, runs, changes] = /^(\d{1,15})\.(\d{1,15})$/.exec(lastEventId) ?? [];
  if (runs !== undefined && changes !== undefined) return { runs: Number(runs), changes: Number(changes) };
  // Guessing at an id that cannot be read would repeat events, or leave some out.
  throw new ApiError('BAD_REQUEST', requestMessages.lastEventIdInvalid({ value: lastEventId }));
}
