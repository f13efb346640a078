/**
 * Encrypts secrets at rest. A `Vault` seals and opens texts; `KeyRing` implements it with AES-256-GCM: its first key
 * seals, each key opens what it sealed, and a seal names its key. Text that was stored unsealed is returned as it is.
 * `ReloadingVault` picks up rotated keys while the process runs.
 */
export { KeyRing, sealKeyId, sealKeyIdInBytes, sealMark } from './key-ring.ts';
export { ReloadingVault } from './reloading-vault.ts';
export { newSecretKey, readSecretKeys, type SecretKey, secretKeysText } from './secret-key.ts';
