/**
 * The catalogues of this package, for readers in other processes. The machinery that defines and translates messages is
 * in `../message`.
 */
import { baseMessages, type MessageCatalogue, systemMessages, yamlMessages } from '../message/index.ts';
import { machineMessages } from './machine.ts';
import { vaultMessages } from './vault.ts';

/** The texts of this package that people see, for readers in other processes. */
export const baseCatalogues: readonly MessageCatalogue[] = [
  baseMessages,
  systemMessages,
  yamlMessages,
  machineMessages,
  vaultMessages,
];
export { machineMessages } from './machine.ts';
export { vaultMessages } from './vault.ts';
