/**
 * The messages about documents, in English and Chinese. A process that translates texts of another one passes
 * `modelCatalogues` to its translator, so this module imports nothing else of the package.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { componentMessages } from './component.ts';
import { containerMessages } from './container.ts';
import { dataMessages } from './data.ts';
import { fieldMessages } from './field.ts';
import { imageMessages } from './image.ts';
import { networkMessages } from './network.ts';
import { parameterMessages } from './parameter.ts';
import { propertiesMessages } from './properties.ts';
import { schedulingMessages } from './scheduling.ts';
import { securityMessages } from './security.ts';
import { sourceMessages } from './source.ts';
import { defaultQuestion, stepMessages } from './step.ts';
import { storageMessages } from './storage.ts';
import { workflowMessages } from './workflow.ts';

/** Everything that is reported about documents. */
export const modelCatalogues: readonly MessageCatalogue[] = [
  fieldMessages,
  sourceMessages,
  imageMessages,
  componentMessages,
  parameterMessages,
  propertiesMessages,
  dataMessages,
  storageMessages,
  networkMessages,
  securityMessages,
  containerMessages,
  schedulingMessages,
  workflowMessages,
  stepMessages,
];

export { componentMessages } from './component.ts';
export { containerMessages } from './container.ts';
export { dataMessages } from './data.ts';
export { fieldMessages } from './field.ts';
export { imageMessages } from './image.ts';
export { networkMessages } from './network.ts';
export { parameterMessages } from './parameter.ts';
export { propertiesMessages } from './properties.ts';
export { schedulingMessages } from './scheduling.ts';
export { securityMessages } from './security.ts';
export { sourceMessages } from './source.ts';
export { stepMessages } from './step.ts';
export { storageMessages } from './storage.ts';
export { workflowMessages } from './workflow.ts';
export { defaultQuestion };
