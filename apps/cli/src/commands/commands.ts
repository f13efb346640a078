import type { CliCommand } from '../command/index.ts';
import { addComponentCommand, addStepCommand, addTraitCommand } from './add.command.ts';
import { backupCommand, restoreCommand, secretsRotateCommand } from './backup.command.ts';
import { chainDeployCommand, chainInvokeCommand, chainRunsCommand, chainShowCommand } from './chain.command.ts';
import {
  clusterAddCommand,
  clusterCapacityCommand,
  clusterCheckCommand,
  clusterCordonCommand,
  clusterDrainCommand,
  clusterEventsCommand,
  clusterGetCommand,
  clusterKindsCommand,
  clusterLsCommand,
  clusterNodesCommand,
  clusterObjectsCommand,
  clusterPodsCommand,
  clusterRmCommand,
  clusterUncordonCommand,
  podRmCommand,
} from './cluster.command.ts';
import {
  configCheckCommand,
  configGetCommand,
  configLsCommand,
  configSetCommand,
  configUnsetCommand,
} from './config.command.ts';
import {
  contextAddCommand,
  contextLsCommand,
  contextRmCommand,
  contextShowCommand,
  contextUseCommand,
} from './context.command.ts';
import { crdInitCommand, crdInstallCommand, crdPrintCommand, hubCommand } from './crd.command.ts';
import {
  deleteCommand,
  deployCommand,
  diffCommand,
  restartCommand,
  rollbackCommand,
  scaleCommand,
} from './deliver.command.ts';
import { editCommand, renderCommand, schemaCommand, validateCommand } from './document.command.ts';
import {
  fnDeployCommand,
  fnDevCommand,
  fnInitCommand,
  fnInvokeCommand,
  fnLogsCommand,
  fnLsCommand,
  fnRmCommand,
  fnScaleCommand,
} from './fn.command.ts';
import {
  imageBuildCommand,
  imageLoadCommand,
  imageLsCommand,
  imagePullCommand,
  imagePushCommand,
  imageRmCommand,
  imageSaveCommand,
  imageStandInsCommand,
} from './image.command.ts';
import { initCommand } from './init.command.ts';
import { loginCommand, logoutCommand, whoamiCommand } from './login.command.ts';
import { applyCommand, convertCommand, getCommand, kubectlCommand } from './objects.command.ts';
import {
  auditCommand,
  eventsCommand,
  linkCommand,
  lsCommand,
  metricsCommand,
  openCommand,
  queueCommand,
  statusCommand,
  unlinkCommand,
} from './observe.command.ts';
import {
  apiCommand,
  apiserverCommand,
  completionCommand,
  doctorCommand,
  downCommand,
  resetCommand,
  serverCommand,
  upCommand,
  versionCommand,
} from './platform.command.ts';
import { pluginInitCommand, pluginLsCommand } from './plugin.command.ts';
import {
  attachCommand,
  debugCommand,
  execCommand,
  logsCommand,
  portForwardCommand,
  topCommand,
} from './pods.command.ts';
import { projectBindCommand, projectLsCommand, projectShowCommand, projectUnbindCommand } from './project.command.ts';
import { revisionDiffCommand, revisionLsCommand, revisionShowCommand } from './revision.command.ts';
import {
  runApproveCommand,
  runCancelCommand,
  runLogsCommand,
  runLsCommand,
  runRejectCommand,
  runRetryCommand,
  runShowCommand,
  runWatchCommand,
} from './run.command.ts';
import { templateLsCommand, templateSaveCommand, templateShowCommand, templateUseCommand } from './template.command.ts';
import { tokenCreateCommand, tokenLsCommand, tokenRevokeCommand } from './token.command.ts';
import { exportCommand, importCommand } from './transfer.command.ts';
import { userAddCommand, userLsCommand, userRmCommand, userSetCommand } from './user.command.ts';

/** Writing application documents. In the order in which `--help` lists them. */
const authorCommands: readonly CliCommand[] = [
  addComponentCommand,
  addTraitCommand,
  addStepCommand,
  editCommand,
  validateCommand,
  renderCommand,
  diffCommand,
  exportCommand,
  importCommand,
  schemaCommand,
  templateLsCommand,
  templateShowCommand,
  templateUseCommand,
  templateSaveCommand,
];

/** Bringing applications into the cluster. In the order in which `--help` lists them. */
const deliverCommands: readonly CliCommand[] = [
  deployCommand,
  scaleCommand,
  restartCommand,
  rollbackCommand,
  deleteCommand,
  revisionLsCommand,
  revisionShowCommand,
  revisionDiffCommand,
];

/** Looking at what is there. In the order in which `--help` lists them. */
const observeCommands: readonly CliCommand[] = [
  statusCommand,
  lsCommand,
  eventsCommand,
  metricsCommand,
  logsCommand,
  execCommand,
  attachCommand,
  debugCommand,
  topCommand,
  kubectlCommand,
  portForwardCommand,
  podRmCommand,
];

/** Functions and their workflows. In the order in which `--help` lists them. */
const functionCommands: readonly CliCommand[] = [
  fnInitCommand,
  fnDeployCommand,
  fnDevCommand,
  fnInvokeCommand,
  fnLogsCommand,
  fnLsCommand,
  fnScaleCommand,
  fnRmCommand,
  chainDeployCommand,
  chainInvokeCommand,
  chainRunsCommand,
  chainShowCommand,
];

/** The platform and its accounts. In the order in which `--help` lists them. */
const platformCommands: readonly CliCommand[] = [
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
  clusterEventsCommand,
  clusterKindsCommand,
  clusterObjectsCommand,
  clusterGetCommand,
  clusterCordonCommand,
  clusterUncordonCommand,
  clusterDrainCommand,
  applyCommand,
  getCommand,
  convertCommand,
  projectLsCommand,
  projectBindCommand,
  projectShowCommand,
  projectUnbindCommand,
  pluginLsCommand,
  pluginInitCommand,
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
  imagePushCommand,
  imageRmCommand,
  imageStandInsCommand,
];

/** Runs of workflows. In the order in which `--help` lists them. */
const runsCommands: readonly CliCommand[] = [
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

/** Getting KubeMin to run. In the order in which `--help` lists them. */
const startCommands: readonly CliCommand[] = [
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

/** Every command there is. */
export const COMMANDS: readonly CliCommand[] = [
  ...startCommands,
  ...authorCommands,
  ...deliverCommands,
  ...runsCommands,
  ...observeCommands,
  ...functionCommands,
  ...platformCommands,
];
