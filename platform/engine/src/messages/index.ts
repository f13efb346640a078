/** The messages of this package, for readers in other processes; imports nothing but the core of messages. */
import type { MessageCatalogue } from '@kubemin/base/message';
import { deliveryMessages } from './delivery.ts';
import { previewMessages } from './preview.ts';
import { readinessMessages } from './readiness.ts';
import { runMessages } from './run.ts';
import { sandboxMessages } from './sandbox.ts';
import { stepMessages } from './step.ts';

export const engineCatalogues: readonly MessageCatalogue[] = [
  deliveryMessages,
  previewMessages,
  readinessMessages,
  runMessages,
  sandboxMessages,
  stepMessages,
];

export { deliveryMessages, previewMessages, readinessMessages, runMessages, sandboxMessages, stepMessages };
