import type { RunEvent } from '@kubemin/client';
import { describe, expect, test } from 'vitest';
import { RunEvents } from './run-events.ts';
import { testEvents, testJob } from './test-support/run-events.ts';

const ALL: readonly RunEvent[] = testEvents(
  ...[...new Array(6).keys()].map((at) => [at, { job: testJob({ id: `job-${at}` }) }] as const),
).map((event) => ({ ...event, sequence: event.sequence + 1 }));

/** Stored events that grow while they are read, and how often they were read. */
function startReading(stored: RunEvent[]) {
  const reads: (number | undefined)[] = [];
  const shown: (readonly number[])[] = [];
  const events = new RunEvents(
    'run',
    async function* (after) {
      reads.push(after);
      yield* stored.filter(({ sequence }) => sequence > (after ?? 0));
    },
    (all) => void shown.push(all.map(({ sequence }) => sequence)),
  );
  const add = (...sequences: readonly number[]) =>
    Promise.all(sequences.map((sequence) => events.add(eventAt(sequence))));
  return { events, reads, shown, add };
}

function eventAt(sequence: number): RunEvent {
  const event = ALL[sequence - 1];
  if (event === undefined) throw new RangeError('there is no such event');
  return event;
}

describe('the events of a run', () => {
  test('what the stream brings while the stored events are read is neither lost nor doubled', async () => {
    const { events, reads, shown, add } = startReading(ALL.slice(0, 3));
    const reading = events.catchUp();
    await add(3, 4, 2);
    expect(shown).toEqual([]);
    await reading;
    expect(shown.at(-1)).toEqual([1, 2, 3, 4]);
    expect(reads).toEqual([undefined]);
  });

  test('a gap in the stream is filled from the stored events, from where it begins', async () => {
    const stored = ALL.slice(0, 2);
    const { events, reads, shown, add } = startReading(stored);
    await events.catchUp();
    stored.push(...ALL.slice(2));
    await add(5);
    expect(shown.at(-1)).toEqual([1, 2, 3, 4, 5, 6]);
    await add(6, 4);
    expect(shown.at(-1)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(reads).toEqual([undefined, 2]);
  });

  test('a stream that begins again leads to another reading, and events of other runs to none', async () => {
    const stored = ALL.slice(0, 1);
    const { events, reads, shown } = startReading(stored);
    await events.catchUp();
    await events.add({ ...eventAt(5), taskId: 'other' });
    expect(reads).toEqual([undefined]);
    stored.push(...ALL.slice(1, 3));
    await events.add({ kind: 'reset', reason: 'start' });
    expect(shown.at(-1)).toEqual([1, 2, 3]);
  });
});
