import { readFile, statfs } from 'node:fs/promises';
import type { Signal } from '../kubelet-configuration/index.ts';
import type { Reading, Readings } from './pressure-tracker.ts';

/** Where the disks of a node are. */
export interface NodeDisks {
  /** Has the volumes and logs of pods. */
  readonly node: string;
  /** Has unpacked images. */
  readonly images: string;
}

/** Reads what the machine has left; what cannot be read is left out. */
export async function readNode({ node, images }: NodeDisks): Promise<Readings> {
  const [meminfo, loadavg, pidMax, threadsMax, nodeDisk, imageDisk] = await Promise.all([
    readText('/proc/meminfo'),
    readText('/proc/loadavg'),
    readText('/proc/sys/kernel/pid_max'),
    readText('/proc/sys/kernel/threads-max'),
    statfs(node).catch(() => undefined),
    statfs(images).catch(() => undefined),
  ]);
  const readings = new Map<Signal, Reading>();
  const add = (signal: Signal, available: number, capacity: number): void => {
    if (capacity > 0 && Number.isFinite(available)) readings.set(signal, { available, capacity });
  };
  add('memory.available', kibibytes(meminfo, 'MemAvailable'), kibibytes(meminfo, 'MemTotal'));
  for (const [name, disk] of [
    ['nodefs', nodeDisk],
    ['imagefs', imageDisk],
  ] as const) {
    if (disk === undefined) continue;
    add(`${name}.available`, disk.bavail * disk.bsize, disk.blocks * disk.bsize);
    // Some file systems, such as btrfs, have no fixed number of inodes.
    add(`${name}.inodesFree`, disk.ffree, disk.files);
  }
  const mostProcesses = Math.min(Number(pidMax.trim() || Number.NaN), Number(threadsMax.trim() || Number.NaN));
  const running = Number(/ \d+\/(\d+) /.exec(loadavg)?.[1] ?? Number.NaN);
  add('pid.available', mostProcesses - running, mostProcesses);
  return readings;
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function kibibytes(meminfo: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(meminfo)?.[1] ?? Number.NaN) * 1024;
}
