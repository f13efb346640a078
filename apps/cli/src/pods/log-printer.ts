import type { LogLine } from '@kubemin/kube';
import type { CommandContext, Style } from '../terminal/index.ts';
import type { ContainerPlace } from './pod-access.ts';

/** How lines are shown. */
export interface LogPrinting {
  /** Of all pods. */
  readonly namespace: string;
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

  print({ pod, container }: ContainerPlace, { time, text }: LogLine): void {
    const { terminal, outStyle, output } = this.#context;
    const { namespace, prefixed, timestamps, grep } = this.#printing;
    // A terminal is its owner's to have coloured; a file or a pipe gets words alone.
    const shown = terminal.outColour ? text : stripControlCharacters(text);
    if (grep !== undefined && !grep.test(shown)) return;
    if (output === 'json' || output === 'jsonl') {
      terminal.out(`${JSON.stringify({ namespace, pod, container, time, text: shown })}\n`);
      return;
    }
    const prefix = prefixed ? `${coloured(outStyle, `${pod}/${container}`)} ` : '';
    terminal.out(`${prefix}${timestamps ? `${time} ` : ''}${shown}\n`);
  }
}

function coloured(style: Style, name: string): string {
  const sum = [...name].reduce((total, character) => (total * 31 + character.charCodeAt(0)) % 65_521, 7);
  return style[COLOURS[sum % COLOURS.length] ?? 'cyan'](`[${name}]`);
}

const ESCAPE = '\u001b';
/** What follows an escape: a control sequence, a command with text, or a single character. */
const SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\u0007${ESCAPE}]*(?:\u0007|${ESCAPE}\\\\)|[@-Z\\\\-_])`,
  'g',
);

/** Removes control sequences that would move the cursor, change colors or rename the terminal. */
export function stripControlCharacters(line: string): string {
  const plain = line.includes(ESCAPE) ? line.replace(SEQUENCE, '') : line;
  return [...plain].filter((character) => character === '\t' || (character >= ' ' && character !== '\u007f')).join('');
}
