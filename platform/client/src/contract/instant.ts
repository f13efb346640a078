import * as z from 'zod';

/** A moment as text: RFC 3339 in UTC. */
export const instantSchema = z.iso.datetime();
