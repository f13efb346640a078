import { attachCommand } from '../../commands/attach.command.ts';
import { eventsCommand } from '../../commands/events.command.ts';
import { execCommand } from '../../commands/exec.command.ts';
import { kubectlCommand } from '../../commands/kubectl.command.ts';
import { logsCommand } from '../../commands/logs.command.ts';
import { lsCommand } from '../../commands/ls.command.ts';
import { metricsCommand } from '../../commands/metrics.command.ts';
import { portForwardCommand } from '../../commands/port-forward.command.ts';
import { statusCommand } from '../../commands/status.command.ts';
import { topCommand } from '../../commands/top.command.ts';
import type { CliCommand } from '../cli-command.ts';

/** Looking at what is there. In the order in which `--help` lists them. */
export const observeCommands: readonly CliCommand[] = [
  statusCommand,
  lsCommand,
  eventsCommand,
  metricsCommand,
  logsCommand,
  execCommand,
  attachCommand,
  topCommand,
  kubectlCommand,
  portForwardCommand,
];
