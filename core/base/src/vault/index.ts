export { bytesSealedBy, KeyRing, sealedBy, sealMark } from './key-ring.ts';
export { ReloadingVault } from './reloading-vault.ts';
export { newSecretKey, readSecretKeys, type SecretKey, secretKeysText } from './secret-key.ts';
