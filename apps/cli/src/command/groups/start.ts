import { completionCommand } from '../../commands/completion.command.ts';
import { doctorCommand } from '../../commands/doctor.command.ts';
import { downCommand } from '../../commands/down.command.ts';
import { initCommand } from '../../commands/init.command.ts';
import { linkCommand } from '../../commands/link.command.ts';
import { loginCommand } from '../../commands/login.command.ts';
import { logoutCommand } from '../../commands/logout.command.ts';
import { openCommand } from '../../commands/open.command.ts';
import { resetCommand } from '../../commands/reset.command.ts';
import { unlinkCommand } from '../../commands/unlink.command.ts';
import { upCommand } from '../../commands/up.command.ts';
import { versionCommand } from '../../commands/version.command.ts';
import { whoamiCommand } from '../../commands/whoami.command.ts';
import type { CliCommand } from '../cli-command.ts';

/** Getting KubeMin to run. In the order in which `--help` lists them. */
export const startCommands: readonly CliCommand[] = [
  upCommand,
  downCommand,
  resetCommand,
  initCommand,
  loginCommand,
  logoutCommand,
  linkCommand,
  unlinkCommand,
  whoamiCommand,
  openCommand,
  doctorCommand,
  completionCommand,
  versionCommand,
];
