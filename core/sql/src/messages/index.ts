/**
 * The messages about databases, in English and Chinese; readers in other processes import the catalogues.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { openMessages, statementMessages } from './open.ts';

/** The texts of this package that people see, for readers in other processes. */
export const sqlCatalogues: readonly MessageCatalogue[] = [openMessages, statementMessages];
export { openMessages, statementMessages } from './open.ts';
