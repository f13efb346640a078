import { toDnsLabel } from '@kubemin/model';
import { composeMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';
import type { ComposeVolumes } from './compose-volumes.ts';
import { type Mount, readMount } from './mount.ts';

/** The volumes of a service, and whether one of them is its own data. */
export interface ServiceVolumes {
  readonly storage: readonly TraitEntry<'storage'>[];
  readonly ownsData: boolean;
}

/** Reads `volumes` and `tmpfs`. Directories of the host stay behind. */
export function readVolumes(
  service: Part,
  { volumes, replicas }: { readonly volumes: ComposeVolumes; readonly replicas: number },
): ServiceVolumes {
  const storage: TraitEntry<'storage'>[] = [];
  let ownsData = false;
  for (const part of service.at('volumes').items) {
    const mount = readMount(part);
    if (mount === undefined || !mount.target.startsWith('/')) {
      part.omit(composeMessages.volumeInvalid);
      continue;
    }
    const entry = storageEntry(mount, part, volumes);
    if (entry === undefined) continue;
    takeMount(part);
    if (entry.tmpCreate) ownsData = true;
    noteChange(part, { mount, replicas, isShared: entry.type === 'persistent' && entry.tmpCreate !== true });
    storage.push({ ...entry, ...filled({ subPath: part.at('volume', 'subpath').text() }) });
  }
  const tmpfs = service.at('tmpfs');
  for (const part of tmpfs.isScalar ? [tmpfs] : tmpfs.items) {
    const [mountPath, options] = (part.text() ?? '').split(':');
    if (options !== undefined) part.note(composeMessages.options({ options }), composeMessages.scratchOptions);
    storage.push({ type: 'ephemeral', ...filled({ mountPath }) });
  }
  return { storage, ownsData };
}

interface MountUse {
  readonly mount: Mount;
  readonly replicas: number;
  readonly isShared: boolean;
}

function noteChange(part: Part, { mount, replicas, isShared }: MountUse): void {
  if (mount.kind === 'anonymous') {
    part.note(composeMessages.unnamedVolume, composeMessages.unnamedVolumeData);
  } else if (mount.kind === 'volume' && replicas > 1) {
    part.note(
      composeMessages.volumeOfReplicas({ name: mount.source, replicas }),
      isShared ? composeMessages.oneClaim : composeMessages.ownVolumes,
    );
  }
}

function takeMount(part: Part): void {
  if (part.isScalar) part.accept();
  else for (const key of ['type', 'source', 'target', 'read_only']) part.at(key).accept();
}

function storageEntry(mount: Mount, part: Part, volumes: ComposeVolumes): TraitEntry<'storage'> | undefined {
  const at = { mountPath: mount.target, ...(mount.readOnly ? { readOnly: true } : {}) };
  if (mount.kind === 'bind') {
    part.omit(composeMessages.hostDirectory);
    return undefined;
  }
  if (mount.kind !== 'volume') return { type: 'ephemeral', ...at };
  const volume = volumes.get(mount.source);
  if (volume?.kind === 'external') {
    return { name: toDnsLabel(volume.name), type: 'persistent', claimName: volume.claimName, ...at };
  }
  const name = volume?.name ?? toDnsLabel(mount.source);
  return { name, type: 'persistent', ...(volume?.kind === 'shared' ? {} : { tmpCreate: true }), ...at };
}
