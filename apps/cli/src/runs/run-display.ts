import type { RunEvent } from '@kubemin/client';
import type { CommandContext } from '../terminal/index.ts';
import { liveTree } from './live-tree.ts';
import { transitionLine } from './run-text.ts';
import type { RunView } from './run-view.ts';

/** How a run is shown while it goes on. */
export interface RunDisplay {
  /** Shows what an event has changed. */
  show(view: RunView, event: RunEvent): void;
  /** Reasons that stand above in full, and need not be repeated. @default none */
  readonly printedErrors?: readonly string[];
  /** The last look; nothing is drawn afterwards. */
  close(): void;
}

/** Lines that stand below a run that is drawn in place, as they are by now. */
export type Below = () => readonly string[];

/** Events for programs that asked for them line by line; a tree drawn in place on a terminal; a line per transition elsewhere. */
export function createRunDisplay(context: CommandContext, below?: Below): RunDisplay {
  if (context.output === 'jsonl') return eventLines(context);
  return context.terminal.interactive ? liveTree(context, below) : transitionLines(context);
}

/** Every event as a line of JSON on stdout. */
function eventLines({ terminal }: CommandContext): RunDisplay {
  return { show: (_, event) => terminal.out(`${JSON.stringify(event)}\n`), close: () => undefined };
}

/** One line per transition, as logs want it: each state and each reason once. */
export function transitionLines({ terminal, style, translate }: CommandContext): RunDisplay {
  const last = new Map<string, string>();
  const printedErrors: string[] = [];
  return {
    show: (_, event) => {
      if (!worthALine(event)) return;
      const line = transitionLine(event, { style, translate, printedErrors });
      const key = event.kind === 'job' ? event.job.id : event.taskId;
      // A polled job repeats its message: only changes are printed.
      if (last.get(key) === line) return;
      last.set(key, line);
      const error = event.kind === 'job' ? event.job.error : undefined;
      if (error === undefined) {
        terminal.err(`${line}\n`);
        return;
      }
      terminal.alert(`${line}\n`);
      printedErrors.push(error);
    },
    printedErrors,
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
