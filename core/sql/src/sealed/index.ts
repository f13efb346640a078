/**
 * Columns that are stored encrypted. `KeyCheck` rejects a vault that lacks a key of the database, before anything is
 * sealed with another one; `reseal` encrypts a column with the current key, a few rows at a time, and can be
 * interrupted and started again. Rows that change meanwhile are left as they are.
 */
export { KeyCheck, type KeyedVault } from './key-check.ts';
export { type ResealOptions, reseal, type SealedColumn } from './reseal.ts';
