import type { RunEvent } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { transitionLine } from '../run-text.ts';
import type { RunDisplay } from './run-display.ts';

/** One line per transition, as logs want it: each state and each reason once. */
export function transitionLines({ terminal, style, language }: CommandContext): RunDisplay {
  const last = new Map<string, string>();
  const said: string[] = [];
  return {
    show: (_, event) => {
      if (!worthALine(event)) return;
      const line = transitionLine(event, { style, language, said });
      const key = event.kind === 'job' ? event.job.id : event.taskId;
      // A job that is looked at again and again says the same: only what has changed is news.
      if (last.get(key) === line) return;
      last.set(key, line);
      const error = event.kind === 'job' ? event.job.error : undefined;
      if (error === undefined) {
        terminal.err(`${line}\n`);
        return;
      }
      terminal.alert(`${line}\n`);
      said.push(error);
    },
    said,
    close: () => undefined,
  };
}

/** The plan as a whole and starts without words would drown what people look for in a log. */
function worthALine(event: RunEvent): boolean {
  return (
    event.kind === 'task' ||
    (event.job.status !== 'queued' && (event.job.status !== 'running' || event.job.message !== undefined))
  );
}
