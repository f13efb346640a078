/**
 * The messages about opening databases, in English and Chinese; readers in other processes import the catalogue.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { openMessages } from './open.ts';

/** The texts of this package that people see, for readers in other processes. */
export const sqlCatalogues: readonly MessageCatalogue[] = [openMessages];
export { openMessages } from './open.ts';
