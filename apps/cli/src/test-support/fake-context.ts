import { systemClock, systemRandom } from '@kubemin/base';
import { readGlobals } from '../command/global-options.ts';
import { type CommandContext, createContext } from '../command-context.ts';

/** A context whose terminal remembers what was said to it. */
export interface FakeContext {
  readonly context: CommandContext;
  out(): string;
  /** Talk and alerts. */
  err(): string;
}

/** A context without a process: no colours, nobody to ask, English; what is given takes the place of that. */
export function fakeContext(given: Partial<CommandContext> = {}): FakeContext {
  let out = '';
  let err = '';
  const talk = (text: string): void => {
    err += text;
  };
  const context = createContext(
    {
      terminal: {
        out: (text) => {
          out += text;
        },
        err: talk,
        alert: talk,
        interactive: false,
        colour: false,
        outColour: false,
        width: () => 80,
        height: () => 24,
      },
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
  return { context: { ...context, ...given }, out: () => out, err: () => err };
}
