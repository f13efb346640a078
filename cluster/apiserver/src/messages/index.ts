/**
 * The messages of this package, in English and Chinese; readers in other processes import the catalogue.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { admissionMessages, encryptionMessages, startMessages } from './start.ts';
import { storageMessages } from './storage.ts';

/** The texts of this package that people see, for readers in other processes. */
export const apiserverCatalogues: readonly MessageCatalogue[] = [
  admissionMessages,
  encryptionMessages,
  startMessages,
  storageMessages,
];
export { admissionMessages, encryptionMessages, startMessages } from './start.ts';
export { storageMessages } from './storage.ts';
