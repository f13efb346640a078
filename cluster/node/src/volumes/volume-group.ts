import { chmod, lchown, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { MissingVolumeSourceError } from './volume-files.ts';

/** As many as the containers of a node have. */
const GROUP_COUNT = 65_536;

/** Gives the files of a volume to the `fsGroup` of a pod, as its policy states. */
export async function applyGroup(pod: Pod, path: string, readOnly: boolean): Promise<void> {
  const { fsGroup, fsGroupChangePolicy } = pod.spec?.securityContext ?? {};
  if (fsGroup === undefined) return;
  if (fsGroup >= GROUP_COUNT) {
    throw new MissingVolumeSourceError(`fsGroup ${fsGroup} is not one of the groups 0-${GROUP_COUNT - 1} of this node`);
  }
  const { gid, mode } = await stat(path);
  const isSet = gid === fsGroup && (mode & 0o2070) === 0o2070;
  if (fsGroupChangePolicy === 'OnRootMismatch' && isSet) return;
  await setVolumeGroup(path, fsGroup, readOnly);
}

/** Lets a group use all files of a volume, also those that are made later, as other kubelets do. */
async function setVolumeGroup(path: string, group: number, readOnly: boolean): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  // It has disappeared meanwhile.
  if (found === undefined) return;
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await setVolumeGroup(join(path, name), group, readOnly);
  }
  if (found.gid !== group) await lchown(path, found.uid, group);
  if (found.isSymbolicLink()) return;
  const mode = found.mode | (readOnly ? 0o440 : 0o660) | (found.isDirectory() ? 0o2110 : 0);
  if (mode !== found.mode || found.gid !== group) await chmod(path, mode & 0o7777);
}
