import type { RunEvent } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import type { RunView } from '../run-view.ts';
import { eventLines } from './event-lines.ts';
import { liveTree } from './live-tree.ts';
import { transitionLines } from './transition-lines.ts';

/** How a run is shown while it goes on. */
export interface RunDisplay {
  /** Shows what an event has changed. */
  show(view: RunView, event: RunEvent): void;
  /** Reasons that stand above in full, and need not be repeated. @default none */
  readonly said?: readonly string[];
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
