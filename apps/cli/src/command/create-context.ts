import {
  type CommandContext,
  chooseLanguage,
  createStyle,
  type ProcessEnvironment,
  translateTo,
} from '../terminal/index.ts';
import type { Globals } from './global-options.ts';

/** The context of one command line. */
export function createContext(environment: ProcessEnvironment, globals: Globals): CommandContext {
  const { terminal, env, preferences } = environment;
  const mayAsk = !globals.noInput && terminal.keyboard !== undefined;
  return {
    ...environment,
    terminal: {
      ...terminal,
      keyboard: mayAsk ? terminal.keyboard : undefined,
      err: globals.quiet ? () => undefined : terminal.err,
      interactive: terminal.interactive && !globals.quiet,
    },
    style: createStyle(terminal.colour && !globals.noColor),
    outStyle: createStyle(terminal.outColour && !globals.noColor),
    translate: translateTo(chooseLanguage(globals.lang, env, preferences.lang)),
    dataDir: globals.dataDir,
    contextName: globals.context,
    output: globals.output ?? preferences.output,
    input: mayAsk ? 'ask' : 'never',
    yes: globals.yes,
    timeoutMs: globals.timeout,
    debug: globals.debug || env.KUBEMIN_DEBUG !== undefined,
    typedAs: 'kubemin',
    notes: new Set(),
  };
}
