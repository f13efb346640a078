/**
 * The messages of the command line, in English and Chinese, one file for each area. Printed with `translate` of the
 * `CommandContext`; texts that a platform sent are translated by the catalogues of their own package. Imports nothing
 * else of this package.
 */
export { accountMessages } from './account.ts';
export { apiMessages } from './api.ts';
export { applicationMessages } from './application.ts';
export { authoringMessages } from './authoring.ts';
export { clusterMessages } from './cluster.ts';
export { columnMessages } from './column.ts';
export { commandMessages, readerMessages } from './command.ts';
export { connectMessages } from './connect.ts';
export { contextMessages } from './context.ts';
export { doctorMessages } from './doctor.ts';
export { documentMessages } from './document.ts';
export { errorMessages } from './error.ts';
export { eventMessages } from './event.ts';
export { hubMessages, initialMessages } from './hub.ts';
export { imageMessages } from './image.ts';
export { initMessages } from './init.ts';
export { inventoryMessages } from './inventory.ts';
export { damageMessages, keepingMessages } from './keeping.ts';
export { nextStepMessages } from './next-step.ts';
export { nodeMessages } from './node.ts';
export { kubectlMessages, objectMessages } from './object.ts';
export { planMessages } from './plan.ts';
export { nodeRuntimeMessages, platformHealthMessages, platformMessages } from './platform.ts';
export { podMessages, usageMessages } from './pod.ts';
export { portMessages } from './port.ts';
export { confirmMessages, promptMessages } from './prompt.ts';
export { revisionMessages, revisionStateMessages } from './revision.ts';
export { queueMessages, runMessages } from './run.ts';
export { runKindMessages } from './run-kind.ts';
export { secretMessages } from './secret.ts';
export { servingMessages } from './serving.ts';
export { settingMessages } from './setting.ts';
export { startMessages } from './start.ts';
export { transferMessages } from './transfer.ts';
export { upMessages } from './up.ts';
export { wizardMessages } from './wizard.ts';
