/**
 * Persistent volumes and claims: `persistentVolumeController` binds claims to existing or provisioned volumes and
 * removes their protection when they are no longer used; `ephemeralVolumeController` creates the claims of pods. A
 * volume is reserved before the claim refers to it, and a provisioned one is named after the claim's uid, so a crash in
 * between creates no second one. Volumes are only objects here; directories are created by the node. The scheduler uses
 * the pure functions.
 */
export { ephemeralVolumeController } from './ephemeral-volume-controller.ts';
export { type LocalPathOptions, SIMULATED_PROVISIONER } from './local-path-provisioner.ts';
export { ephemeralClaimKeys, mountedClaimKeys, notOwner } from './mounted-claims.ts';
export { persistentVolumeController, type StorageOptions } from './persistent-volume-controller.ts';
export { provisioningFailure, SELECTED_NODE } from './provisioning-failure.ts';
export { canProvision, storageClassName } from './storage-class.ts';
export { storageClassInstaller } from './storage-class-installer.ts';
export { isReachable, smallestFitting } from './volume-fit.ts';
