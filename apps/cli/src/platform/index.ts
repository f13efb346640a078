/**
 * Composes and runs the processes of KubeMin: `startInForeground` (both planes), `startKeptPlatform` (the platform),
 * `startApiserver`, node runtimes, keys, backup. `lockDirectory` rejects a second process on one data directory,
 * unless it is shared because the database is elsewhere. A damaged or missing database stops a start unless
 * `--accept-data-loss` is set; so does a restore or reset that was cut off. A backup copies the platform's database
 * before the cluster's.
 */

export { readAdmissionFile } from './admission-plugins.ts';
export { type ApiserverFlags, apiserverOptions } from './apiserver/apiserver-options.ts';
export { type ApiserverSettings, readApiserverSettings } from './apiserver/apiserver-settings.ts';
export { startApiserver } from './apiserver/start-apiserver.ts';
export { ArchiveError } from './backup/archive-error.ts';
export { BACKUP_FORMAT, type BackupFile, describeFiles, type Manifest } from './backup/manifest.ts';
export { stageBackup } from './backup/stage-backup.ts';
export { ArchiveUnreadable, unpackArchive } from './backup/unpack-archive.ts';
export { writeArchive } from './backup/write-archive.ts';
export { clusterDial } from './cluster-dial.ts';
export { isUnfinished, requireCompleteDirectory } from './complete-directory.ts';
export { connectionChoices, connectionGuard } from './connection-guard.ts';
export { requireUndamaged, withDamageAdvice } from './damaged-data.ts';
export { lockDatabase } from './database-lock.ts';
export type { DemoMode } from './demo.ts';
export { withDiskAdvice } from './disk-reserve.ts';
export { readKubeletAuthority } from './kubelet-access.ts';
export { Leadership } from './leadership.ts';
export { lockDirectory } from './locked-directory.ts';
export { removeMachineNode, stopMachineNode } from './node-runtime/machine-runtimes.ts';
export { runNodeAgent } from './node-runtime/node-agent-role.ts';
export { objectEncryption, resealObjects } from './object-store-encryption.ts';
export { platformDatabase } from './platform-database.ts';
export { startKeptPlatform } from './platform-plane.ts';
export { withPortAdvice } from './port-advice.ts';
export { addSecretKey, openVault, type SecretKeyFile, secretKeyFile } from './secret-keys.ts';
export { stopPlatform } from './stop-platform.ts';
export { clusterObjects } from './stored-files.ts';
export { startDetached } from './up/detached-start.ts';
export { startInForeground } from './up/foreground-start.ts';
export { joinPlatform, runningPlatform } from './up/running-platform.ts';
export { requireSameSettings } from './up/setting-differences.ts';
