/**
 * The messages of this package, in English and Chinese; readers in other processes import the catalogues.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { configMessages } from './config.ts';
import { programMessages } from './program.ts';

/** The texts of this package that people see, for readers in other processes. */
export const controllerCatalogues: readonly MessageCatalogue[] = [configMessages, programMessages];
export { configMessages } from './config.ts';
export { programMessages } from './program.ts';
