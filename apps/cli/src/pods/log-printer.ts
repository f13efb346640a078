import type { CommandContext, Style } from '../terminal/index.ts';
import type { ContainerName, TimedLine } from './container-log.ts';
import { stripControlCharacters } from './log-text.ts';

/** How lines are shown. */
export interface LogPrinting {
  /** Before each line, whose it is; for more than one container. */
  readonly prefixed: boolean;
  readonly timestamps: boolean;
  /** Only lines in which this is found. */
  readonly grep: RegExp | undefined;
}

const COLOURS = ['cyan', 'magenta', 'green', 'yellow'] as const;

/** Prints lines of several containers. The colour of one is always the same. */
export class LogPrinter {
  readonly #context: CommandContext;
  readonly #printing: LogPrinting;

  constructor(context: CommandContext, printing: LogPrinting) {
    this.#context = context;
    this.#printing = printing;
  }

  print(name: ContainerName, { time, text }: TimedLine): void {
    const { terminal, outStyle, output } = this.#context;
    const { prefixed, timestamps, grep } = this.#printing;
    // A terminal is its owner's to have coloured; a file or a pipe gets words alone.
    const shown = terminal.outColour ? text : stripControlCharacters(text);
    if (grep !== undefined && !grep.test(shown)) return;
    if (output === 'json' || output === 'jsonl') {
      terminal.out(`${JSON.stringify({ ...name, time, text: shown })}\n`);
      return;
    }
    const prefix = prefixed ? `${coloured(outStyle, `${name.pod}/${name.container}`)} ` : '';
    terminal.out(`${prefix}${timestamps ? `${time} ` : ''}${shown}\n`);
  }
}

function coloured(style: Style, name: string): string {
  const sum = [...name].reduce((total, character) => (total * 31 + character.charCodeAt(0)) % 65_521, 7);
  return style[COLOURS[sum % COLOURS.length] ?? 'cyan'](`[${name}]`);
}
