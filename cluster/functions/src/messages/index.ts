/**
 * The messages of this package, in English and Chinese; readers in other processes import the catalogues.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { contentMessages } from './content.ts';
import { functionMessages } from './function.ts';
import { triggerMessages } from './trigger.ts';
import { workflowMessages } from './workflow.ts';

/** The texts of this package that people see, for readers in other processes. */
export const functionsCatalogues: readonly MessageCatalogue[] = [
  contentMessages,
  functionMessages,
  triggerMessages,
  workflowMessages,
];
export { contentMessages, functionMessages, triggerMessages, workflowMessages };
