import type { Clock, Random } from '@kubemin/base';
import type { Translate } from './language/language.ts';
import type { OutputFormat } from './output/output-format.ts';
import type { Preferences } from './preferences.ts';
import type { Style } from './style.ts';
import type { Environment, Terminal } from './terminal.ts';

/** What the process is given, before anything of the command line is read. */
export interface ProcessEnvironment {
  readonly terminal: Terminal;
  readonly env: Environment;
  readonly cwd: string;
  readonly homeDirectory: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Defaults for options that neither the command line nor a variable sets. */
  readonly preferences: Preferences;
  /** What starts this program again: an executable and what stands before the words of a command line. */
  readonly program: readonly [string, ...string[]];
  /** Aborts on Ctrl-C or SIGTERM. */
  readonly interrupted: AbortSignal;
}

/** What every command is given instead of reaching for the process. */
export interface CommandContext extends ProcessEnvironment {
  /** For what goes to `terminal.err` and `terminal.alert`. */
  readonly style: Style;
  /** For what goes to `terminal.out`. */
  readonly outStyle: Style;
  readonly translate: Translate;
  /** The value of `--data-dir`. */
  readonly dataDir: string | undefined;
  /** The value of `--context`: the name of a saved platform. */
  readonly contextName: string | undefined;
  /** The value of `-o`; undefined if not given, which most commands treat as a table. */
  readonly output: OutputFormat | undefined;
  /** Whether prompts are possible and allowed. */
  readonly input: 'ask' | 'never';
  /** `--yes`: what would be asked is meant. */
  readonly yes: boolean;
  /** `--timeout`: how long to wait for a run. */
  readonly timeoutMs: number | undefined;
  /** `--debug`, or KUBEMIN_DEBUG. */
  readonly debug: boolean;
  /** What a user types to start this program: `kubemin`, `npx kubemin`, or a path. */
  readonly typedAs: string;
  /** What was printed and is not printed again by this command line. */
  readonly notes: Set<string>;
}
