import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { toError } from '@kubemin/base';
import { type Relay, serveConnections } from '../network/index.ts';
import { isMountPoint } from './memory-mounts.ts';
import { MissingVolumeSourceError } from './volume-files.ts';

/** A directory of an NFS server, as a pod or a PersistentVolume names it. */
export interface NfsVolume {
  readonly server: string;
  readonly path: string;
  readonly readOnly: boolean;
  /** As for mount: `vers=4.1`, `soft`. */
  readonly options: readonly string[];
}

/** Which volume of which pod. */
export interface VolumePlace {
  readonly uid: string;
  readonly name: string;
}

/**
 * NFS volumes of the pods of a node. They are mounted apart from the directories of pods, which are removed with everything in
 * them.
 */
export interface NfsMounts {
  /** The directory at which a volume is mounted; may be repeated. Rejects with a MissingVolumeSourceError. */
  mount(place: VolumePlace, volume: NfsVolume): Promise<string>;
  /** Unmounts the volumes of pods whose uid is not kept. The data stay on the server. */
  unmount(isKept: (uid: string) => boolean): Promise<void>;
}

export interface ServeNfsMountsOptions {
  /** The directory of the node; volumes are mounted in `nfs` below it. */
  readonly directory: string;
  /** The words that run a command in the mount namespace of the node with the rights of this process; undefined while it has none. */
  readonly enter: () => readonly string[] | undefined;
  /** The program. */
  readonly mount: string;
  /** Only root of the machine may mount NFS. */
  readonly isRoot: boolean;
}

interface NfsRequest extends NfsVolume {
  readonly place: VolumePlace;
}

interface NfsReply {
  /** Absent when it is mounted. */
  readonly problem?: string;
}

const PLACE = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const OPTION = /^[\w.:=-]+$/;
const SERVER = /^[\w.:-]+$/;
/** A server that does not respond is tried again with the next attempt to start the pod. */
const MOUNT_TIMEOUT_MS = 30_000;

/**
 * Mounts NFS volumes for the agent of a node, over a unix socket: the agent has no rights outside of its namespaces, and no network that servers
 * are in. Each connection is one request and its reply in JSON.
 */
export function serveNfsMounts(path: string, options: ServeNfsMountsOptions): Promise<Relay> {
  return serveConnections(path, (socket) => {
    void reply(socket, options);
  });
}

async function reply(socket: Socket, options: ServeNfsMountsOptions): Promise<void> {
  const send = (message: NfsReply): void => void socket.end(JSON.stringify(message));
  try {
    const request: NfsRequest = JSON.parse(await text(socket));
    send(await mountShare(request, options));
  } catch (error) {
    send({ problem: toError(error).message });
  }
}

async function mountShare(request: NfsRequest, options: ServeNfsMountsOptions): Promise<NfsReply> {
  const { place, server, path, readOnly } = request;
  if (!options.isRoot) return { problem: 'nfs volumes need KubeMin to be started by root' };
  if (!PLACE.test(place.uid) || !PLACE.test(place.name)) return { problem: 'not a volume of a pod' };
  if (!SERVER.test(server)) return { problem: `${JSON.stringify(server)} is not the name of a server` };
  const wrong = request.options.find((option) => !OPTION.test(option));
  if (wrong !== undefined) return { problem: `mount option ${JSON.stringify(wrong)} is not allowed` };
  const enter = options.enter();
  if (enter === undefined) return { problem: 'the node is not running' };
  const { address, family } = await lookup(server);
  const chosen = request.options.some((option) => /^(?:nfs)?vers=/.test(option)) ? [] : ['vers=4.2'];
  const own = [`addr=${address}`, 'nosuid', 'nodev', readOnly ? 'ro' : 'rw'];
  const target = join(options.directory, 'nfs', place.uid, place.name);
  const source = `${family === 6 ? `[${address}]` : address}:${path}`;
  // Without the helper of nfs-common, which need not be installed: the kernel does it all for version 4.
  const mount = [options.mount, '-i', '-t', 'nfs4', '-o', [...request.options, ...chosen, ...own].join(','), source];
  const [program = '', ...words] = [...enter, ...mount, target];
  try {
    await promisify(execFile)(program, words, { timeout: MOUNT_TIMEOUT_MS, killSignal: 'SIGKILL' });
    return {};
  } catch (error) {
    return { problem: mountProblem(error, `${server}:${path}`) };
  }
}

/** What the mount program printed, or why it printed nothing. */
function mountProblem(error: unknown, share: string): string {
  const printed = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  if (/unknown filesystem type|No such device/.test(printed)) {
    return 'the kernel of this machine has no NFS (module nfsv4): use a claim of the class standard instead';
  }
  if (error instanceof Error && 'killed' in error && error.killed === true) {
    return `mount ${share}: no response within ${MOUNT_TIMEOUT_MS / 1000} s`;
  }
  return `mount ${share}: ${printed === '' ? toError(error).message : printed}`;
}

/** The NFS volumes of a node whose mounts are made by the process that serves `socket`. */
export function remoteNfsMounts({
  socket,
  directory,
}: {
  readonly socket: string;
  readonly directory: string;
}): NfsMounts {
  const base = join(directory, 'nfs');
  return {
    mount: async (place, volume) => {
      const target = join(base, place.uid, place.name);
      if (await isMountPoint(target)) return target;
      await mkdir(target, { recursive: true });
      const { problem } = await request(socket, { ...volume, place });
      if (problem !== undefined) throw new MissingVolumeSourceError(problem);
      return target;
    },
    unmount: async (isKept) => {
      for (const uid of await readdir(base).catch(() => [])) {
        if (isKept(uid)) continue;
        for (const name of await readdir(join(base, uid))) await unmountShare(join(base, uid, name));
        await rmdir(join(base, uid));
      }
    },
  };
}

async function request(path: string, wanted: NfsRequest): Promise<NfsReply> {
  const socket = connect({ path, allowHalfOpen: true });
  try {
    socket.end(JSON.stringify(wanted));
    const reply: NfsReply = JSON.parse(await text(socket));
    return reply;
  } catch (error) {
    return { problem: `nfs volumes are not available on this node: ${toError(error).message}` };
  } finally {
    socket.destroy();
  }
}

/** Also when the server does not respond. The directory is empty then, or is not removed: never what is on the server. */
async function unmountShare(path: string): Promise<void> {
  if (await isMountPoint(path)) await promisify(execFile)('umount', ['-l', path]);
  await rmdir(path);
}
