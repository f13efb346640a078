import { queueCommand } from '../../commands/queue.command.ts';
import { runApproveCommand } from '../../commands/run-approve.command.ts';
import { runCancelCommand } from '../../commands/run-cancel.command.ts';
import { runLogsCommand } from '../../commands/run-logs.command.ts';
import { runLsCommand } from '../../commands/run-ls.command.ts';
import { runRejectCommand } from '../../commands/run-reject.command.ts';
import { runRetryCommand } from '../../commands/run-retry.command.ts';
import { runShowCommand } from '../../commands/run-show.command.ts';
import { runWatchCommand } from '../../commands/run-watch.command.ts';
import type { CliCommand } from '../cli-command.ts';

/** Runs of workflows. In the order in which `--help` lists them. */
export const runsCommands: readonly CliCommand[] = [
  runLsCommand,
  runShowCommand,
  runWatchCommand,
  runCancelCommand,
  runApproveCommand,
  runRejectCommand,
  runLogsCommand,
  runRetryCommand,
  queueCommand,
];
