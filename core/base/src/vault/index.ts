export { KeyRing, sealKeyId, sealKeyIdInBytes, sealMark } from './key-ring.ts';
export { ReloadingVault } from './reloading-vault.ts';
export { newSecretKey, readSecretKeys, type SecretKey, secretKeysText } from './secret-key.ts';
