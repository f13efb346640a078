import * as z from 'zod';

/** Which part of a list: how many entries at most, and where the page before ended. */
export const pageFields = {
  limit: z.coerce.number().int().min(1).max(500).default(100),
  /** The `next` of the page before. */
  continue: z.string().min(1).max(1000).optional(),
};

/** A list that is asked for page by page. */
export const pageSchema = z.object(pageFields);
export type Page = z.output<typeof pageSchema>;

/** Of a page: what to ask for the next one with; absent on the last. */
export const nextPage = { next: z.string().optional() };
