import { choosePlatform } from '../client-config/choose-platform.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { contextWords } from '../language/words/context.ts';
import { print } from '../output/printer.ts';

/** Tells which platform commands talk to here. */
export async function showContext(context: CommandContext): Promise<ExitCode> {
  const chosen = await choosePlatform(context);
  const where = chosen.kind === 'directory' ? chosen.directory.path : chosen.url;
  const name = chosen.context ?? '-';
  await print(context, {
    data: { ...(chosen.context !== undefined && { context: chosen.context }), kind: chosen.kind, where },
    table: `${name}   ${where}\n`,
    names: [name],
  });
  if (chosen.context === undefined) context.terminal.err(`${contextWords[context.language].nothingInUse}\n`);
  return ExitCode.ok;
}
