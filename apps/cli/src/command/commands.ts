import type { CliCommand } from './cli-command.ts';
import { authorCommands } from './groups/author.ts';
import { deliverCommands } from './groups/deliver.ts';
import { observeCommands } from './groups/observe.ts';
import { platformCommands } from './groups/platform.ts';
import { runsCommands } from './groups/runs.ts';
import { startCommands } from './groups/start.ts';

/** Every command there is. */
export const COMMANDS: readonly CliCommand[] = [
  ...startCommands,
  ...authorCommands,
  ...deliverCommands,
  ...runsCommands,
  ...observeCommands,
  ...platformCommands,
];
