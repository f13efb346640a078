import { componentStates, type LiveEvent, runStates, type Task } from '@kubemin/client';
import type { Language } from '../language/language.ts';
import { eventWords } from '../language/words/event.ts';
import { stateWord } from '../state-text.ts';

/** One thing that happened, for people. */
export interface EventRow {
  readonly time: string;
  /** Which application, component or object it happened to. */
  readonly subject: string;
  readonly what: string;
}

/** Says what an event tells; undefined for those that only tell programs to look again. */
export function eventRow(event: LiveEvent, language: Language): EventRow | undefined {
  const say = eventWords[language];
  const changes = { created: say.created, updated: say.updated, deleted: say.deleted };
  switch (event.kind) {
    case 'reset':
      return undefined;
    case 'application':
      return {
        time: event.time,
        subject: event.application.name,
        what: `${changes[event.change]} (${say.revision(event.application.revision)})`,
      };
    case 'component': {
      const { name, status, message } = event.component;
      return { time: event.time, subject: name, what: `${componentStates[status][language]}: ${message}` };
    }
    case 'task': {
      const { appName, number, status, error } = event.task;
      const what = say.run(number, stateWord(runStates[status], language));
      return { time: event.time, subject: appName, what: `${what}${after(error)}` };
    }
    case 'job': {
      const { component, objectKind, objectName, status, error, message } = event.job;
      const object = [objectKind, objectName].filter((word) => word !== '').join(' ');
      const state = stateWord(runStates[status], language);
      return { time: event.time, subject: component, what: `${object} ${state}${after(error ?? message)}` };
    }
  }
}

/** What is known of a run afterwards: when it was asked for, begun and ended. */
export function runRows(task: Task, language: Language): readonly EventRow[] {
  const say = eventWords[language];
  const { appName: subject, number, kind, creator, createdAt, startedAt, endedAt, status, error } = task;
  const rows: EventRow[] = [{ time: createdAt, subject, what: say.askedFor(number, kind, creator ?? '-') }];
  if (startedAt !== undefined) {
    rows.push({ time: startedAt, subject, what: say.run(number, stateWord(runStates.running, language)) });
  }
  if (endedAt !== undefined) {
    const what = say.run(number, stateWord(runStates[status], language));
    rows.push({ time: endedAt, subject, what: `${what}${after(error)}` });
  }
  return rows;
}

function after(words: string | undefined): string {
  return words === undefined || words === '' ? '' : `: ${words}`;
}
