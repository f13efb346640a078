import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { Text } from '@kubemin/model';
import { replaceFile } from '../terminal/index.ts';

/** Addresses and identity of a running KubeMin, for its commands. */
export interface Endpoints {
  readonly pid: number;
  /** Distinguishes the process from a later one with the same id, if the system supports it. */
  readonly birth?: string;
  readonly platform: string;
  readonly kubernetes?: string;
  /** One path, or several as KUBECONFIG lists them. */
  readonly kubeconfig?: string;
  /** The context of a cluster that is not KubeMin's own; undefined with the embedded cluster. */
  readonly context?: string;
  /** What was started. @default 'up' */
  readonly command?: 'up' | 'server';
  /** What the embedded cluster has. */
  readonly nodes?: {
    readonly runtime: string;
    /** Of the simulated ones. */
    readonly count: number;
    /** Of those that run containers. @default 0 */
    readonly machines?: number;
    /** How long pods may take to end when it is stopped. @default 0 */
    readonly shutdownMs?: number;
    /** What people should know about pods there. */
    readonly notes?: readonly Text[];
  };
  /** Where Ingresses are served, without a path: `http://127.0.0.1:8088`. */
  readonly ingress?: string;
  /** Where functions are called, without a path: `http://127.0.0.1:50001`. */
  readonly functions?: string;
  /** What references of images in the registry begin with: `127.0.0.1:5000`. */
  readonly registry?: string;
  readonly version?: string;
  /** As ISO 8601. */
  readonly startedAt?: string;
}

/** Writes where the process of these endpoints listens. */
export async function writeEndpoints(path: string, endpoints: Endpoints): Promise<void> {
  const birth = processBirth(endpoints.pid);
  const content = { ...endpoints, ...(birth !== undefined && { birth }) };
  await replaceFile(path, `${JSON.stringify(content, null, 2)}\n`, 0o600);
}

/** Whether the process that wrote them may be the one that has its id now. */
export function isSameProcess({ pid, birth }: Endpoints): boolean {
  return birth === undefined || processBirth(pid) === birth;
}

/** Whether the process that wrote them still runs. */
export function isAlive(endpoints: Endpoints): boolean {
  try {
    process.kill(endpoints.pid, 0);
  } catch (error) {
    // It runs, as another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return isSameProcess(endpoints);
}

/** Undefined when nothing runs there, or what is there cannot be made sense of. */
export async function readEndpoints(path: string): Promise<Endpoints | undefined> {
  try {
    return parseEndpoints(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The same for callers that cannot wait. */
export function readEndpointsSync(path: string): Endpoints | undefined {
  try {
    return parseEndpoints(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function parseEndpoints(text: string): Endpoints | undefined {
  const value: unknown = JSON.parse(text);
  return isEndpoints(value) ? value : undefined;
}

export async function removeEndpoints(path: string): Promise<void> {
  await rm(path, { force: true });
}

function isEndpoints(value: unknown): value is Endpoints {
  if (typeof value !== 'object' || value === null) return false;
  return 'pid' in value && typeof value.pid === 'number' && 'platform' in value && typeof value.platform === 'string';
}

/**
 * Distinguishes a process from every other with the same id: the boot of the machine and the clock tick of its start.
 * Undefined if there is no such process, or the system does not report it.
 */
export function processBirth(pid: number): string | undefined {
  try {
    // The name of the program stands in brackets and may hold anything; the 22nd field is the twentieth after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const tick = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return tick && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${tick}`;
  } catch {
    return undefined;
  }
}
