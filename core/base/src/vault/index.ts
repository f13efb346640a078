/**
 * Encrypts secrets at rest. A `Vault` seals with its newest key and opens with any key that it knows.
 */
export { KeyRing, sealKeyId, sealKeyIdInBytes, sealMark } from './key-ring.ts';
export { ReloadingVault } from './reloading-vault.ts';
export { newSecretKey, readSecretKeys, type SecretKey, secretKeysText } from './secret-key.ts';
export { clearVault, type Vault } from './vault.ts';
