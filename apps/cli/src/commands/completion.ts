import { type Candidate, complete, SHELLS, type ShellName } from '../command/index.ts';
import { type CommandContext, ExitCode } from '../terminal/index.ts';
import { COMMANDS } from './commands.ts';
import type { NamesWanted } from './completion/live-names.ts';

export interface CompletionOptions {
  readonly shell: ShellName;
  readonly words: readonly string[];
  readonly candidates: boolean;
}

/** Prints the script of a shell, or the candidates that the script requests during completion. */
export async function completion(context: CommandContext, options: CompletionOptions): Promise<ExitCode> {
  const { terminal, translate } = context;
  const shell = SHELLS[options.shell];
  if (!options.candidates) {
    terminal.out(shell.script);
    return ExitCode.ok;
  }
  // PowerShell cannot pass on an empty word.
  const words = options.words.map((word) => (word === '""' ? '' : word));
  const { candidates, names } = await complete(COMMANDS, words, translate);
  const current = words.at(-1) ?? '';
  const live = names === undefined ? [] : await namesFor(context, names, current);
  terminal.out([...candidates, ...live].map((candidate) => `${shell.format(candidate)}\n`).join(''));
  return ExitCode.ok;
}

async function namesFor(context: CommandContext, names: NamesWanted, current: string): Promise<readonly Candidate[]> {
  const { liveNames } = await import('./completion/live-names.ts');
  return (await liveNames(context, names)).filter(({ text }) => text.startsWith(current));
}
