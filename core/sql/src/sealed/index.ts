/**
 * Columns that are stored encrypted: `KeyCheck` refuses a wrong key before anything is written, `reseal` encrypts
 * all of them with another key and can be interrupted.
 */
export { KeyCheck, type KeyedVault } from './key-check.ts';
export { type ResealOptions, reseal, type SealedColumn } from './reseal.ts';
