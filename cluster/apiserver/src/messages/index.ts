import type { MessageCatalogue } from '@kubemin/base/message';
import { storageMessages } from './storage.ts';

/** The texts of this package that people see, for readers in other processes. */
export const apiserverCatalogues: readonly MessageCatalogue[] = [storageMessages];
