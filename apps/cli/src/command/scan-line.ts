import { isUnder } from './address.ts';
import type { CliCommand } from './cli-command.ts';
import { globalOptions } from './global-options.ts';
import { optionForm } from './options.ts';
import type { Parameter } from './parameter.ts';

/** An unfinished command line taken apart. */
export interface ScannedLine {
  /** The words of the command's name, as far as they are there. */
  readonly path: readonly string[];
  readonly command: CliCommand | undefined;
  /** The option whose value stands at the cursor. */
  readonly option: Parameter<unknown> | undefined;
  /** Arguments before the cursor. */
  readonly positional: readonly string[];
  /** The word at the cursor; empty when it has not begun. */
  readonly current: string;
}

/** Takes the words before the cursor apart; the last one is at the cursor. */
export function scanLine(commands: readonly CliCommand[], words: readonly string[]): ScannedLine {
  const current = words.at(-1) ?? '';
  const path: string[] = [];
  const positional: string[] = [];
  let command: CliCommand | undefined;
  let option: Parameter<unknown> | undefined;
  for (const word of words.slice(0, -1)) {
    if (option !== undefined) {
      option = undefined;
    } else if (word.startsWith('-')) {
      option = optionAwaitingValue(command, word);
    } else if (command !== undefined) {
      positional.push(word);
    } else {
      path.push(word);
      command = commands.find((each) => each.path.length === path.length && isUnder(each, path));
    }
  }
  return { path, command, option, positional, current };
}

/** The option that a word names, when its value is the next word. */
function optionAwaitingValue(command: CliCommand | undefined, word: string): Parameter<unknown> | undefined {
  const own = Object.values(command?.options ?? {}).flatMap((spec) => ('load' in spec ? [] : [spec]));
  return [...own, ...Object.values(globalOptions)].find(({ form }) => {
    const { long, short, takesValue } = optionForm(form);
    return takesValue && (word === `--${long}` || word === short);
  });
}
