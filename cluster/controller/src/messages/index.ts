/**
 * The messages of this package, in English and Chinese; readers in other processes import the catalogues.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { configMessages } from './config.ts';
import { apiextMessages, httpMessages } from './http.ts';
import { programMessages } from './program.ts';
import { phaseMessages, resourceMessages } from './resource.ts';

/** The texts of this package that people see, for readers in other processes. */
export const controllerCatalogues: readonly MessageCatalogue[] = [
  apiextMessages,
  configMessages,
  httpMessages,
  phaseMessages,
  programMessages,
  resourceMessages,
];
export { configMessages } from './config.ts';
export { apiextMessages, httpMessages } from './http.ts';
export { programMessages } from './program.ts';
export { phaseMessages, resourceMessages } from './resource.ts';
