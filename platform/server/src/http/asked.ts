import type { Caller } from './caller.ts';
import { Refusal } from './refusal.ts';

/** Who asks for a change, and on which conditions. */
export interface Asked {
  readonly caller: Caller;
  /** The revision the change was made for; with another one there, nothing happens. */
  readonly ifMatch: number | undefined;
  /** Stands for the request and all its repetitions: what was done for it once is not done again. */
  readonly requestId: string | undefined;
}

/** The revision of an If-Match header, such as `"3"`; the quotes may be missing, and a W/ may be there. */
export function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '' || header.trim() === '*') return undefined;
  const revision = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1];
  if (revision !== undefined) return Number(revision);
  throw new Refusal('BAD_REQUEST', `the If-Match header must be a revision such as "3", not ${header}`);
}
