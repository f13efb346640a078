import type { Clock } from '@kubemin/base';
import { formatDuration } from './duration.ts';
import { padDisplay } from './output/display-width.ts';
import type { Style } from './style.ts';
import type { Terminal } from './terminal.ts';

export interface StartStepsOptions {
  readonly terminal: Terminal;
  readonly style: Style;
  readonly clock: Clock;
  readonly total: number;
}

/** Numbered steps with their timings, told while a long start is under way. */
export class StartSteps {
  readonly #options: StartStepsOptions;
  #number = 0;

  constructor(options: StartStepsOptions) {
    this.#options = options;
  }

  /** Runs one step. `tell` turns its result into the words behind the tick. */
  async run<T>(title: string, work: () => Promise<T>, tell: (result: T) => string): Promise<T> {
    const { terminal, style, clock, total } = this.#options;
    this.#number += 1;
    const label = `${style.dim(`[${this.#number}/${total}]`)} ${padDisplay(title, 16)}`;
    const started = clock.monotonic();
    try {
      const result = await work();
      const took = formatDuration(clock.monotonic() - started);
      terminal.err(`${label} ${style.green('✓')} ${tell(result)} ${style.dim(took)}\n`);
      return result;
    } catch (error) {
      terminal.err(`${label} ${style.red('✗')}\n`);
      throw error;
    }
  }
}
