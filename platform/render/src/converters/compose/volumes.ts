import { toDnsLabel } from '@kubemin/model';
import { filled } from '../filled.ts';
import type { TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { type Mount, readMount } from './mount.ts';
import type { VolumeBook } from './volume-book.ts';

/** The volumes of a service, and whether one of them is its own data. */
export interface ServiceVolumes {
  readonly storage: readonly TraitEntry<'storage'>[];
  readonly ownsData: boolean;
}

/** Reads `volumes` and `tmpfs`. Directories of the host stay behind. */
export function readVolumes(
  service: Part,
  { volumes, replicas }: { readonly volumes: VolumeBook; readonly replicas: number },
): ServiceVolumes {
  const storage: TraitEntry<'storage'>[] = [];
  let ownsData = false;
  for (const part of service.at('volumes').items) {
    const mount = readMount(part);
    if (mount === undefined || !mount.target.startsWith('/')) {
      part.omit('This is not a volume that can be mounted.');
      continue;
    }
    const entry = entryOf(mount, part, volumes);
    if (entry === undefined) continue;
    takeMount(part);
    if (entry.tmpCreate) ownsData = true;
    noteChange(part, { mount, replicas, isShared: entry.type === 'persistent' && entry.tmpCreate !== true });
    storage.push({ ...entry, ...filled({ subPath: part.at('volume', 'subpath').text() }) });
  }
  const tmpfs = service.at('tmpfs');
  for (const part of tmpfs.isScalar ? [tmpfs] : tmpfs.items) {
    const [mountPath, options] = (part.text() ?? '').split(':');
    if (options !== undefined) part.note(`the options ${options}`, 'Scratch space has no options here.');
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
    part.note('a volume without a name', 'Its data ends with the pod. Name the volume to keep the data.');
  } else if (mount.kind === 'volume' && replicas > 1) {
    part.note(
      `the volume ${mount.source} of ${replicas} replicas`,
      isShared
        ? 'All replicas mount one claim, which is ReadWriteOnce: their pods must run on one node.'
        : 'In Compose all replicas share it; here each has a volume of its own.',
    );
  }
}

function takeMount(part: Part): void {
  if (part.isScalar) part.accept();
  else for (const key of ['type', 'source', 'target', 'read_only']) part.at(key).accept();
}

function entryOf(mount: Mount, part: Part, volumes: VolumeBook): TraitEntry<'storage'> | undefined {
  const at = { mountPath: mount.target, ...(mount.readOnly ? { readOnly: true } : {}) };
  if (mount.kind === 'bind') {
    part.omit(
      'Directories of the host are not mounted. Put files into a config component, data into a persistent volume.',
    );
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
