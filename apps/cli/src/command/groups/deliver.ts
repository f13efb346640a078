import { deleteCommand } from '../../commands/delete.command.ts';
import { deployCommand } from '../../commands/deploy.command.ts';
import { restartCommand } from '../../commands/restart.command.ts';
import { revisionDiffCommand } from '../../commands/revision-diff.command.ts';
import { revisionLsCommand } from '../../commands/revision-ls.command.ts';
import { revisionShowCommand } from '../../commands/revision-show.command.ts';
import { rollbackCommand } from '../../commands/rollback.command.ts';
import { scaleCommand } from '../../commands/scale.command.ts';
import type { CliCommand } from '../cli-command.ts';

/** Bringing applications into the cluster. In the order in which `--help` lists them. */
export const deliverCommands: readonly CliCommand[] = [
  deployCommand,
  scaleCommand,
  restartCommand,
  rollbackCommand,
  deleteCommand,
  revisionLsCommand,
  revisionShowCommand,
  revisionDiffCommand,
];
