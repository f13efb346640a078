import { lsCommand } from '../../commands/ls.command.ts';
import { statusCommand } from '../../commands/status.command.ts';
import type { CliCommand } from '../cli-command.ts';

/** Looking at what is there. In the order in which `--help` lists them. */
export const observeCommands: readonly CliCommand[] = [statusCommand, lsCommand];
