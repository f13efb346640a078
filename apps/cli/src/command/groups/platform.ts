import { apiCommand } from '../../commands/api.command.ts';
import { apiserverCommand } from '../../commands/apiserver.command.ts';
import { applyCommand } from '../../commands/apply.command.ts';
import { auditCommand } from '../../commands/audit.command.ts';
import { backupCommand } from '../../commands/backup.command.ts';
import { clusterAddCommand } from '../../commands/cluster-add.command.ts';
import { clusterCapacityCommand } from '../../commands/cluster-capacity.command.ts';
import { clusterCheckCommand } from '../../commands/cluster-check.command.ts';
import { clusterLsCommand } from '../../commands/cluster-ls.command.ts';
import { clusterNodesCommand } from '../../commands/cluster-nodes.command.ts';
import { clusterPodsCommand } from '../../commands/cluster-pods.command.ts';
import { clusterRmCommand } from '../../commands/cluster-rm.command.ts';
import { configCheckCommand } from '../../commands/config-check.command.ts';
import { configGetCommand } from '../../commands/config-get.command.ts';
import { configLsCommand } from '../../commands/config-ls.command.ts';
import { configSetCommand } from '../../commands/config-set.command.ts';
import { configUnsetCommand } from '../../commands/config-unset.command.ts';
import { contextAddCommand } from '../../commands/context-add.command.ts';
import { contextLsCommand } from '../../commands/context-ls.command.ts';
import { contextRmCommand } from '../../commands/context-rm.command.ts';
import { contextShowCommand } from '../../commands/context-show.command.ts';
import { contextUseCommand } from '../../commands/context-use.command.ts';
import { convertCommand } from '../../commands/convert.command.ts';
import { crdInitCommand } from '../../commands/crd-init.command.ts';
import { crdInstallCommand } from '../../commands/crd-install.command.ts';
import { crdPrintCommand } from '../../commands/crd-print.command.ts';
import { getCommand } from '../../commands/get.command.ts';
import { hubCommand } from '../../commands/hub.command.ts';
import {
  imageBuildCommand,
  imageLoadCommand,
  imageLsCommand,
  imagePullCommand,
  imageRmCommand,
  imageSaveCommand,
  imageStandInsCommand,
} from '../../commands/image.command.ts';
import { restoreCommand } from '../../commands/restore.command.ts';
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
  contextAddCommand,
  contextLsCommand,
  contextUseCommand,
  contextShowCommand,
  contextRmCommand,
  clusterLsCommand,
  clusterAddCommand,
  clusterCheckCommand,
  clusterRmCommand,
  clusterNodesCommand,
  clusterPodsCommand,
  clusterCapacityCommand,
  applyCommand,
  getCommand,
  convertCommand,
  userLsCommand,
  userAddCommand,
  userSetCommand,
  userRmCommand,
  tokenLsCommand,
  tokenCreateCommand,
  tokenRevokeCommand,
  serverCommand,
  apiserverCommand,
  hubCommand,
  crdPrintCommand,
  crdInstallCommand,
  crdInitCommand,
  secretsRotateCommand,
  configCheckCommand,
  configLsCommand,
  configGetCommand,
  configSetCommand,
  configUnsetCommand,
  auditCommand,
  apiCommand,
  backupCommand,
  restoreCommand,
  imageBuildCommand,
  imageLsCommand,
  imageSaveCommand,
  imageLoadCommand,
  imagePullCommand,
  imageRmCommand,
  imageStandInsCommand,
];
