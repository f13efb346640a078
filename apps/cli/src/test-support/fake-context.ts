import { systemClock, systemRandom } from '@kubemin/base';
import { createContext, readGlobals } from '../command/global-options.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { RecordedTerminal } from './recorded-terminal.ts';

/** A context whose terminal records its output. */
export interface FakeContext {
  readonly context: CommandContext;
  out(): string;
  /** Talk and alerts. */
  err(): string;
}

/** A context without a process: no colors, no prompts, English; the given fields override that. */
export function fakeContext(given: Partial<CommandContext> = {}): FakeContext {
  const recorded = new RecordedTerminal();
  const context = createContext(
    {
      terminal: recorded.terminal,
      env: {},
      cwd: '/',
      homeDirectory: '/',
      clock: systemClock,
      random: systemRandom,
      preferences: {},
      program: [process.execPath],
      interrupted: new AbortController().signal,
    },
    readGlobals(new Map()),
  );
  return { context: { ...context, ...given }, out: () => recorded.out, err: () => recorded.err };
}
