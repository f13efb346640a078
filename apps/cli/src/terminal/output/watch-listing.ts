import type { CommandContext } from '../command-context.ts';
import { LiveRegion } from '../live-region.ts';
import { type Listing, printList, tableText, toTable } from './printer.ts';

/** A list that is shown again whenever something has happened. */
export interface WatchedListing<T> {
  /** Whatever it yields: something may have changed. */
  readonly changes: AsyncIterable<unknown>;
  listing(): Promise<Listing<T>>;
}

/**
 * Shows a list until it is interrupted: drawn again in place on a terminal; elsewhere the whole list first, then
 * whatever has changed of it.
 */
export async function watchListing<T>(context: CommandContext, watched: WatchedListing<T>): Promise<void> {
  const { terminal, interrupted, output = 'table' } = context;
  const drawn = terminal.interactive && (output === 'table' || output === 'wide') ? output : undefined;
  const region = new LiveRegion(terminal);
  let seen: ReadonlySet<string> | undefined;
  for await (const _ of coalesce(watched.changes)) {
    if (interrupted.aborted) return;
    const listing = await watched.listing();
    if (drawn !== undefined) {
      region.draw(listingLines(listing, drawn, drawn === 'table' ? terminal.width() - 1 : undefined));
      continue;
    }
    const before = seen;
    const changed = listing.items.filter((item) => before?.has(JSON.stringify(item)) !== true);
    if (seen === undefined || changed.length > 0) await printList(context, { ...listing, items: changed });
    seen = new Set(listing.items.map((item) => JSON.stringify(item)));
  }
}

function listingLines<T>(listing: Listing<T>, format: 'table' | 'wide', width: number | undefined): readonly string[] {
  const { items, empty } = listing;
  if (items.length === 0 && empty !== undefined) return [empty];
  return tableText(toTable(listing), format, width).trimEnd().split('\n');
}

/** Yields once for everything that has come since it was last asked; ends, or fails, as the source does. */
export async function* coalesce(source: AsyncIterable<unknown>): AsyncGenerator<void, void, undefined> {
  let pending = false;
  let ended = false;
  let wake = (): void => undefined;
  const pumped = (async () => {
    try {
      for await (const _ of source) {
        pending = true;
        wake();
      }
    } finally {
      ended = true;
      wake();
    }
  })();
  // The reader gets a failure from the await at the end; until then it must not be an unhandled rejection.
  pumped.catch(() => undefined);
  while (pending || !ended) {
    if (pending) {
      pending = false;
      yield;
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  await pumped;
}
