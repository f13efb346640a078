import type { RunEvent } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { transitionLine } from '../run-text.ts';
import type { RunDisplay } from './run-display.ts';

/** One line per transition, as logs want it. */
export function transitionLines({ terminal, style, language }: CommandContext): RunDisplay {
  return {
    show: (_, event) => {
      if (worthALine(event)) terminal.err(`${transitionLine(event, { style, language })}\n`);
    },
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
