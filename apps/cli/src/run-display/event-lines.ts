import type { CommandContext } from '../command-context.ts';
import type { RunDisplay } from './run-display.ts';

/** Every event as a line of JSON on stdout. */
export function eventLines({ terminal }: CommandContext): RunDisplay {
  return { show: (_, event) => terminal.out(`${JSON.stringify(event)}\n`), close: () => undefined };
}
