import type { Page } from '@kubemin/client';
import { requestMessages } from '../messages/index.ts';
import { ApiError } from './api-error.ts';

type Place = readonly (string | number)[];

/** Where a page ended, as callers hand it back: not for them to read. */
export function encodeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Where the page before ended; undefined for the first page. Refuses what no page has handed out. */
export function readCursor<P extends Place>(
  text: string | undefined,
  isPlace: (value: unknown) => value is P,
): P | undefined {
  if (text === undefined) return undefined;
  const place = parsed(Buffer.from(text, 'base64url').toString());
  if (isPlace(place)) return place;
  throw staleCursor();
}

/** One page of a list that is short enough to be loaded whole; entries are identified by their key. */
export function buildPage<T>(
  entries: readonly T[],
  { limit, continue: cursor }: Page,
  entryKey: (entry: T) => string,
): { readonly entries: readonly T[]; readonly next?: string } {
  const place = readCursor(cursor, isKey);
  const start = place === undefined ? 0 : entries.findIndex((entry) => entryKey(entry) === place[0]) + 1;
  if (place !== undefined && start === 0) throw staleCursor();
  const page = entries.slice(start, start + limit);
  const last = page.at(-1);
  const more = start + page.length < entries.length && last !== undefined;
  return { entries: page, ...(more && { next: encodeCursor([entryKey(last)]) }) };
}

function isKey(value: unknown): value is readonly [string] {
  return Array.isArray(value) && value.length === 1 && typeof value[0] === 'string';
}

function staleCursor(): ApiError {
  return new ApiError('BAD_REQUEST', requestMessages.cursorInvalid);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
