import { silentLogger, systemClock, WakeSignal } from '@kubemin/base';
import { eventually } from '@kubemin/testing';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { SharedTail } from './shared-tail.ts';
import type { TailPage, TailSource } from './tail-source.ts';

interface Entry {
  readonly position: number;
}

/** Something that grows at its end and is cut off at its beginning, and counts how often it is read. */
class Growing implements TailSource<Entry> {
  readonly #nudge = new WakeSignal();
  #head = 0;
  #floor = 0;
  reads = 0;

  grow(count: number): void {
    this.#head += count;
    this.#nudge.notify();
  }

  cut(floor: number): void {
    this.#floor = Math.min(Math.max(this.#floor, floor), this.#head);
  }

  async head(): Promise<number> {
    return this.#head;
  }

  async read(after: number, limit: number): Promise<TailPage<Entry>> {
    this.reads += 1;
    return this.#page(after, limit);
  }

  async *tail(after: number, signal: AbortSignal): AsyncGenerator<TailPage<Entry>> {
    for (let place = after; !signal.aborted; ) {
      const page = this.#page(place, 7);
      place = page.next;
      if (page.entries.length > 0 || !page.complete) yield page;
      else await this.#nudge.wait(signal);
    }
  }

  #page(after: number, limit: number): TailPage<Entry> {
    const first = Math.max(after, this.#floor) + 1;
    const last = Math.min(this.#head, first + limit - 1);
    const entries = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({ position: first + index }));
    return { entries, complete: this.#floor <= after, next: entries.at(-1)?.position ?? Math.max(after, this.#floor) };
  }
}

function running(source: Growing, window?: number): SharedTail<Entry> {
  const tail = new SharedTail({ source, clock: systemClock, logger: silentLogger, ...(window && { window }) });
  const stop = new AbortController();
  const run = tail.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await run;
  });
  return tail;
}

test('however it grows and is cut off, a reader gets every entry in order or an error that some are gone', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('grow' as const), by: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constant('cut' as const), by: fc.nat(40) }),
    fc.record({ kind: fc.constant('read' as const), by: fc.integer({ min: 1, max: 20 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 20 }), async (steps, window) => {
      const source = new Growing();
      const tail = running(source, window);
      await tail.join(new WakeSignal());
      let place = tail.place;
      const read = async (limit: number): Promise<number> => {
        const { entries, complete } = await tail.after(place, limit);
        if (!complete) {
          place = tail.place;
          return 1;
        }
        for (const { position } of entries) {
          expect(position).toBe(place + 1);
          place = position;
        }
        return entries.length;
      };
      for (const { kind, by } of steps) {
        if (kind === 'grow') source.grow(by);
        else if (kind === 'cut') source.cut(by * 3);
        else await read(by);
      }
      await eventually(async () => tail.place === (await source.head()));
      while ((await read(100)) > 0);
      expect(place).toBe(await source.head());
    }),
    { numRuns: 50 },
  );
});

test('readers near the end are served from memory; one that is far behind reads the source and delays no other', async () => {
  const source = new Growing();
  const tail = running(source, 10);
  await Promise.all(Array.from({ length: 100 }, () => tail.join(new WakeSignal())));
  source.grow(50);
  await eventually(() => tail.place === 50);
  for (let reader = 0; reader < 100; reader += 1) await tail.after(45, 10);
  expect(source.reads).toBe(0);
  expect((await tail.after(3, 5)).entries.map(({ position }) => position)).toEqual([4, 5, 6, 7, 8]);
  expect(source.reads).toBe(1);
});
