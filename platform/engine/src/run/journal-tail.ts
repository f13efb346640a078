import type { Clock } from '@kubemin/base';
import type { EventJournal } from '../store/index.ts';
import { type JournalPage, type RunJournal, waitForSignal } from '../task/index.ts';
import type { EventHub } from './event-hub.ts';

const BATCH = 500;
/** How late events of other instances are. One short look per process, however many follow. */
const LOOK_MS = 200;
/** Events of this process come in bursts; so many looks a second are enough. */
const GATHER_MS = 10;

/** The journal as others see it. */
export function runJournal(journal: EventJournal, hub: EventHub, clock: Clock): RunJournal {
  return {
    head: () => journal.head(),
    read: (after, limit) => journal.read(after, limit),
    tail: (after, signal) => tailJournal({ journal, hub, clock, after, signal }),
  };
}

/** What following the journal takes. */
interface JournalTailOptions {
  readonly journal: EventJournal;
  readonly hub: EventHub;
  readonly clock: Clock;
  readonly after: number;
  readonly signal: AbortSignal;
}

/** Pages of the events after a position, as they are stored. Followers of these runs in this process are notified, wherever the run is executed. */
async function* tailJournal({ journal, hub, clock, after, signal }: JournalTailOptions): AsyncGenerator<JournalPage> {
  const { nudge, stop } = hub.followAll();
  let place = after;
  try {
    while (!signal.aborted) {
      await journal.order();
      const page = await journal.read(place, BATCH);
      for (const { event } of page.events) hub.notifyFollowers(event.taskId);
      place = page.next;
      if (page.events.length > 0 || !page.complete) yield page;
      if (page.events.length > 0) await clock.sleep(GATHER_MS, signal);
      else await waitForSignal({ nudge, clock, ms: LOOK_MS, signal });
    }
  } finally {
    stop();
  }
}
