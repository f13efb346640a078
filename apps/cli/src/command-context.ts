import type { Clock, Random } from '@kubemin/base';
import type { Style } from './style.ts';
import type { Environment, Terminal } from './terminal.ts';

/** What every command is given instead of reaching for the process. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly style: Style;
  readonly env: Environment;
  readonly cwd: string;
  readonly homeDirectory: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts on Ctrl-C or SIGTERM. */
  readonly interrupted: AbortSignal;
}
