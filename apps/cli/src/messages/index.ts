/**
 * The messages of the command line, in English and Chinese, grouped by area. Printed with `translate` of the
 * `CommandContext`; texts that a platform sent are translated by the catalogues of their own package. Imports nothing
 * else of this package.
 */
export { applicationMessages, projectMessages, revisionMessages, revisionStateMessages } from './application.ts';
export { authoringMessages } from './authoring.ts';
export { clusterMessages, clusterStateMessages, inventoryMessages } from './cluster.ts';
export { columnMessages } from './column.ts';
export { commandMessages, readerMessages } from './command.ts';
export { apiMessages, connectMessages, contextMessages } from './context.ts';
export { doctorMessages } from './doctor.ts';
export { documentMessages, planMessages } from './document.ts';
export { eventMessages } from './event.ts';
export { functionMessages } from './function.ts';
export { hubMessages, initialMessages } from './hub.ts';
export { imageMessages } from './image.ts';
export { initMessages, wizardMessages } from './init.ts';
export { damageMessages, keepingMessages } from './keeping.ts';
export { nextStepMessages } from './next-step.ts';
export { nodeMessages } from './node.ts';
export { kubectlMessages, objectMessages } from './object.ts';
export {
  accountMessages,
  nodeRuntimeMessages,
  platformHealthMessages,
  platformMessages,
  pluginHostMessages,
  secretMessages,
} from './platform.ts';
export { podMessages, portMessages, usageMessages } from './pod.ts';
export { callbackMessages, queueMessages, runKindMessages, runMessages, servingMessages } from './run.ts';
export {
  retiredSettingMessages,
  settingFixMessages,
  settingMessages,
  settingOrderMessages,
  settingProblemMessages,
  settingValueMessages,
} from './setting.ts';
export { apiserverFlagMessages, startMessages } from './start.ts';
export { confirmMessages, errorMessages, promptMessages } from './terminal.ts';
export { transferMessages } from './transfer.ts';
export { upMessages } from './up.ts';
export { workflowMessages } from './workflow.ts';
