import { diffCommand } from '../../commands/diff.command.ts';
import { renderCommand } from '../../commands/render.command.ts';
import type { CliCommand } from '../cli-command.ts';

/** Writing application documents. In the order in which `--help` lists them. */
export const authorCommands: readonly CliCommand[] = [renderCommand, diffCommand];
