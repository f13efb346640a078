import { constants } from 'node:fs';
import { chmod, mkdir, open, readdir, readlink, realpath, rm, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseQuantity } from '@kubemin/kubeapi';
import type { Container, PersistentVolume, Pod, Volume, VolumeMount } from '@kubemin/kubeapi/types/core.v1';
import { type ContainerDevice, type ContainerMount, RootPaths } from '../runtime/index.ts';
import { writeAtomically } from './atomic-directory.ts';
import { diskUsage } from './disk-usage.ts';
import { findHostPath } from './host-path.ts';
import type { MemoryMounts } from './memory-mounts.ts';
import type { NfsMounts, NfsVolume } from './nfs-mounts.ts';
import { MissingVolumeSourceError, type VolumeSources, volumeFiles } from './volume-files.ts';
import { applyGroup } from './volume-group.ts';

/**
 * The volumes of pods: makes a directory or file of this machine for each volume, keeps those that are made from
 * ConfigMaps, Secrets and the pod itself up to date, and turns the mounts of a container into mounts of the runtime.
 */
export interface PodVolumes {
  /** Makes all volumes of a pod. Rejects with a MissingVolumeSourceError for what is not there yet; may be repeated. */
  mount(pod: Pod): Promise<void>;
  /** Writes volumes again whose sources have changed; resolves with whether any had. */
  refresh(pod: Pod): Promise<boolean>;
  /** The mounts of a container; the pod's volumes are mounted. `environment` fills `subPathExpr`. */
  mountsOf(
    pod: Pod,
    container: Container,
    environment: ReadonlyMap<string, string>,
  ): Promise<readonly ContainerMount[]>;
  /** The block devices of a container. */
  devicesOf(pod: Pod, container: Container): Promise<readonly ContainerDevice[]>;
  /** Which volume uses more of the disk than it may, with the message of other kubelets. */
  findExcess(pod: Pod): Promise<string | undefined>;
  /** Removes everything that was made for the pod. Data of persistent volumes and of the machine stays. */
  unmount(pod: Pod): Promise<void>;
  /** Removes what was made for pods whose uid is not known. */
  removeUnknown(isKnown: (uid: string) => boolean): Promise<void>;
}

export interface PodVolumesOptions {
  /** Where the directories of pods are: `<directory>/<uid>/volumes/<name>`. */
  readonly directory: string;
  readonly sources: VolumeSources & {
    /** The volume that a claim of the namespace is bound to; undefined while it is not. */
    boundVolume(namespace: string, claim: string): Promise<PersistentVolume | undefined>;
    /** Whether another pod of this node has the claim already. @default none has */
    isClaimTaken?(pod: Pod, claim: string): boolean;
    /** The directory that holds an image. @default volumes of images are refused */
    image?(pod: Pod, source: NonNullable<Volume['image']>): Promise<string>;
  };
  /** For volumes in memory. @default such volumes are on disk */
  readonly memory?: MemoryMounts | undefined;
  /** For volumes of NFS servers. @default such volumes are refused */
  readonly nfs?: NfsMounts | undefined;
  /** Whether pods may use directories of this machine. @default true */
  readonly allowHostPath?: boolean;
  /**
   * Whether files can have other groups than that of this process: volumes then get the `fsGroup` of their pod.
   * @default false
   */
  readonly hasGroups?: boolean;
}

const PROPAGATIONS: Readonly<Record<string, ContainerMount['propagation']>> = {
  HostToContainer: 'fromNode',
  Bidirectional: 'both',
};

/** The directory or file of this machine that holds a volume. */
interface VolumeSource {
  readonly path: string;
  readonly readOnly: boolean;
  /** It is on a server that others use. @default false */
  readonly isShared?: boolean;
}

export function createPodVolumes(options: PodVolumesOptions): PodVolumes {
  return new DirectoryVolumes(options);
}

class DirectoryVolumes implements PodVolumes {
  readonly #options: PodVolumesOptions;
  /** By uid and volume, where its image is: it stays the same for as long as the pod does. */
  readonly #images = new Map<string, string>();

  constructor(options: PodVolumesOptions) {
    this.#options = options;
  }

  async mount(pod: Pod): Promise<void> {
    for (const volume of pod.spec?.volumes ?? []) {
      if (isDevice(pod, volume)) continue;
      try {
        const { path, readOnly, isShared } = await this.#source(pod, volume);
        // Directories of the machine and images stay as they are; the groups of a server are not those of the node.
        const isOfOthers = volume.hostPath !== undefined || volume.image !== undefined || isShared === true;
        if (!isOfOthers) await this.#setGroup(pod, path, readOnly);
      } catch (error) {
        if (!(error instanceof MissingVolumeSourceError)) throw error;
        const message = `MountVolume.SetUp failed for volume ${JSON.stringify(volume.name)} : ${error.message}`;
        throw new MissingVolumeSourceError(message, { cause: error });
      }
    }
  }

  async refresh(pod: Pod): Promise<boolean> {
    let changed = false;
    for (const volume of pod.spec?.volumes ?? []) {
      const files = await volumeFiles(pod, volume, this.#options.sources);
      if (files === undefined || !writeAtomically(this.#path(pod, volume), files)) continue;
      await this.#setGroup(pod, this.#path(pod, volume), true);
      changed = true;
    }
    return changed;
  }

  async mountsOf(
    pod: Pod,
    container: Container,
    environment: ReadonlyMap<string, string>,
  ): Promise<readonly ContainerMount[]> {
    const mounts: ContainerMount[] = [];
    for (const mount of container.volumeMounts ?? []) {
      const volume = pod.spec?.volumes?.find(({ name }) => name === mount.name);
      if (volume === undefined) throw new MissingVolumeSourceError(`volume ${JSON.stringify(mount.name)} not found`);
      const { path, readOnly } = await this.#source(pod, volume);
      const sub = subPath(mount, environment);
      const source = sub === '' ? path : await this.#subDirectory(path, sub);
      const { mountPropagation, recursiveReadOnly = 'Disabled' } = mount;
      const propagation = PROPAGATIONS[mountPropagation ?? 'None'];
      mounts.push({
        ...{ source, target: mount.mountPath, readOnly: readOnly || mount.readOnly === true },
        ...(propagation !== undefined && { propagation }),
        ...(recursiveReadOnly !== 'Disabled' && { recursiveReadOnly: true }),
      });
    }
    return mounts;
  }

  async devicesOf(pod: Pod, { volumeDevices = [] }: Container): Promise<readonly ContainerDevice[]> {
    return Promise.all(
      volumeDevices.map(async ({ name, devicePath }) => {
        const { persistentVolumeClaim: claim } = pod.spec?.volumes?.find((volume) => volume.name === name) ?? {};
        const volume = claim && (await this.#boundVolume(pod, claim.claimName));
        if (volume?.spec?.volumeMode !== 'Block') {
          const message = `volume ${JSON.stringify(name)} has volumeMode Filesystem, but is specified in volumeDevices`;
          throw new MissingVolumeSourceError(message);
        }
        const source = volume.spec.local?.path ?? '';
        const found = await stat(source).catch(() => undefined);
        if (found?.isBlockDevice() === true) {
          return { source, target: devicePath, permissions: claim?.readOnly === true ? 'r' : 'rwm' };
        }
        throw new MissingVolumeSourceError(
          `persistent volume ${volume.metadata.name} is not a block device of this node`,
        );
      }),
    );
  }

  async findExcess(pod: Pod): Promise<string | undefined> {
    for (const volume of pod.spec?.volumes ?? []) {
      const { sizeLimit } = volume.emptyDir ?? {};
      const limit = sizeLimit === undefined ? 0 : parseQuantity(sizeLimit).toNumber();
      if (limit <= 0 || (await diskUsage(this.#path(pod, volume))) <= limit) continue;
      return `Usage of EmptyDir volume "${volume.name}" exceeds the limit "${sizeLimit}". `;
    }
    return undefined;
  }

  async unmount({ metadata }: Pod): Promise<void> {
    await this.#options.nfs?.unmount((uid) => uid !== metadata.uid);
    for (const key of this.#images.keys()) if (key.startsWith(`${metadata.uid}/`)) this.#images.delete(key);
    await this.#remove(metadata.uid ?? '');
  }

  async removeUnknown(isKnown: (uid: string) => boolean): Promise<void> {
    await this.#options.nfs?.unmount(isKnown);
    const found = await readdir(this.#options.directory).catch(() => []);
    for (const uid of found) if (!isKnown(uid)) await this.#remove(uid);
  }

  async #remove(uid: string): Promise<void> {
    const { directory, memory } = this.#options;
    const volumes = join(directory, uid, 'volumes');
    if (memory !== undefined) {
      for (const name of await readdir(volumes).catch(() => [])) await memory.unmount(join(volumes, name));
    }
    await rm(join(directory, uid), { recursive: true, force: true });
  }

  /** The directory or file of this machine that holds a volume; made where it is not there. */
  async #source(pod: Pod, volume: Volume): Promise<VolumeSource> {
    const { sources } = this.#options;
    const path = this.#path(pod, volume);
    const files = await volumeFiles(pod, volume, sources);
    if (files !== undefined) {
      writeAtomically(path, files);
      return { path, readOnly: true };
    }
    if (volume.emptyDir !== undefined) {
      await this.#makeEmpty(path, volume.emptyDir);
      return { path, readOnly: false };
    }
    if (volume.hostPath !== undefined) return this.#hostPath(volume.hostPath);
    if (volume.image !== undefined) return { path: await this.#image(pod, volume.name, volume.image), readOnly: true };
    if (volume.nfs !== undefined) return this.#nfs(pod, volume, { ...volume.nfs, options: [] });
    if (volume.persistentVolumeClaim !== undefined || volume.ephemeral !== undefined) {
      const { claimName = `${pod.metadata.name}-${volume.name}`, readOnly = false } =
        volume.persistentVolumeClaim ?? {};
      return this.#claim(pod, volume, { claimName, readOnly });
    }
    const type = Object.keys(volume).find((key) => key !== 'name') ?? 'unknown';
    throw new MissingVolumeSourceError(
      `volume ${JSON.stringify(volume.name)}: type ${type} is not supported on this node`,
    );
  }

  async #image(pod: Pod, name: string, source: NonNullable<Volume['image']>): Promise<string> {
    const { image } = this.#options.sources;
    if (image === undefined) {
      throw new MissingVolumeSourceError(`volume ${JSON.stringify(name)}: type image is not supported on this node`);
    }
    const key = `${pod.metadata.uid}/${name}`;
    const path = this.#images.get(key) ?? (await image(pod, source));
    this.#images.set(key, path);
    return path;
  }

  async #setGroup(pod: Pod, path: string, readOnly: boolean): Promise<void> {
    if (this.#options.hasGroups === true) await applyGroup(pod, path, readOnly);
  }

  async #makeEmpty(path: string, { medium, sizeLimit }: NonNullable<Volume['emptyDir']>): Promise<void> {
    if ((await stat(path).catch(() => undefined)) === undefined) {
      await mkdir(path, { recursive: true });
      await chmod(path, 0o777);
    }
    if (medium === undefined || medium === '') return;
    if (medium !== 'Memory')
      throw new MissingVolumeSourceError(`emptyDir medium ${medium} is not supported on this node`);
    // Again also for a directory that exists: after a restart of the machine nothing is mounted there.
    await this.#options.memory?.mount(path, sizeLimit === undefined ? undefined : parseQuantity(sizeLimit).toNumber());
  }

  async #hostPath(source: NonNullable<Volume['hostPath']>): Promise<VolumeSource> {
    if (this.#options.allowHostPath !== false) return { path: await findHostPath(source), readOnly: false };
    const message = `hostPath ${source.path}: directories of the machine are not available on this node`;
    throw new MissingVolumeSourceError(message);
  }

  async #claim(
    pod: Pod,
    mounted: Volume,
    { claimName, readOnly }: { readonly claimName: string; readonly readOnly: boolean },
  ): Promise<VolumeSource> {
    const volume = await this.#boundVolume(pod, claimName);
    const { local, hostPath, nfs, accessModes = [], volumeMode, mountOptions: options = [] } = volume.spec ?? {};
    if (volumeMode === 'Block') {
      throw new MissingVolumeSourceError(
        `volume ${volume.metadata.name} has volumeMode Block, but is used as a file system`,
      );
    }
    const isExclusive = accessModes.includes('ReadWriteOncePod');
    if (isExclusive && this.#options.sources.isClaimTaken?.(pod, claimName) === true) {
      throw new MissingVolumeSourceError(
        'volume uses the ReadWriteOncePod access mode and is already in use by another pod',
      );
    }
    if (nfs !== undefined)
      return this.#nfs(pod, mounted, { ...nfs, readOnly: readOnly || nfs.readOnly === true, options });
    const path = local?.path ?? hostPath?.path;
    if (path === undefined) {
      throw new MissingVolumeSourceError(`persistent volume ${volume.metadata.name} is not on a disk of this node`);
    }
    // Every user of a container can write to a new one, whatever the umask is.
    if ((await mkdir(path, { recursive: true })) !== undefined) await chmod(path, 0o777);
    return { path, readOnly };
  }

  async #boundVolume({ metadata }: Pod, claimName: string): Promise<PersistentVolume> {
    const volume = await this.#options.sources.boundVolume(metadata.namespace ?? '', claimName);
    if (volume !== undefined) return volume;
    throw new MissingVolumeSourceError(`persistentvolumeclaim ${JSON.stringify(claimName)} is not bound`);
  }

  async #nfs(
    pod: Pod,
    { name }: Volume,
    { server, path, readOnly = false, options }: Omit<NfsVolume, 'readOnly'> & { readonly readOnly?: boolean },
  ): Promise<VolumeSource> {
    const { nfs } = this.#options;
    if (nfs === undefined) {
      throw new MissingVolumeSourceError(`volume ${JSON.stringify(name)}: type nfs is not supported on this node`);
    }
    const place = { uid: pod.metadata.uid ?? '', name };
    return { path: await nfs.mount(place, { server, path, readOnly, options }), readOnly, isShared: true };
  }

  /** The part of a volume at a sub-path; made as a directory where there is nothing. */
  async #subDirectory(root: string, path: string): Promise<string> {
    const paths = new RootPaths({ layers: [root] });
    // Links in the volume were made by containers, and must not lead out of it.
    const resolved = paths.resolve(path);
    const found = join(root, resolved);
    if (paths.find(resolved) !== undefined) return found;
    paths.makeDirectory(resolved);
    await openLikeVolume(found, root);
    return found;
  }

  #path({ metadata }: Pod, { name }: Volume): string {
    return join(this.#options.directory, metadata.uid ?? '', 'volumes', name);
  }
}

/**
 * Who may use a volume may use a new part of it. Containers can put a link in its place at any moment: it is not
 * followed.
 */
async function openLikeVolume(path: string, volume: string): Promise<void> {
  const { mode } = await stat(volume);
  const directory = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const opened = await readlink(`/proc/self/fd/${directory.fd}`);
    if (opened === (await realpath(path)) && opened.startsWith(`${await realpath(volume)}/`)) {
      await directory.chmod(mode & 0o7777);
    }
  } finally {
    await directory.close();
  }
}

/** Whether a volume is used as a block device, and so nothing is mounted. */
function isDevice({ spec }: Pod, { name }: Volume): boolean {
  const all = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  return all.some(({ volumeDevices = [] }) => volumeDevices.some((device) => device.name === name));
}

function subPath(
  { subPath: fixed, subPathExpr, mountPath }: VolumeMount,
  environment: ReadonlyMap<string, string>,
): string {
  const path =
    subPathExpr === undefined
      ? (fixed ?? '')
      : subPathExpr.replaceAll(/\$\(([^()]+)\)/g, (_, name: string) => {
          const value = environment.get(name);
          if (value === undefined) throw new MissingVolumeSourceError(`missing value for ${JSON.stringify(name)}`);
          return value;
        });
  if (path.startsWith('/') || path.split('/').includes('..')) {
    throw new MissingVolumeSourceError(`subPath ${JSON.stringify(path)} of ${mountPath} is outside of the volume`);
  }
  return path === '' ? '' : posix.normalize(path);
}
