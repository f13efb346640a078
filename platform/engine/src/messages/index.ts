/**
 * The messages of the engine, in English and Chinese. A process that translates texts of another one passes
 * `engineCatalogues` to its translator, so this module imports nothing but messages.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { deliveryMessages, gatewayMessages } from './delivery.ts';
import { guardMessages } from './guard.ts';
import { planMessages, previewMessages } from './plan.ts';
import { queueMessages } from './queue.ts';
import { readinessMessages } from './readiness.ts';
import { requestMessages } from './request.ts';
import { callbackMessages, runMessages } from './run.ts';
import { sandboxMessages } from './sandbox.ts';
import { stepMessages } from './step.ts';
import { storeMessages } from './store.ts';
import { taskStateMessages } from './task-state.ts';

export const engineCatalogues: readonly MessageCatalogue[] = [
  callbackMessages,
  deliveryMessages,
  gatewayMessages,
  guardMessages,
  planMessages,
  previewMessages,
  queueMessages,
  readinessMessages,
  requestMessages,
  runMessages,
  sandboxMessages,
  stepMessages,
  storeMessages,
  taskStateMessages,
];

export {
  callbackMessages,
  deliveryMessages,
  gatewayMessages,
  guardMessages,
  planMessages,
  previewMessages,
  queueMessages,
  readinessMessages,
  requestMessages,
  runMessages,
  sandboxMessages,
  stepMessages,
  storeMessages,
  taskStateMessages,
};
