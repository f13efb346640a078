/**
 * Persistent volumes and claims: binding, provisioning and protection.
 */
export { ephemeralVolumeController } from './ephemeral-volume-controller.ts';
export { type LocalPathOptions, SIMULATED_PROVISIONER } from './local-path-provisioner.ts';
export { ephemeralClaimKeys, mountedClaimKeys, notOwner } from './mounted-claims.ts';
export { persistentVolumeController, type StorageOptions } from './persistent-volume-controller.ts';
export { provisioningFailure, SELECTED_NODE } from './provisioning-failure.ts';
export { canProvision, storageClassName } from './storage-class.ts';
export { storageClassInstaller } from './storage-class-installer.ts';
export { isReachable, smallestFitting } from './volume-fit.ts';
