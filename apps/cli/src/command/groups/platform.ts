import { apiserverCommand } from '../../commands/apiserver.command.ts';
import { auditCommand } from '../../commands/audit.command.ts';
import { clusterAddCommand } from '../../commands/cluster-add.command.ts';
import { clusterCheckCommand } from '../../commands/cluster-check.command.ts';
import { clusterLsCommand } from '../../commands/cluster-ls.command.ts';
import { clusterRmCommand } from '../../commands/cluster-rm.command.ts';
import { configCheckCommand } from '../../commands/config-check.command.ts';
import { secretsRotateCommand } from '../../commands/secrets-rotate.command.ts';
import { serverCommand } from '../../commands/server.command.ts';
import { tokenCreateCommand } from '../../commands/token-create.command.ts';
import { tokenLsCommand } from '../../commands/token-ls.command.ts';
import { tokenRevokeCommand } from '../../commands/token-revoke.command.ts';
import { userAddCommand } from '../../commands/user-add.command.ts';
import { userLsCommand } from '../../commands/user-ls.command.ts';
import { userRmCommand } from '../../commands/user-rm.command.ts';
import { userSetCommand } from '../../commands/user-set.command.ts';
import type { CliCommand } from '../cli-command.ts';

/** The platform and its accounts. In the order in which `--help` lists them. */
export const platformCommands: readonly CliCommand[] = [
  clusterLsCommand,
  clusterAddCommand,
  clusterCheckCommand,
  clusterRmCommand,
  userLsCommand,
  userAddCommand,
  userSetCommand,
  userRmCommand,
  tokenLsCommand,
  tokenCreateCommand,
  tokenRevokeCommand,
  serverCommand,
  apiserverCommand,
  secretsRotateCommand,
  configCheckCommand,
  auditCommand,
];
