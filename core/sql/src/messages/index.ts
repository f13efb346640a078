import type { MessageCatalogue } from '@kubemin/base/message';
import { openMessages } from './open.ts';

/** The texts of this package that people see, for readers in other processes. */
export const sqlCatalogues: readonly MessageCatalogue[] = [openMessages];
