import { componentStates, jobState, type LiveEvent, type RunStatus, runStates, type Task } from '@kubemin/client';
import { eventMessages, runKindMessages } from '../messages/index.ts';
import { type Translate, translateSent } from '../terminal/index.ts';
import { callbackText } from './callback-text.ts';
import { endReason, jobDetail, oneLine } from './run-text.ts';
import { stateWord } from './state-text.ts';

/** One thing that happened, for people. */
export interface EventRow {
  readonly time: string;
  /** Which application, component or object it happened to. */
  readonly subject: string;
  readonly what: string;
}

/** Describes an event; undefined for those that only trigger a reload. */
export function eventRow(event: LiveEvent, translate: Translate): EventRow | undefined {
  const changes = {
    created: translate(eventMessages.created),
    updated: translate(eventMessages.updated),
    deleted: translate(eventMessages.deleted),
  };
  switch (event.kind) {
    case 'reset':
      return undefined;
    case 'application':
      return {
        time: event.time,
        subject: event.application.name,
        what: `${changes[event.change]} (${translate(eventMessages.revision({ revision: event.application.revision }))})`,
      };
    case 'component': {
      const { name, status } = event.component;
      const message = translateSent(translate, event.component, 'message', event.component.message);
      return { time: event.time, subject: name, what: `${componentStates[status][translate.language]}: ${message}` };
    }
    case 'callback': {
      const { appName, number, callback, time } = event;
      const last = callback.attempts.at(-1);
      const attempt = last === undefined ? '' : callbackText(callback, last, translate);
      return { time, subject: appName, what: translate(eventMessages.callback({ run: number, attempt })) };
    }
    case 'task': {
      const { appName, number, status } = event.task;
      const what = translate(eventMessages.run({ run: number, state: stateWord(runStates[status], translate) }));
      return { time: event.time, subject: appName, what: `${what}${after(endReason(event.task, translate))}` };
    }
    case 'job': {
      const { component, objectKind, objectName } = event.job;
      const object = [objectKind, objectName].filter((word) => word !== '').join(' ');
      const state = stateWord(jobState(event.job), translate);
      return { time: event.time, subject: component, what: `${object} ${state}${jobDetail(event.job, translate)}` };
    }
  }
}

/** What is known of the beginning of a run afterwards: when it was asked for, and begun. */
export function runRows(task: Task, translate: Translate): readonly EventRow[] {
  const { appName: subject, number, kind, creator, createdAt, startedAt } = task;
  const rows: EventRow[] = [
    {
      time: createdAt,
      subject,
      what: translate(eventMessages.askedFor({ run: number, kind: runKindMessages[kind], by: creator ?? '-' })),
    },
  ];
  if (startedAt !== undefined) {
    rows.push({
      time: startedAt,
      subject,
      what: translate(eventMessages.run({ run: number, state: stateWord(runStates.running, translate) })),
    });
  }
  return rows;
}

/** Its end, if it has come. */
export function endRows(task: Task, translate: Translate): readonly EventRow[] {
  const { appName: subject, number, endedAt: time, status } = task;
  if (time === undefined) return [];
  const what = translate(eventMessages.run({ run: number, state: stateWord(runStates[status], translate) }));
  return [{ time, subject, what: `${what}${after(endReason(task, translate))}` }];
}

/** The attempts to deliver its callback, where it has one. */
export function callbackRows(
  { appName: subject, number, callback }: RunStatus,
  translate: Translate,
): readonly EventRow[] {
  if (callback === undefined) return [];
  return callback.attempts.map((attempt) => ({
    time: attempt.endedAt ?? attempt.startedAt,
    subject,
    what: translate(eventMessages.callback({ run: number, attempt: callbackText(callback, attempt, translate) })),
  }));
}

/** A moment as the clock on the wall has it: `2026-11-16 12:21:26`. */
export function localTime(instant: string): string {
  const at = new Date(instant);
  const two = (count: number): string => String(count).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

function after(words: string | undefined): string {
  return words === undefined || words === '' ? '' : `: ${oneLine(words)}`;
}
