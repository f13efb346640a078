import * as z from 'zod';

/** A moment as text: RFC 3339 in UTC. */
export const instantSchema = z.iso.datetime();

/** Milliseconds since the epoch as such a text. */
export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
