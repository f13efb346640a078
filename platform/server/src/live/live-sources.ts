import type { Clock } from '@kubemin/base';
import { type Engine, isTaskFinished, type JournalPage } from '@kubemin/engine';
import type { ApplicationProjects } from '../accounts/index.ts';
import type { Change, ChangeLog } from './change-log.ts';
import { changeEntry, type LiveEntry, runEntry } from './live-entry.ts';
import type { TailPage, TailSource } from './tail-source.ts';

const BATCH = 500;
/** How late changes are that happened on another instance, and here. */
const LOOK_MS = 200;

/** What the transitions of runs are read from. */
export interface RunSourceOptions {
  readonly journal: Engine['journal'];
  readonly projects: ApplicationProjects;
  /** Called when a run that deletes an application has ended: the application must be gone for every caller. */
  readonly onDeletion: () => Promise<void>;
  /** Called with the applications of runs that were refused: what serves becomes what they are. */
  readonly onRejection: (appIds: readonly string[]) => Promise<void>;
}

/** The transitions of all runs. */
export function runSource({ journal, projects, onDeletion, onRejection }: RunSourceOptions): TailSource<LiveEntry> {
  const toEntries = async ({ events, complete, next }: JournalPage): Promise<TailPage<LiveEntry>> => {
    const known = await projects.applicationProjects([...new Set(events.map(({ appId }) => appId))]);
    return { entries: events.map((event) => runEntry(event, known.get(event.appId))), complete, next };
  };
  return {
    head: () => journal.head(),
    read: async (after, limit) => toEntries(await journal.read(after, limit)),
    tail: async function* (after, signal) {
      for await (const page of journal.tail(after, signal)) {
        if (page.events.some(endsDeletion)) await onDeletion();
        await onRejection([...new Set(page.events.filter(endsRejected).map(({ appId }) => appId))]);
        yield await toEntries(page);
      }
    },
  };
}

function endsDeletion({ event }: JournalPage['events'][number]): boolean {
  return event.kind === 'task' && event.task.kind === 'delete' && isTaskFinished(event.task.status);
}

function endsRejected({ event }: JournalPage['events'][number]): boolean {
  return event.kind === 'task' && event.task.status === 'rejected';
}

/** The changes of components and applications. */
export function changeSource(log: ChangeLog, clock: Clock): TailSource<LiveEntry> {
  const toEntries = ({ entries, ...page }: TailPage<Change>): TailPage<LiveEntry> => ({
    ...page,
    entries: entries.map(changeEntry),
  });
  return {
    head: () => log.head(),
    read: async (after, limit) => toEntries(await log.read(after, limit)),
    tail: async function* (after, signal) {
      let place = after;
      while (!signal.aborted) {
        const page = await log.read(place, BATCH);
        place = page.next;
        if (page.entries.length > 0) yield toEntries(page);
        else await clock.sleep(LOOK_MS, signal);
      }
    },
  };
}
