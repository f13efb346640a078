/**
 * The messages of this package, in English and Chinese; readers in other processes import the catalogues.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { accessMessages } from './access.ts';
import { connectionMessages, followMessages } from './connection.ts';

/** The texts of this package that people see, for readers in other processes. */
export const kubeCatalogues: readonly MessageCatalogue[] = [accessMessages, connectionMessages, followMessages];
export { accessMessages } from './access.ts';
export { connectionMessages, followMessages } from './connection.ts';
